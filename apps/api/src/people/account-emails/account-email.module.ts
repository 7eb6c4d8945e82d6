import { Module } from '@nestjs/common';
import { OutboxModule } from '../../email/outbox/outbox.module.js';
import { AccountEmailService } from './account-email.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { AccountEmail } from './account-email.entity.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccountEmailOutboxService } from './account-email-outbox.service.js';

/** Emails to the people who run a site. */
@Module({
  imports: [AccountsModule, OutboxModule],
  providers: [AccountEmailService, AccountEmailOutboxService],
  exports: [AccountEmailService, OutboxModule],
})
@Registers(ENTITIES, AccountEmail)
@Registers(ENCRYPTED_COLUMNS, { table: 'account_mail', column: 'content' })
export class AccountEmailModule {}
