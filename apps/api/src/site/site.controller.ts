import { Controller, Get, Header, Patch } from '@nestjs/common';
import { EDITOR_PATH, type SiteView } from '@sitedesk/contract';
import { ChangeSiteDto } from '@sitedesk/contract/dto';
import { type Actor, CurrentActor } from '../audit/actor.js';
import { Audited } from '../audit/audited.js';
import { RequirePermission } from '../common/access.js';
import { JsonBody } from '../common/request-input.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { SiteService } from './site.service.js';

/** What the site is called, and where it is. */
@Controller(`${EDITOR_PATH}/site`)
@RequirePermission('settings.manage')
export class SiteController {
  constructor(private readonly site: SiteService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  show(@TenantId() tenantId: string): Promise<SiteView> {
    return this.site.read(tenantId);
  }

  @Patch()
  @Audited('site.change')
  @Header('Cache-Control', 'no-store')
  change(
    @TenantId() tenantId: string,
    @CurrentActor() actor: Actor,
    @JsonBody(ChangeSiteDto) input: ChangeSiteDto,
  ): Promise<SiteView> {
    return this.site.change(tenantId, actor, input);
  }
}
