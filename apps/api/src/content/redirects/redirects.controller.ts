import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import {
  ImportRedirectsDto,
  NotFoundListDto,
  RedirectDto,
  RedirectListDto,
  TryUrlDto,
} from '@sitedesk/contract/redirects.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { RedirectsService } from './redirects.service.js';
import { UrlTrialService } from './url-trial.service.js';

/** Addresses of the public site that lead elsewhere. */
@Controller(`${EDITOR_PATH}/redirects`)
export class RedirectsController {
  constructor(
    private readonly redirects: RedirectsService,
    private readonly trial: UrlTrialService,
  ) {}

  /** List redirects by address: of articles that moved, and those that people added. */
  @Get()
  @RequirePermission('pages.view')
  list(@Context() context: CallerContext, @QueryInput() query: RedirectListDto) {
    return this.redirects.list(context, query);
  }

  /** List addresses that answer 404, those that were asked for most first. */
  @Get('not-found')
  @RequirePermission('pages.view')
  listNotFound(@Context() context: CallerContext, @QueryInput() query: NotFoundListDto) {
    return this.redirects.listNotFound(context, query);
  }

  /** Say what happens with a URL, step by step. */
  @Get('try')
  @RequirePermission('pages.view')
  try(@Context() context: CallerContext, @QueryInput() { url }: TryUrlDto) {
    return this.trial.follow(context, url);
  }

  /** Get a redirect that someone made. */
  @Get(':id')
  @SendsEntityTag()
  @RequirePermission('pages.view')
  get(@Context() context: CallerContext, @IdParam('id') id: string) {
    return this.redirects.get(context, id);
  }

  /** Create a redirect. Wherever a page is live, visitors get the page. */
  @Post()
  @SendsEntityTag()
  @RequirePermission('pages.publish')
  @Audited('redirect.create')
  create(@Context() context: CallerContext, @JsonBody() input: RedirectDto) {
    return this.redirects.create(context, input);
  }

  /** Import redirects. Those that are refused keep none of the others out. */
  @Action('import')
  @RequirePermission('pages.publish')
  @Audited('redirect.import')
  import(
    @Context() context: CallerContext,
    @JsonBody({ maxBytes: 512 * 1024, maxKeys: 1024 }) { rows }: ImportRedirectsDto,
  ) {
    return this.redirects.import(context, rows);
  }

  /** Say what would become of redirects if they were imported. */
  @Action('import/check')
  @RequirePermission('pages.publish')
  @NotAudited('Says what an import would do. Changes nothing.')
  check(
    @Context() context: CallerContext,
    @JsonBody({ maxBytes: 512 * 1024, maxKeys: 1024 }) { rows }: ImportRedirectsDto,
  ) {
    return this.redirects.import(context, rows, { dryRun: true });
  }

  /** Change a redirect. */
  @Put(':id')
  @SendsEntityTag()
  @RequirePermission('pages.publish')
  @Audited('redirect.change')
  replace(
    @Context() context: CallerContext,
    @IdParam('id') id: string,
    @ExpectedVersion() version: number,
    @JsonBody() input: RedirectDto,
  ) {
    return this.redirects.replace(context, id, version, input);
  }

  /** Delete a redirect. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('pages.publish')
  @Audited('redirect.delete')
  async delete(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.redirects.delete(context, id);
  }
}
