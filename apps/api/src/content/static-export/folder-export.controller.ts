import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { Audited } from '../../platform/audit/audited.js';
import { RequirePermission } from '../../platform/http/access.js';
import { Context, RequestContext, TenantId } from '../../platform/http/request-context.js';
import { FolderExportService } from './folder-export.service.js';

/** The public site as files in a folder of the server. */
@Controller(`${EDITOR_PATH}/public-site/export/folder`)
@RequirePermission('pages.publish')
export class FolderExportController {
  constructor(private readonly exports: FolderExportService) {}

  /** Get how the export of the public site into a folder of the server goes. */
  @Get()
  state(@TenantId() tenantId: string) {
    return this.exports.state(tenantId);
  }

  /** Export the public site into its folder now, and write again what is missing there. */
  @Post()
  @HttpCode(202)
  @Audited('site.export')
  start(@Context() context: RequestContext) {
    return this.exports.start(context);
  }
}
