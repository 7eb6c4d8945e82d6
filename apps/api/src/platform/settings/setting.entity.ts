import { Column, Entity, Unique } from 'typeorm';
import { OfTenant } from '../tenancy/tenant-rows.js';

/** One stored setting of a tenant (specification 2.3: Id, Group, Name, Value, Description). Secrets are stored encrypted. */
@Entity('setting')
@Unique('setting_tenant_group_name', ['tenantId', 'group', 'name'])
export class Setting extends OfTenant {
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
