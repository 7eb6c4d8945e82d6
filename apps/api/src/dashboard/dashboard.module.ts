import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailingList } from '../mailing-list/mailing-list.entity.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { AccountAttention } from './account-attention.service.js';
import { Attention } from './attention.service.js';
import { Checklist } from './checklist.service.js';
import { DashboardController } from './dashboard.controller.js';
import { DashboardService } from './dashboard.service.js';
import { DeliveryTiles } from './delivery-tile.service.js';
import { SiteAttention } from './site-attention.service.js';
import { SubmissionsTiles } from './submissions-tile.service.js';

/** What a person sees first. */
@Module({
  imports: [OutboxModule, TypeOrmModule.forFeature([MailingList])],
  controllers: [DashboardController],
  providers: [
    ...[DashboardService, SubmissionsTiles, DeliveryTiles, Checklist],
    ...[Attention, SiteAttention, AccountAttention],
  ],
})
export class DashboardModule {}
