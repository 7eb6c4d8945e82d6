import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** What a tenant's key is for. `data` encrypts personal data, `lookup` makes keyed hashes of email addresses (K-03). */
export type TenantKeyPurpose = 'data' | 'lookup';

/** A tenant's own random key, wrapped by the master key. It goes with its tenant, and with it all it encrypted (K-02). */
@Entity('tenant_key')
@Index('tenant_key_current', ['tenantId', 'purpose'], { unique: true, where: '(retired_at IS NULL)' })
export class TenantKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'tenant_key_pkey' })
  id: string;

  @Column('uuid', { name: 'tenant_id' })
  tenantId: string;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'tenant_key_tenant_id_fkey' })
  tenant?: Tenant;

  @Column('text')
  purpose: TenantKeyPurpose;

  @Column('text', { name: 'wrapped_key' })
  wrappedKey: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Set when a newer key took over; it still opens what it encrypted. */
  @Column('timestamptz', { name: 'retired_at', nullable: true })
  retiredAt: Date | null;
}
