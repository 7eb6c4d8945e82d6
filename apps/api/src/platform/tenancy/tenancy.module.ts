import { ProxyWatch } from './proxy-watch.js';
import { TenantGuard } from './tenant.guard.js';
import { TenantHostname } from './tenant-hostname.entity.js';
import { Tenant } from './tenant.entity.js';
import { TenantsService } from './tenants.service.js';
import { Feature, Registers } from '../core/features.js';
import { ENTITIES } from '../database/data-source.js';

/** Which site a request is for. */
@Feature({
  providers: [TenantsService, ProxyWatch, TenantGuard],
})
@Registers(ENTITIES, Tenant, TenantHostname)
export class TenancyModule {}
