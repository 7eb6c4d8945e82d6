import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { KeyedByTenant } from '../tenancy/tenant-rows.js';

/** A target of a tenant that fails, and until when its jobs wait. Without a row nothing is known to be wrong. */
@Entity('job_hold')
export class JobHold extends KeyedByTenant {
  @PrimaryColumn('text')
  target: string;

  /** Of the settings that failed: a hold does not outlive them. */
  @Column('text')
  fingerprint: string;

  /** Failures in a row; a success deletes the row. */
  @Column('integer')
  failures: number;

  /** Kind of the newest failure; the feature that reported it knows what it means. */
  @Column('text')
  kind: string;

  @Column('text')
  detail: string;

  /** Of `detail`, for readers of other languages; null for another server's words. */
  @Column('jsonb', { nullable: true })
  detailCode: MessageCode | null;

  @Column('timestamptz')
  since: Date;

  @Column('timestamptz')
  lastAttemptAt: Date;

  /** No job for the target starts before this time; `infinity` when a person has paused it. */
  @Column('timestamptz')
  heldUntil: Date;
}
