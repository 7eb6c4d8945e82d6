import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/**
 * Both ends of a tenant's chain of audit rows. Whoever adds a row locks this one, so that rows get their places one after
 * the other; and because it names the last row, a chain that was cut off at its end is noticed.
 */
@Entity('audit_head')
export class AuditHead {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'audit_head_pkey' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'audit_head_tenant_id_fkey' })
  tenant?: Tenant;

  /** Place of the row written last; 0 before the first. Never goes back. */
  @Column('bigint')
  sequence: string;

  /** Its hash; zeros before the first. */
  @Column('text')
  hash: string;

  /** Place of the last row that the retention deleted, where verification starts; 0 for none. */
  @Column('bigint', { name: 'anchor_sequence' })
  anchorSequence: string;

  /** The hash that row had; zeros for none. */
  @Column('text', { name: 'anchor_hash' })
  anchorHash: string;
}
