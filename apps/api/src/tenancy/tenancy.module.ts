import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProxyWatch } from './proxy-watch.js';
import { TenantHostname } from './tenant-hostname.entity.js';
import { Tenant } from './tenant.entity.js';
import { TenantsService } from './tenants.service.js';

/** Which site a request is for. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant, TenantHostname])],
  providers: [TenantsService, ProxyWatch],
  exports: [TenantsService, ProxyWatch],
})
export class TenancyModule {}
