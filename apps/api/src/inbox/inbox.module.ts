import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { ContactActs } from './contact-acts.service.js';
import { ContactAlertsService } from './contact-alerts.service.js';
import { ContactAttempts } from './contact-attempts.service.js';
import { ContactFinder } from './contact-details.service.js';
import { ContactExport } from './contact-export.service.js';
import { ContactList } from './contact-list.service.js';
import { ContactSearch } from './contact-search.service.js';
import { InboxController } from './inbox.controller.js';

/** Contact management: what visitors have written, and what becomes of it. */
@Module({
  imports: [OutboxModule],
  controllers: [InboxController],
  providers: [
    ContactSearch,
    ContactList,
    ContactFinder,
    ContactActs,
    ContactExport,
    ContactAttempts,
    ContactAlertsService,
  ],
})
export class InboxModule {}
