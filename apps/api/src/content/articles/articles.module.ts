import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthorsModule } from '../../people/authors/authors.module.js';
import { ContentInheritanceService } from '../../people/users/content-inheritance.service.js';
import { UsersModule } from '../../people/users/users.module.js';
import { AuditQueryService } from '../../platform/audit/audit-query.service.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { retentionReader, RETENTIONS, retentionSetting } from '../../platform/retention/retention-kind.js';
import { ArticleAttentionService } from './article-attention.service.js';
import { ArticleAccessController } from './article-access.controller.js';
import { ArticleAccessService } from './article-access.service.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { ArticleFacetsService } from './article-facets.service.js';
import { OLD_VERSIONS, TRASHED_ARTICLES } from './article-retention.js';
import { ArticlesController } from './articles.controller.js';
import { ArticlesService } from './articles.service.js';
import { BlogMovesService } from './blog-moves.service.js';
import { BlogSettingsController } from './blog-settings.controller.js';
import { BlogSettingsService } from './blog-settings.service.js';
import { INHERITED_ARTICLES } from './inherited-articles.js';
import { LiveListsService } from './live-lists.service.js';
import { CountPostsPerPage1790422100000 } from './migrations/1790422100000-count-posts-per-page.js';
import { CreateArticles1790380000000 } from './migrations/1790380000000-create-articles.js';
import { IndexArticleReferences1790400000000 } from './migrations/1790400000000-index-article-references.js';
import { NameVersions1790400100000 } from './migrations/1790400100000-name-versions.js';
import { ForwardAddresses1790422000000 } from './migrations/1790422000000-forward-addresses.js';
import { FilterByAuthorAndTag1790424300000 } from './migrations/1790424300000-filter-by-author-and-tag.js';
import { FindArticles1790410000000 } from './migrations/1790410000000-find-articles.js';
import { CreateReviews1790411000000 } from './migrations/1790411000000-create-reviews.js';
import { GrantAccess1790413000000 } from './migrations/1790413000000-grant-access.js';
import { NameSearchFunctions1790413100000 } from './migrations/1790413100000-name-search-functions.js';
import { ListLiveArticles1790431000000 } from './migrations/1790431000000-list-live-articles.js';
import { NotePreviewLinks1790431000100 } from './migrations/1790431000100-note-preview-links.js';
import { ListPostsByBlog1790413200000 } from './migrations/1790413200000-list-posts-by-blog.js';
import { ListByAuthorAndTag1790420000000 } from './migrations/1790420000000-list-by-author-and-tag.js';
import { SharePreviews1790422200000 } from './migrations/1790422200000-share-previews.js';
import { PlanPublications1790412000000 } from './migrations/1790412000000-plan-publications.js';
import { FindFormerAddresses1795000000000 } from './migrations/1795000000000-find-former-addresses.js';
import { PreparePublications1790440000000 } from './migrations/1790440000000-prepare-publications.js';
import { PublishTogether1790412100000 } from './migrations/1790412100000-publish-together.js';
import { ThinVersions1790430000000 } from './migrations/1790430000000-thin-versions.js';
import { PlanRunnerService } from './plan-runner.service.js';
import { PublicationChecksService } from './publication-checks.service.js';
import { PublicationPlansController } from './publication-plans.controller.js';
import { PublicationPlansService } from './publication-plans.service.js';
import { PUBLISHING_GROUP, PUBLISHING_SETTINGS, readPublishingSettings } from './publishing-settings.js';
import { PublishingService } from './publishing.service.js';
import { ReleaseRunnerService } from './release-runner.service.js';
import { ReleasesController } from './releases.controller.js';
import { ReleasesService } from './releases.service.js';
import { readSiteZone, ZONE_SETTING } from './site-zone.js';
import { TrashService } from './trash.service.js';
import { VersionsController } from './versions.controller.js';
import { VersionsService } from './versions.service.js';

/** Pages, posts and blogs: written as drafts, and published. */
@Module({
  imports: [AuthorsModule, UsersModule],
  controllers: [
    ArticleAccessController,
    ArticlesController,
    BlogSettingsController,
    PublicationPlansController,
    ReleasesController,
    VersionsController,
  ],
  providers: [
    ArticleAccessService,
    ArticleAddressesService,
    ArticleFacetsService,
    ArticlesService,
    BlogMovesService,
    BlogSettingsService,
    LiveListsService,
    ArticleAttentionService,
    PlanRunnerService,
    PublicationChecksService,
    PublicationPlansService,
    PublishingService,
    ReleaseRunnerService,
    ReleasesService,
    TrashService,
    VersionsService,
  ],
  exports: [
    ArticleAccessService,
    ArticlesService,
    BlogMovesService,
    PublicationPlansService,
    PublishingService,
    TrashService,
    VersionsService,
  ],
})
@Registers(
  MIGRATIONS,
  CreateArticles1790380000000,
  IndexArticleReferences1790400000000,
  NameVersions1790400100000,
  FindArticles1790410000000,
  CreateReviews1790411000000,
  PlanPublications1790412000000,
  PublishTogether1790412100000,
  GrantAccess1790413000000,
  NameSearchFunctions1790413100000,
  ListPostsByBlog1790413200000,
  ListByAuthorAndTag1790420000000,
  ForwardAddresses1790422000000,
  CountPostsPerPage1790422100000,
  SharePreviews1790422200000,
  FilterByAuthorAndTag1790424300000,
  ThinVersions1790430000000,
  ListLiveArticles1790431000000,
  NotePreviewLinks1790431000100,
  PreparePublications1790440000000,
  FindFormerAddresses1795000000000,
)
@Registers(SETTING_GROUPS, { name: PUBLISHING_GROUP, order: 46 })
@Registers(SETTINGS, ZONE_SETTING, ...PUBLISHING_SETTINGS, retentionSetting(OLD_VERSIONS))
@Registers(
  SETTING_READERS,
  { groups: ['Site'], read: readSiteZone },
  { groups: [PUBLISHING_GROUP], read: readPublishingSettings },
  retentionReader(OLD_VERSIONS),
)
@Registers(RETENTIONS, TRASHED_ARTICLES, OLD_VERSIONS)
export class ArticlesModule implements OnModuleInit {
  constructor(
    private readonly inheritance: ContentInheritanceService,
    private readonly access: ArticleAccessService,
    private readonly auditQuery: AuditQueryService,
  ) {}

  onModuleInit(): void {
    this.inheritance.register(INHERITED_ARTICLES);
    this.auditQuery.hideContentBy('article', (reader, numbers) => this.access.hiddenFrom(reader, numbers));
  }
}
