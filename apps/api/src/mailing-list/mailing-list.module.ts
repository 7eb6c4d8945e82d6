import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutboundFetch } from '../common/outbound-fetch.js';
import { Enrolments } from './enrolments.service.js';
import { MailchimpProvider } from './mailchimp.provider.js';
import { MailingListJob } from './mailing-list-job.entity.js';
import { MailingListJobs } from './mailing-list-jobs.service.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { MailingListStore } from './mailing-list-store.js';
import { MailingListWorker } from './mailing-list-worker.js';
import { MailingListController } from './mailing-list.controller.js';
import { MailingList } from './mailing-list.entity.js';
import { MailingListService } from './mailing-list.service.js';

/** Contacts that go to a mailing list. */
@Module({
  imports: [TypeOrmModule.forFeature([MailingList, MailingListJob])],
  controllers: [MailingListController],
  providers: [
    ...[MailingListService, MailingListJobs, MailingListStore, MailingListWorker],
    ...[MailingListProviders, MailchimpProvider, Enrolments, OutboundFetch],
  ],
  exports: [Enrolments],
})
export class MailingListModule {}
