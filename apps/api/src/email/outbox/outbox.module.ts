import { Feature, Registers } from '../../platform/core/features.js';
import { ENTITIES } from '../../platform/database/data-source.js';
import { DeliveryAttempt } from './delivery-attempt.entity.js';
import { DeliveryReadinessService } from './delivery-readiness.service.js';
import { OutboxAttentionService } from './outbox-attention.service.js';
import { OutboxService } from './outbox.service.js';

/** What has to leave, leaves. */
@Feature({
  providers: [OutboxService, DeliveryReadinessService, OutboxAttentionService],
})
@Registers(ENTITIES, DeliveryAttempt)
export class OutboxModule {}
