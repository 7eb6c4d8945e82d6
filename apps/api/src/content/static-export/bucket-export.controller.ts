import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited, NotAudited } from '../../platform/audit/audited.js';
import { Action, RequirePermission } from '../../platform/http/access.js';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { BucketExportService } from './bucket-export.service.js';
import { BucketRunsService } from './bucket-runs.service.js';

/** The public site as files in a bucket. */
@Controller(`${EDITOR_PATH}/public-site/export/bucket`)
export class BucketExportController {
  constructor(
    private readonly exports: BucketExportService,
    private readonly runs: BucketRunsService,
  ) {}

  /** Get how the export of the public site into a bucket goes. */
  @Get()
  @RequirePermission('pages.publish')
  state(@TenantId() tenantId: string) {
    return this.exports.state(tenantId);
  }

  /** Export the public site into its bucket now, and write again what is missing there. */
  @Post()
  @HttpCode(202)
  @RequirePermission('pages.publish')
  @Audited('site.export')
  start(@Context() context: RequestContext) {
    return this.exports.start(context);
  }

  /** Check whether the bucket can be read and is free for the site. Nothing is written. */
  @Action('check')
  @RequirePermission('settings.manage')
  @NotAudited('Asks the service whether the settings are right. Changes nothing.')
  check(@TenantId() tenantId: string) {
    return this.runs.check(tenantId);
  }
}
