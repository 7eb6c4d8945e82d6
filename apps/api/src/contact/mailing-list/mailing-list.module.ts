import { Module } from '@nestjs/common';
import { SubscriptionsService } from './subscriptions.service.js';
import { MailchimpProvider } from './mailchimp.provider.js';
import { MailingListJobsService } from './mailing-list-jobs.service.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { MailingListSyncService } from './mailing-list-sync.service.js';
import { MailingListController } from './mailing-list.controller.js';
import { MailingList } from './mailing-list.entity.js';
import { MailingListService } from './mailing-list.service.js';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { MailingListAttentionService } from './mailing-list-attention.service.js';

/** Contacts that go to a mailing list. */
@Module({
  controllers: [MailingListController],
  providers: [
    MailingListService,
    MailingListAttentionService,
    MailingListJobsService,
    MailingListSyncService,
    MailingListProviders,
    MailchimpProvider,
    SubscriptionsService,
  ],
  exports: [SubscriptionsService],
})
@Registers(ENTITIES, MailingList)
@Registers(ENCRYPTED_COLUMNS, { table: 'mailing_list', column: 'api_key', idColumn: 'tenant_id' })
export class MailingListModule {}
