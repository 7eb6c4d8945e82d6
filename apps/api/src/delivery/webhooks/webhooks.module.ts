import { Module } from '@nestjs/common';
import { PublicSiteModule } from '../../content/site/public-site.module.js';
import { AccountEmailModule } from '../../people/account-emails/account-email.module.js';
import { LinksModule } from '../../people/links/links.module.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { ENCRYPTED_COLUMNS } from '../../platform/keys/encrypted-columns.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { MuteWebhooksOfImports1793100000100 } from './migrations/1793100000100-mute-webhooks-of-imports.js';
import { CreateWebhooks1792000010000 } from './migrations/1792000010000-create-webhooks.js';
import { WebhookAttentionService } from './webhook-attention.service.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookHappeningsService } from './webhook-happenings.service.js';
import { WebhookQueueService } from './webhook-queue.service.js';
import { WEBHOOK_RETENTION } from './webhook-retention.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Servers of others that are told what happens on a site. */
@Module({
  imports: [AccountEmailModule, LinksModule, PublicSiteModule],
  controllers: [WebhooksController],
  providers: [
    WebhookAttentionService,
    WebhookDeliveriesService,
    WebhookHappeningsService,
    WebhookQueueService,
    WebhookSenderService,
    WebhooksService,
  ],
})
@Registers(MIGRATIONS, CreateWebhooks1792000010000, MuteWebhooksOfImports1793100000100)
@Registers(
  ENCRYPTED_COLUMNS,
  { table: 'webhook_target', column: 'url' },
  { table: 'webhook_target', column: 'secret' },
  { table: 'webhook_target', column: 'old_secret' },
)
@Registers(RETENTIONS, WEBHOOK_RETENTION)
@Registers(SETTINGS, retentionSetting(WEBHOOK_RETENTION))
@Registers(SETTING_READERS, retentionReader(WEBHOOK_RETENTION))
export class WebhooksModule {}
