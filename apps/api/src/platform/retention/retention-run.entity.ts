import { Column, Entity } from 'typeorm';
import { KeyedByTenant } from '../tenancy/tenant-rows.js';

/** A tenant's latest daily run, which belongs to one instance at a time. */
@Entity('retention_run')
export class RetentionRun extends KeyedByTenant {
  /** In UTC. */
  @Column('date')
  day: string;

  /** The claim on it; another may follow when the lease has expired. */
  @Column('uuid')
  owner: string;

  @Column('timestamptz')
  leasedUntil: Date;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** Since the last run that finished; null when none has failed. */
  @Column('timestamptz', { nullable: true })
  failedAt: Date | null;

  /** How much of each kind, so far. */
  @Column('jsonb', { default: {} })
  removed: Readonly<Record<string, number>>;
}
