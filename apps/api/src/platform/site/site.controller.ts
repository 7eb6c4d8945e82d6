import { Controller, Get, Patch } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { ChangeSiteDto } from '@sitedesk/contract/site.dto';
import { Context, RequestContext, TenantId } from '../http/request-context.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../http/access.js';
import { JsonBody } from '../http/request-input.js';
import { SiteService } from './site.service.js';

/** What the site is called, and where it is. */
@Controller(`${EDITOR_PATH}/site`)
@RequirePermission('settings.manage')
export class SiteController {
  constructor(private readonly site: SiteService) {}

  /** Get the site. */
  @Get()
  show(@TenantId() tenantId: string) {
    return this.site.read(tenantId);
  }

  /** Change the site. */
  @Patch()
  @Audited('site.change')
  change(@Context() context: RequestContext, @JsonBody() input: ChangeSiteDto) {
    return this.site.change(context, input);
  }
}
