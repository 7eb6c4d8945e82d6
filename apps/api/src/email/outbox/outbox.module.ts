import { Module } from '@nestjs/common';
import { Registers } from '../../platform/core/features.js';
import { ENTITIES, MIGRATIONS } from '../../platform/database/data-source.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { EmailModule } from '../providers/email.module.js';
import { DeliveryAttempt } from './delivery-attempt.entity.js';
import { DeliveryReadinessService } from './delivery-readiness.service.js';
import { EMAIL_RETENTION } from './email-retention.js';
import { KeepSentEnvelopes1790300000000 } from './migrations/1790300000000-keep-sent-envelopes.js';
import { OutboxAttentionService } from './outbox-attention.service.js';
import { OutboxService } from './outbox.service.js';

/** What has to leave, leaves. */
@Module({
  imports: [EmailModule],
  providers: [OutboxService, DeliveryReadinessService, OutboxAttentionService],
  exports: [OutboxService, DeliveryReadinessService],
})
@Registers(ENTITIES, DeliveryAttempt)
@Registers(MIGRATIONS, KeepSentEnvelopes1790300000000)
@Registers(RETENTIONS, EMAIL_RETENTION)
@Registers(SETTINGS, retentionSetting(EMAIL_RETENTION))
@Registers(SETTING_READERS, retentionReader(EMAIL_RETENTION))
export class OutboxModule {}
