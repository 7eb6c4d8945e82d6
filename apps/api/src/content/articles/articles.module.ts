import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthorsModule } from '../../people/authors/authors.module.js';
import { ContentInheritanceService } from '../../people/users/content-inheritance.service.js';
import { UsersModule } from '../../people/users/users.module.js';
import { AuditQueryService } from '../../platform/audit/audit-query.service.js';
import { Registers } from '../../platform/core/features.js';
import { MIGRATIONS } from '../../platform/database/data-source.js';
import { SETTING_GROUPS, SETTING_READERS, SETTINGS } from '../../platform/settings/setting-definitions.js';
import { RETENTIONS } from '../../platform/retention/retention-kind.js';
import { ArticleAccessController } from './article-access.controller.js';
import { ArticleAccessService } from './article-access.service.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { TRASHED_ARTICLES } from './article-retention.js';
import { ArticlesController } from './articles.controller.js';
import { ArticlesService } from './articles.service.js';
import { BulkArticlesService } from './bulk-articles.service.js';
import { INHERITED_ARTICLES } from './inherited-articles.js';
import { LiveListsService } from './live-lists.service.js';
import { CreateArticles1790380000000 } from './migrations/1790380000000-create-articles.js';
import { IndexArticleReferences1790400000000 } from './migrations/1790400000000-index-article-references.js';
import { NameVersions1790400100000 } from './migrations/1790400100000-name-versions.js';
import { FindArticles1790410000000 } from './migrations/1790410000000-find-articles.js';
import { CreateReviews1790411000000 } from './migrations/1790411000000-create-reviews.js';
import { GrantAccess1790413000000 } from './migrations/1790413000000-grant-access.js';
import { NameSearchFunctions1790413100000 } from './migrations/1790413100000-name-search-functions.js';
import { ListByAuthorAndTag1790420000000 } from './migrations/1790420000000-list-by-author-and-tag.js';
import { PlanPublications1790412000000 } from './migrations/1790412000000-plan-publications.js';
import { PublishTogether1790412100000 } from './migrations/1790412100000-publish-together.js';
import { PlanAttentionService } from './plan-attention.service.js';
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
    PublicationPlansController,
    ReleasesController,
    VersionsController,
  ],
  providers: [
    ArticleAccessService,
    ArticleAddressesService,
    ArticlesService,
    BulkArticlesService,
    LiveListsService,
    PlanAttentionService,
    PlanRunnerService,
    PublicationChecksService,
    PublicationPlansService,
    PublishingService,
    ReleaseRunnerService,
    ReleasesService,
    TrashService,
    VersionsService,
  ],
  exports: [ArticlesService, PublishingService],
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
  ListByAuthorAndTag1790420000000,
)
@Registers(SETTING_GROUPS, { name: PUBLISHING_GROUP, order: 46 })
@Registers(SETTINGS, ZONE_SETTING, ...PUBLISHING_SETTINGS)
@Registers(
  SETTING_READERS,
  { groups: ['Site'], read: readSiteZone },
  { groups: [PUBLISHING_GROUP], read: readPublishingSettings },
)
@Registers(RETENTIONS, TRASHED_ARTICLES)
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
