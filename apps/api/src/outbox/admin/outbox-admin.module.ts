import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module.js';
import { OutboxModule } from '../outbox.module.js';
import { OutboxAdmin } from './outbox-admin.service.js';
import { OutboxMails } from './outbox-mails.service.js';
import { OutboxController } from './outbox.controller.js';

/** The outbox, for the people who run a site. */
@Module({
  imports: [OutboxModule, IdentityModule],
  controllers: [OutboxController],
  providers: [OutboxAdmin, OutboxMails],
})
export class OutboxAdminModule {}
