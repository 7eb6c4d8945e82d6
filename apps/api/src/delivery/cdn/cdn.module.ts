import { Module } from '@nestjs/common';
import { PublicSiteModule } from '../../content/site/public-site.module.js';
import { ENVIRONMENT } from '../../platform/config/env.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { ArticlePurgeController } from './article-purge.controller.js';
import { AzureProvider } from './azure.provider.js';
import { AzureTokens } from './azure-tokens.js';
import { readCdnApis } from './cdn-addresses.js';
import { CdnAttentionService } from './cdn-attention.service.js';
import { CdnController } from './cdn.controller.js';
import { CdnHttp } from './cdn-http.js';
import { CdnProviders } from './cdn-providers.js';
import { CdnService } from './cdn.service.js';
import { CDN_GROUP, CDN_SETTINGS, readCdnSettings } from './cdn-settings.js';
import { CloudFrontProvider } from './cloudfront.provider.js';
import { CloudflareProvider } from './cloudflare.provider.js';
import { CreateCdnPurges1790905000000 } from './migrations/1790905000000-create-cdn-purges.js';
import { ExtendCdnPurges1790930000000 } from './migrations/1790930000000-extend-cdn-purges.js';
import { NightlySampleService } from './nightly-sample.service.js';
import { PurgeQueueService } from './purge-queue.service.js';
import { PurgeSenderService } from './purge-sender.service.js';
import { PurgeStatusService } from './purge-status.service.js';
import { PurgeVerifierService } from './purge-verifier.service.js';
import { SucuriProvider } from './sucuri.provider.js';

/** The CDN in front of a public site: what changed goes from its cache, and someone looks whether it did. */
@Module({
  imports: [PublicSiteModule],
  controllers: [ArticlePurgeController, CdnController],
  providers: [
    AzureProvider,
    AzureTokens,
    CdnAttentionService,
    CdnHttp,
    CdnProviders,
    CdnService,
    CloudFrontProvider,
    CloudflareProvider,
    NightlySampleService,
    PurgeQueueService,
    PurgeSenderService,
    PurgeStatusService,
    PurgeVerifierService,
    SucuriProvider,
  ],
  exports: [PurgeQueueService],
})
@Registers(MIGRATIONS, CreateCdnPurges1790905000000, ExtendCdnPurges1790930000000)
@Registers(ENVIRONMENT, readCdnApis)
@Registers(SETTING_GROUPS, { name: CDN_GROUP, order: 47 })
@Registers(SETTINGS, ...CDN_SETTINGS)
@Registers(SETTING_READERS, { groups: [CDN_GROUP], read: readCdnSettings })
export class CdnModule {}
