import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { EmailModule } from '../providers/email.module.js';
import { EmailAdminService } from './email-admin.service.js';
import { EmailController } from './email.controller.js';
import { FirstSenderService } from './first-sender.service.js';

/** Mail, for the people who run a site. */
@Module({
  imports: [EmailModule, OutboxModule],
  controllers: [EmailController],
  providers: [EmailAdminService, FirstSenderService],
  exports: [EmailAdminService],
})
export class EmailAdminModule {}
