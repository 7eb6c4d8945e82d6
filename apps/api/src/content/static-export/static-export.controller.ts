import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { Sends } from '../../platform/http/openapi-marks.js';
import { Context, RequestContext } from '../../platform/http/request-context.js';
import { StaticExportService } from './static-export.service.js';

/** The public site as files for a static host. */
@Controller(`${EDITOR_PATH}/public-site/export`)
@RequirePermission('pages.publish')
export class StaticExportController {
  constructor(private readonly exports: StaticExportService) {}

  /** Export the public site as a zip archive of files that any static host can serve. */
  @Get()
  @Audited('site.export')
  @Sends('application/zip')
  export(@Context() context: RequestContext) {
    return this.exports.begin(context);
  }
}
