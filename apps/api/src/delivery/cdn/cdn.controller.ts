import { Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { PurgeDto, PurgeListDto } from '@sitedesk/contract/cdn.dto';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { SaveSettingsDto } from '@sitedesk/contract/settings.dto';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { ExpectedVersion, SendsEntityTag } from '../../platform/http/entity-tag.js';
import { CallerContext, Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { IdParam, JsonBody, QueryInput } from '../../platform/http/request-input.js';
import { CdnService } from './cdn.service.js';
import { PurgeStatusService } from './purge-status.service.js';

/** The CDN in front of the public site (specification 2.8 and 4.6). */
@Controller(`${EDITOR_PATH}/cdn`)
@RequirePermission('cdn.manage')
export class CdnController {
  constructor(
    private readonly cdn: CdnService,
    private readonly status: PurgeStatusService,
  ) {}

  /** Get the settings of the CDN, and how it goes. */
  @Get()
  @SendsEntityTag()
  view(@TenantId() tenantId: string) {
    return this.cdn.view(tenantId);
  }

  /** Change the settings of the CDN. */
  @Put()
  @SendsEntityTag()
  @Audited('setting.change')
  save(
    @Context() context: RequestContext,
    @ExpectedVersion() version: number,
    @JsonBody() { values }: SaveSettingsDto,
  ) {
    return this.cdn.save(context, version, values);
  }

  /** Check the credentials of the CDN. Nothing is purged. */
  @Action('check')
  @NotAudited('Asks the service whether the settings are right. Changes nothing.')
  check(@TenantId() tenantId: string) {
    return this.cdn.check(tenantId);
  }

  /** Purge URLs, tags or everything of the site. Everything takes its hostname as confirmation. */
  @Post('purge')
  @HttpCode(202)
  @Audited('cdn.purge')
  purge(@Context() context: CallerContext, @JsonBody({ maxBytes: 1_200_000, maxKeys: 64 }) input: PurgeDto) {
    return this.cdn.purge(context, input);
  }

  /** Get how far the newest purge is. */
  @Get('latest')
  latest(@TenantId() tenantId: string) {
    return this.status.ofSite(tenantId);
  }

  /** List purges, the newest first. */
  @Get('purges')
  list(@TenantId() tenantId: string, @QueryInput() query: PurgeListDto) {
    return this.cdn.list(tenantId, query);
  }

  /** Get a purge with what the service said, and what was seen at the public address. */
  @Get('purges/:id')
  get(@TenantId() tenantId: string, @IdParam('id') id: string) {
    return this.cdn.get(tenantId, id);
  }

  /** Retry a purge that failed, or that waits. */
  @Action('purges/:id/retry')
  @Audited('cdn.retry')
  retry(@Context() context: RequestContext, @IdParam('id') id: string) {
    return this.cdn.retry(context, id);
  }

  /** Forget a purge that waits or failed. */
  @Action('purges/:id/forget')
  @Audited('cdn.forget')
  forget(@Context() context: RequestContext, @IdParam('id') id: string) {
    return this.cdn.forget(context, id);
  }
}
