import { Module } from '@nestjs/common';
import { AccessLogModule } from '../../platform/access-log/access-log.module.js';
import { Registers } from '../../platform/core/features.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { SiteModule } from '../../platform/site/site.module.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { ExampleSiteService } from './example/example-site.service.js';
import { PublicDatabase } from './public-database.js';
import { PublicPagesService } from './public-pages.service.js';
import { SiteListener } from './site-listener.js';
import { readSiteSettings, SITE_GROUP, SITE_SETTINGS } from './site-settings.js';

/** What visitors see: pages, blogs and posts that are live, through a listener and a database role of their own. */
@Module({
  imports: [AccessLogModule, ArticlesModule, SiteModule],
  providers: [PublicDatabase, PublicPagesService, SiteListener, ExampleSiteService],
})
@Registers(SETTING_GROUPS, { name: SITE_GROUP, order: 45 })
@Registers(SETTINGS, ...SITE_SETTINGS)
@Registers(SETTING_READERS, { groups: [SITE_GROUP, 'Identity'], read: readSiteSettings })
export class PublicSiteModule {}
