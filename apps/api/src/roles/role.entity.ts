import type { Permission } from '@sitedesk/contract';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** A role that a tenant made for itself. The built-in ones stand in the contract and are not stored. */
@Entity('role')
@Unique('role_tenant_name', ['tenantId', 'nameKey'])
export class Role {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'role_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'role_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  name: string;

  /** The name as it is compared: without case. */
  @Column('text', { name: 'name_key' })
  nameKey: string;

  @Column('text', { default: '' })
  description: string;

  @Column('text', { array: true })
  permissions: Permission[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('integer', { default: 1 })
  version: number;
}
