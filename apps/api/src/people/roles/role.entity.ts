import type { Permission } from '@sitedesk/contract/permissions';
import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../../platform/tenancy/tenant.entity.js';

/** A tenant's custom role. The built-in ones stand in the contract and are not stored. */
@Entity('role')
@Unique('role_tenant_name', ['tenantId', 'nameKey'])
export class Role {
  @PrimaryColumn('uuid')
  id: string;

  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @Column('uuid')
  tenantId: string;

  @Column('text')
  name: string;

  /** The name as it is compared: without case. */
  @Column('text')
  nameKey: string;

  @Column('text', { default: '' })
  description: string;

  @Column('text', { array: true })
  permissions: Permission[];

  @Column('timestamptz')
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}
