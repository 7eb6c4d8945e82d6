import { Controller, Get, Header } from '@nestjs/common';
import { EDITOR_PATH, type SystemReport } from '@sitedesk/contract';
import { RequirePermission } from '../common/access.js';
import { TenantId } from '../common/tenant-id.decorator.js';
import { SystemService } from './system.service.js';

/** How the installation is, for whoever looks after it. */
@Controller(`${EDITOR_PATH}/system`)
@RequirePermission('settings.manage')
export class SystemController {
  constructor(private readonly system: SystemService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  report(@TenantId() tenantId: string): Promise<SystemReport> {
    return this.system.report(tenantId);
  }
}
