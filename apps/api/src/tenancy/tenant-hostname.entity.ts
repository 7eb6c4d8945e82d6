import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from './tenant.entity.js';

/** A public hostname of a tenant, in canonical form. One hostname leads to one tenant. */
@Entity('tenant_hostname')
@Index('tenant_hostname_tenant', ['tenantId'])
export class TenantHostname {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'tenant_hostname_pkey' })
  hostname: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'tenant_hostname_tenant_id_fkey' })
  tenant?: Tenant;
}
