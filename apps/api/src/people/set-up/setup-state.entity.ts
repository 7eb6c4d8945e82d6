import type { SetupOutcome, SetupStep } from '@sitedesk/contract/setup';
import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Tenant } from '../../platform/tenancy/tenant.entity.js';

/** Whether a tenant still waits for its first administrator. Once closed it stays closed. */
@Entity('setup_state')
export class SetupState {
  @ForeignKey(() => Tenant, { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  tenantId: string;

  /** The one-time code, encrypted, so that a restart prints the same one. Null once closed. */
  @Column('text', { nullable: true })
  code: string | null;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** What the first administrator has answered since; null when nobody is to be asked. */
  @Column('jsonb', { nullable: true })
  steps: Partial<Record<SetupStep, SetupOutcome>> | null;
}
