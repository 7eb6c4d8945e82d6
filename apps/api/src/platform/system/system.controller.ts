import { Controller, Get } from '@nestjs/common';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { RequirePermission } from '../http/access.js';
import { TenantId } from '../http/request-context.js';
import { SystemService } from './system.service.js';

/** How the installation is, for anyone who looks after it. */
@Controller(`${EDITOR_PATH}/system`)
@RequirePermission('settings.manage')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  /** Get the system report. */
  @Get()
  report(@TenantId() tenantId: string) {
    return this.system.report(tenantId);
  }
}
