import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox.module.js';
import { OutboxAdminService } from './outbox-admin.service.js';
import { OutboxController } from './outbox.controller.js';

/** The outbox, for the people who run a site. */
@Module({
  imports: [OutboxModule],
  controllers: [OutboxController],
  providers: [OutboxAdminService],
})
export class OutboxAdminModule {}
