import { Module } from '@nestjs/common';
import { AccessLogModule } from '../../platform/access-log/access-log.module.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { SiteModule } from '../../platform/site/site.module.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { FilesModule } from '../files/files.module.js';
import { LayoutsModule } from '../layouts/layouts.module.js';
import { MenuModule } from '../menu/menu.module.js';
import { RedirectsModule } from '../redirects/redirects.module.js';
import { ExampleSiteService } from './example/example-site.service.js';
import { FeedsService } from './feeds.service.js';
import { LayoutPreviewController } from './layout-preview.controller.js';
import { LayoutPreviewService } from './layout-preview.service.js';
import { SearchLivePages1790800000000 } from './migrations/1790800000000-search-live-pages.js';
import { DateChanges1794000000000 } from './migrations/1794000000000-date-changes.js';
import { DateImportsByArticles1794900000000 } from './migrations/1794900000000-date-imports-by-articles.js';
import { MediaService } from './media.service.js';
import { PageBodiesService } from './page-bodies.service.js';
import { PublicDatabase } from './public-database.js';
import { PublicPagesService } from './public-pages.service.js';
import { SitePagesService } from './site-pages.service.js';
import { PublicSiteController } from './public-site.controller.js';
import { PublicSiteService } from './public-site.service.js';
import { SearchIndexService } from './search/search-index.service.js';
import { SiteSearchService } from './search/site-search.service.js';
import { SiteAnswers } from './site-answers.js';
import { SiteListener } from './site-listener.js';
import { SitemapsService } from './sitemaps.service.js';
import { readSiteSettings, SITE_GROUP, SITE_SETTINGS } from './site-settings.js';

/** What visitors see: pages, blogs and posts that are live, through a listener and a database role of their own. */
@Module({
  imports: [
    AccessLogModule,
    ArticlesModule,
    FilesModule,
    LayoutsModule,
    MenuModule,
    RedirectsModule,
    SiteModule,
  ],
  controllers: [LayoutPreviewController, PublicSiteController],
  providers: [
    ExampleSiteService,
    FeedsService,
    LayoutPreviewService,
    MediaService,
    PageBodiesService,
    PublicDatabase,
    PublicPagesService,
    SitePagesService,
    PublicSiteService,
    SearchIndexService,
    SiteAnswers,
    SiteListener,
    SiteSearchService,
    SitemapsService,
  ],
  exports: [MediaService, PublicDatabase, PublicPagesService, PublicSiteService, SiteAnswers],
})
@Registers(
  MIGRATIONS,
  SearchLivePages1790800000000,
  DateChanges1794000000000,
  DateImportsByArticles1794900000000,
)
@Registers(SETTING_GROUPS, { name: SITE_GROUP, order: 45 })
@Registers(SETTINGS, ...SITE_SETTINGS)
@Registers(SETTING_READERS, { groups: [SITE_GROUP, 'Identity'], read: readSiteSettings })
export class PublicSiteModule {}
