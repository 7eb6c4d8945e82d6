import type { Permission } from '@sitedesk/contract/permissions';
import { Column, Entity, Unique } from 'typeorm';
import { OfTenant } from '../../platform/tenancy/tenant-rows.js';

/** A tenant's custom role. The built-in ones stand in the contract and are not stored. */
@Entity('role')
@Unique('role_tenant_name', ['tenantId', 'nameKey'])
export class Role extends OfTenant {
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
