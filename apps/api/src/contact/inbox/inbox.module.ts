import { Module } from '@nestjs/common';
import { OutboxModule } from '../../email/outbox/outbox.module.js';
import { ContactModule } from '../contact/contact.module.js';
import { ContactActionsService } from './contact-actions.service.js';
import { ContactAlertsService } from './contact-alerts.service.js';
import { ContactAttemptsService } from './contact-attempts.service.js';
import { ContactDetailsService } from './contact-details.service.js';
import { ContactExportService } from './contact-export.service.js';
import { ContactListService } from './contact-list.service.js';
import { ContactSearchService } from './contact-search.service.js';
import { InboxController } from './inbox.controller.js';
import { Registers } from '../../platform/core/features.js';
import { LIVE_EVENTS } from '../../platform/events/live-events.service.js';

/** Contact management: what visitors have written, and what becomes of it. */
@Module({
  imports: [OutboxModule, ContactModule],
  controllers: [InboxController],
  providers: [
    ContactSearchService,
    ContactListService,
    ContactDetailsService,
    ContactActionsService,
    ContactExportService,
    ContactAttemptsService,
    ContactAlertsService,
  ],
  exports: [ContactDetailsService],
})
@Registers(LIVE_EVENTS, { kind: 'contact.received', permission: 'contacts.manage' })
@Registers(LIVE_EVENTS, { kind: 'contact.changed', permission: 'contacts.manage' })
@Registers(LIVE_EVENTS, { kind: 'counts', permission: 'contacts.manage' })
export class InboxModule {}
