import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Tenant } from './tenant.entity.js';

/** A public hostname of a tenant, in canonical form. One hostname leads to one tenant. */
@Entity('tenant_hostname')
@Index('tenant_hostname_tenant', ['tenantId'])
export class TenantHostname {
  @PrimaryColumn('text')
  hostname: string;

  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @Column('uuid')
  tenantId: string;
}
