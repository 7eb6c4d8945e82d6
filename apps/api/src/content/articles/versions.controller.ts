import { Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  CompareDto,
  CopyArticleDto,
  KeepVersionDto,
  NameVersionDto,
  PublicationListDto,
} from '@sitedesk/contract/articles.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { JsonBody, NumberParam, QueryInput } from '../../platform/http/request-input.js';
import { ArticlesService } from './articles.service.js';
import { VersionsService } from './versions.service.js';

/** The history of an article, and what is made of it. */
@Controller(`${EDITOR_PATH}/articles/:number`)
export class VersionsController {
  constructor(
    private readonly versions: VersionsService,
    private readonly articles: ArticlesService,
  ) {}

  /** List the versions of an article, the newest first. */
  @Get('versions')
  @RequirePermission('pages.view')
  list(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PageDto,
  ) {
    return this.versions.list(context, number, query);
  }

  /** Keep the draft as it was read as a version with a name. */
  @Post('versions')
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @Audited('article.keep-version')
  keep(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @ExpectedVersion() revision: number,
    @JsonBody() input: KeepVersionDto,
  ) {
    return this.versions.keep(context, number, revision, input);
  }

  /** Read a version with its text. */
  @Get('versions/:version')
  @RequirePermission('pages.view')
  get(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @NumberParam('version') version: number,
  ) {
    return this.versions.get(context, number, version);
  }

  /** Name a version. */
  @Put('versions/:version/name')
  @HttpCode(204)
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @Audited('article.name-version')
  async name(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @NumberParam('version') version: number,
    @JsonBody() input: NameVersionDto,
  ): Promise<void> {
    await this.versions.name(context, number, version, input);
  }

  /** Make a version the draft again. The draft as it was read stays in the history. */
  @Action('versions/:version/restore')
  @SendsEntityTag()
  @RequirePermission('pages.edit-all', 'pages.edit-own')
  @Audited('article.restore-version')
  restore(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @NumberParam('version') version: number,
    @ExpectedVersion() revision: number,
  ) {
    return this.versions.restore(context, number, version, revision);
  }

  /** Compare two versions, or one with the draft or with what is live. */
  @Get('compare')
  @RequirePermission('pages.view')
  compare(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: CompareDto,
  ) {
    return this.versions.compare(context, number, query);
  }

  /** List what was live of an article, the newest first. With `at`, only what was live at that moment. */
  @Get('publications')
  @RequirePermission('pages.view')
  publications(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @QueryInput() query: PublicationListDto,
  ) {
    return this.versions.publications(context, number, query);
  }

  /** Copy an article: its draft becomes a new one. */
  @Post('copy')
  @SendsEntityTag()
  @RequirePermission('pages.create')
  @Audited('article.copy')
  copy(
    @Context() context: CallerContext,
    @NumberParam('number') number: number,
    @JsonBody() input: CopyArticleDto,
  ) {
    return this.articles.copy(context, number, input);
  }
}
