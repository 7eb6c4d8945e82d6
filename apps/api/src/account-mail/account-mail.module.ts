import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { AccountMailer } from './account-mailer.service.js';

/** Mails to the people who run a site. */
@Module({
  imports: [OutboxModule],
  providers: [AccountMailer],
  exports: [AccountMailer, OutboxModule],
})
export class AccountMailModule {}
