import { OutboxAdminService } from './outbox-admin.service.js';
import { OutboxController } from './outbox.controller.js';
import { Feature } from '../../../platform/core/features.js';

declare module '../../../platform/audit/audit-action.js' {
  interface AuditActions {
    outbox: 'retry' | 'retry-all' | 'cancel';
  }
}

/** The outbox, for the people who run a site. */
@Feature({
  controllers: [OutboxController],
  providers: [OutboxAdminService],
})
export class OutboxAdminModule {}
