import { OutboxAdminService } from './outbox-admin.service.js';
import { OutboxController } from './outbox.controller.js';
import { Feature } from '../../../platform/core/features.js';

/** The outbox, for the people who run a site. */
@Feature({
  controllers: [OutboxController],
  providers: [OutboxAdminService],
})
export class OutboxAdminModule {}
