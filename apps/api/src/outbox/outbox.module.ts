import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountMailStore } from '../account-mail/account-mail-store.service.js';
import { EmailModule } from '../email/email.module.js';
import { DeliveryReadiness } from './delivery-readiness.service.js';
import { NotificationSender } from './notification-sender.js';
import { OutboxStore } from './outbox-store.js';
import { OutboxWorker } from './outbox-worker.js';
import { ProviderState } from './provider-state.entity.js';

/** What has to leave, leaves. */
@Module({
  imports: [EmailModule, TypeOrmModule.forFeature([ProviderState])],
  providers: [OutboxStore, OutboxWorker, NotificationSender, DeliveryReadiness, AccountMailStore],
  exports: [OutboxStore, OutboxWorker, DeliveryReadiness, AccountMailStore],
})
export class OutboxModule {}
