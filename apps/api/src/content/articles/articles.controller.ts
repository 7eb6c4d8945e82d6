import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  ArticleFilterDto,
  ArticleListDto,
  CreateArticleDto,
  ReleaseAddressDto,
  RestoreArticleDto,
  SaveDraftDto,
  TrashArticleDto,
  WithdrawArticleDto,
} from '@sitedesk/contract/articles.dto';
import { DOCUMENT_LIMITS } from '@sitedesk/contract/documents';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, RequestContext } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { ArticleFacetsService } from './article-facets.service.js';
import { ArticlesService } from './articles.service.js';
import { PublishingService } from './publishing.service.js';
import { TrashService } from './trash.service.js';

/** What a draft's body may have: the text with its fields, and blocks in blocks, each of which is an object in a list. */
const DRAFT_BODY = { maxBytes: DOCUMENT_LIMITS.octets + 65_536, maxKeys: 250_000, maxDepth: 72 } as const;

/** Articles: pages, posts and blogs. */
@Controller(`${EDITOR_PATH}/articles`)
export class ArticlesController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly publishing: PublishingService,
    private readonly trash: TrashService,
    private readonly addressesOf: ArticleAddressesService,
    private readonly facetCounts: ArticleFacetsService,
  ) {}

  /** List articles, the last changed first. */
  @Get()
  @RequirePermission('pages.view')
  list(@Context() context: CallerContext, @QueryInput() query: ArticleListDto) {
    return this.articles.list(context, query);
  }

  /** Count the articles that wait for the caller. */
  @Get('counts')
  @RequirePermission('pages.view')
  counts(@Context() context: CallerContext) {
    return this.articles.counts(context);
  }

  /** Count what the list can be narrowed to. */
  @Get('facets')
  @RequirePermission('pages.view')
  facets(@Context() context: CallerContext, @QueryInput() query: ArticleFilterDto) {
    return this.facetCounts.facets(context, query);
  }

  /** Create an empty page, post or blog. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('pages.create')
  @Audited('article.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateArticleDto) {
    return this.articles.create(context, input);
  }

  /** Read an article with the draft that is edited. */
  @Get(':number')
  @SendsEntityTag()
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext, @NumberParam('number') number: number) {
    return this.articles.get(context, number);
  }

  /** Save the draft. What is live stays as it is. */
  @Put(':number/draft')
  @SendsEntityTag()
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @NotAudited('Drafts are saved every few seconds; the service records the versions that come of it.')
  save(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() revision: number,
    @JsonBody(DRAFT_BODY) input: SaveDraftDto,
  ) {
    return this.articles.save(context, number, revision, input);
  }

  /** Publish the draft as it was read. */
  @Action(':number/publish')
  @RequirePermission('pages.publish')
  @Audited('article.publish')
  publish(
    @Context() context: RequestContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() revision: number,
  ) {
    return this.publishing.publish(context, number, revision);
  }

  /** Take an article offline. */
  @Action(':number/withdraw', 204)
  @RequirePermission('pages.publish')
  @Audited('article.withdraw')
  async withdraw(
    @Context() context: RequestContext,
    @NumberParam('number') number: number,
    @JsonBody() input: WithdrawArticleDto,
  ): Promise<void> {
    await this.publishing.withdraw(context, number, input);
  }

  /** List the addresses that an article was live at and keeps, the newest first. */
  @Get(':number/addresses')
  @RequirePermission('pages.view')
  addresses(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.addressesOf.former(context, number, query);
  }

  /** Release an address that an article was live at. It leads nowhere from now on, and another article can have it. */
  @Action('release-address', 204)
  @RequirePermission('pages.publish')
  @Audited('article.release-address')
  async releaseAddress(
    @Context() context: RequestContext,
    @JsonBody() input: ReleaseAddressDto,
  ): Promise<void> {
    await this.addressesOf.release(context, input);
  }

  /** Move an article to the trash. If it's live, it's taken offline. */
  @Action(':number/trash', 204)
  @RequirePermission('pages.delete')
  @Audited('article.trash')
  async moveToTrash(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: TrashArticleDto,
  ): Promise<void> {
    await this.trash.move(context, number, input);
  }

  /** Restore an article from the trash, as a draft. */
  @Action(':number/restore')
  @SendsEntityTag()
  @RequirePermission('pages.delete')
  @Audited('article.restore')
  restore(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: RestoreArticleDto,
  ) {
    return this.trash.restore(context, number, input);
  }

  /** Delete an article in the trash permanently, with all its versions. */
  @Delete(':number')
  @HttpCode(204)
  @RequirePermission('pages.delete')
  @RecentSignIn()
  @Audited('article.delete')
  async delete(@Context() context: CallerContext, @NumberParam('number') number: number): Promise<void> {
    await this.trash.delete(context, number);
  }
}
