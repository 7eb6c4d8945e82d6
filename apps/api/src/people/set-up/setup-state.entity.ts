import type { SetupOutcome, SetupStep } from '@sitedesk/contract/setup';
import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../../platform/tenancy/tenant-rows.js';

/** Whether a tenant still waits for its first administrator. Once closed it stays closed. */
@Entity('setup_state')
export class SetupState extends KeyedByTenant {
  /** The one-time code, encrypted, so that a restart prints the same one. Null once closed. */
  @Column('text', { nullable: true })
  code: string | null;

  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  /** What the first administrator has answered since; null when nobody is to be asked. */
  @Column('jsonb', { nullable: true })
  steps: Partial<Record<SetupStep, SetupOutcome>> | null;
}
