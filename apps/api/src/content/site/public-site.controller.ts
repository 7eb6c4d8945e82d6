import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { PublicSite } from '@sitedesk/contract/public-site';
import { RequirePermission } from '../../platform/http/access.js';
import { TenantId } from '../../platform/http/request-context.js';
import { PublicSiteService } from './public-site.service.js';

/** What the administration says of the public site. */
@Controller(`${EDITOR_PATH}/public-site`)
@RequirePermission('pages.view')
export class PublicSiteController {
  constructor(private readonly site: PublicSiteService) {}

  /** Get the origin at which visitors see the pages of the site. */
  @Get()
  async get(@TenantId() tenantId: string): Promise<PublicSite> {
    return { origin: await this.site.origin(tenantId) };
  }
}
