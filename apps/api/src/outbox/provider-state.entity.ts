import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** What is known of a tenant's mail provider from the attempts made so far. A tenant without a row has no bad news. */
@Entity('provider_state')
export class ProviderState {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'provider_state_pkey' })
  tenantId: string;

  @OneToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'provider_state_tenant_id_fkey' })
  tenant?: Tenant;

  /** Of the settings that failed: news of other settings does not count. */
  @Column('text')
  fingerprint: string;

  /** Failures in a row; a success deletes the row. */
  @Column('integer')
  failures: number;

  /** Kind of the newest failure: `configuration` is a permanent refusal, `temporary` an outage. */
  @Column('text')
  kind: string;

  @Column('text')
  detail: string;

  @Column('timestamptz', { name: 'last_attempt_at' })
  lastAttemptAt: Date;

  /** No further mail of the tenant is tried before this time. */
  @Column('timestamptz', { name: 'held_until' })
  heldUntil: Date;
}
