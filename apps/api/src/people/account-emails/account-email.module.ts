import { AccountEmailService } from './account-email.service.js';
import { Feature, Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { AccountEmail } from './account-email.entity.js';
import { AccountEmailOutboxService } from './account-email-outbox.service.js';

/** Emails to the people who run a site. */
@Feature({
  providers: [AccountEmailService, AccountEmailOutboxService],
})
@Registers(ENTITIES, AccountEmail)
@Registers(ENCRYPTED_COLUMNS, { table: 'account_mail', column: 'content' })
export class AccountEmailModule {}
