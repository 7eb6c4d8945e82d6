import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TenantHostname } from './tenant-hostname.entity.js';
import { Tenant } from './tenant.entity.js';
import { TenantsService } from './tenants.service.js';

/** Which site a request is for. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Tenant, TenantHostname])],
  providers: [TenantsService],
  exports: [TenantsService],
})
export class TenancyModule {}
