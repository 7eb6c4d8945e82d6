import { Module } from '@nestjs/common';
import { AccountEmailModule } from '../account-emails/account-email.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccountLinksService } from './account-links.service.js';
import { EditorAddressService } from './editor-address.service.js';
import { LinkStore } from './link-store.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { SteeringNoticesService } from './steering-notices.service.js';
import { OneTimeLink } from './one-time-link.entity.js';

/** One-time links in emails. */
@Module({
  imports: [AccountsModule, AccountEmailModule],
  providers: [LinkStore, AccountLinksService, EditorAddressService, SteeringNoticesService],
  exports: [LinkStore, AccountLinksService, EditorAddressService, SteeringNoticesService],
})
@Registers(ENTITIES, OneTimeLink)
@Registers(ENCRYPTED_COLUMNS, { table: 'one_time_link', column: 'email' })
export class LinksModule {}
