import { Global, Module } from '@nestjs/common';
import { ProxyWatch } from './proxy-watch.js';
import { TenantGuard } from './tenant.guard.js';
import { TenantHostname } from './tenant-hostname.entity.js';
import { Tenant } from './tenant.entity.js';
import { TenantsService } from './tenants.service.js';
import { Registers } from '../core/features.js';
import { ENTITIES } from '../database/data-source.js';

/** Which site a request is for. */
@Global()
@Module({
  providers: [TenantsService, ProxyWatch, TenantGuard],
  exports: [TenantsService, ProxyWatch, TenantGuard],
})
@Registers(ENTITIES, Tenant, TenantHostname)
export class TenancyModule {}
