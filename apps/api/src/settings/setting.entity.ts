import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** One stored setting of a tenant (specification 2.3: Id, Group, Name, Value, Description). Secrets are stored encrypted. */
@Entity('setting')
@Unique('setting_tenant_group_name', ['tenantId', 'group', 'name'])
export class Setting {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'setting_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'setting_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  group: string;

  @Column('text')
  name: string;

  @Column('text')
  value: string;

  @Column('text', { default: '' })
  description: string;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
