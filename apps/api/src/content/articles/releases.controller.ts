import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ChangeReleaseDto, CreateReleaseDto, ReleaseListDto } from '@sitedesk/contract/releases.dto';
import { PageDto } from '@sitedesk/contract/rules';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { ReleasesService } from './releases.service.js';

/** Articles that go live together. */
@Controller(`${EDITOR_PATH}/releases`)
export class ReleasesController {
  constructor(private readonly releases: ReleasesService) {}

  /** List releases, the earliest first. */
  @Get()
  @RequirePermission('pages.view')
  list(@TenantId() tenantId: string, @QueryInput() query: ReleaseListDto) {
    return this.releases.list(tenantId, query);
  }

  /** Create a release. Plans that name it are carried out at its time, in one step: all of them, or none. */
  @Post()
  @RequirePermission('pages.publish')
  @Audited('release.create')
  create(@Context() context: CallerContext, @JsonBody() input: CreateReleaseDto) {
    return this.releases.create(context, input);
  }

  /** Read a release. */
  @Get(':id')
  @RequirePermission('pages.view')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.releases.get(tenantId, id);
  }

  /** List the plans of a release, with the reason of each that keeps it from being carried out. */
  @Get(':id/plans')
  @RequirePermission('pages.view')
  plans(@Context() context: CallerContext, @IdParam('id') id: string, @QueryInput() query: PageDto) {
    return this.releases.plans(context, id, query);
  }

  /** Change a release. With a time, it waits for that, also if it had failed or was on hold. */
  @Put(':id')
  @RequirePermission('pages.publish')
  @Audited('release.change')
  change(@Context() context: CallerContext, @IdParam('id') id: string, @JsonBody() input: ChangeReleaseDto) {
    return this.releases.change(context, id, input);
  }

  /** Cancel a release with all its plans. */
  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('pages.publish')
  @Audited('release.cancel')
  async cancel(@Context() context: CallerContext, @IdParam('id') id: string): Promise<void> {
    await this.releases.cancel(context, id);
  }
}
