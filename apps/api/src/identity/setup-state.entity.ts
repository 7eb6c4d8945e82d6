import type { SetupOutcome, SetupStep } from '@sitedesk/contract';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Tenant } from '../tenancy/tenant.entity.js';

/** Whether a tenant still waits for its first administrator. Once closed it stays closed (ID-23). */
@Entity('setup_state')
export class SetupState {
  @PrimaryColumn('uuid', { name: 'tenant_id', primaryKeyConstraintName: 'setup_state_pkey' })
  tenantId: string;

  @OneToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id', foreignKeyConstraintName: 'setup_state_tenant_id_fkey' })
  tenant?: Tenant;

  /** The one-time code, encrypted, so that a restart prints the same one. Null once closed. */
  @Column('text', { nullable: true })
  code: string | null;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  /** What the first administrator has answered since; null when nobody is to be asked. */
  @Column('jsonb', { nullable: true })
  steps: Partial<Record<SetupStep, SetupOutcome>> | null;
}
