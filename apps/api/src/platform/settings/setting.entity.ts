import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** One stored setting of a tenant (specification 2.3: Id, Group, Name, Value, Description). Secrets are stored encrypted. */
@Entity('setting')
@Unique('setting_tenant_group_name', ['tenantId', 'group', 'name'])
export class Setting {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @Column('uuid')
  tenantId: string;

  @Column('text')
  group: string;

  @Column('text')
  name: string;

  @Column('text')
  value: string;

  @Column('text', { default: '' })
  description: string;

  @Column('timestamptz')
  updatedAt: Date;
}
