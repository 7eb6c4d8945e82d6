import { Controller, Get, Headers, HttpCode, Post, Res } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { FastifyReply } from 'fastify';
import { Audited } from '../../platform/audit/audited.js';
import { RecentSignIn, RequirePermission } from '../../platform/http/access.js';
import { Sends } from '../../platform/http/openapi-marks.js';
import { CallerContext, Context, TenantId } from '../../platform/http/request-context.js';
import { SiteArchiveService } from './site-archive.service.js';

/** All content of the site in one file. */
@Controller(`${EDITOR_PATH}/site/archive`)
@RequirePermission('settings.manage')
export class SiteArchiveController {
  constructor(private readonly archives: SiteArchiveService) {}

  /** Get whether an archive of the site is being made, and whether there is one to download. */
  @Get()
  state(@TenantId() tenantId: string) {
    return this.archives.state(tenantId);
  }

  /** Make an archive of all content of the site. For administrators only. */
  @Post()
  @HttpCode(202)
  @RecentSignIn()
  @Audited('site.archive')
  start(@Context() context: CallerContext) {
    return this.archives.start(context);
  }

  /** Download the newest archive of the site. `Range` continues a download that broke off. */
  @Get('file')
  @RecentSignIn()
  @Audited('site.archive-download')
  @Sends('application/zip')
  download(
    @Context() context: CallerContext,
    @Headers('range') range: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.archives.download(context, { range, ifRange }, reply);
  }
}
