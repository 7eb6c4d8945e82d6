import { Column, Entity, Index } from 'typeorm';
import { OfTenant } from '../tenancy/tenant-rows.js';

/** What a tenant's key is for. `data` encrypts personal data, `lookup` makes keyed hashes of email addresses. */
export type TenantKeyPurpose = 'data' | 'lookup';

/** A tenant's own random key, wrapped by the master key. It goes with its tenant, and with it all it encrypted. */
@Entity('tenant_key')
@Index('tenant_key_current', ['tenantId', 'purpose'], { unique: true, where: '(retired_at IS NULL)' })
export class TenantKey extends OfTenant {
  @Column('text')
  purpose: TenantKeyPurpose;

  @Column('text')
  wrappedKey: string;

  @Column('timestamptz')
  createdAt: Date;

  /** Set when a newer key took over; it still opens what it encrypted. */
  @Column('timestamptz', { nullable: true })
  retiredAt: Date | null;
}
