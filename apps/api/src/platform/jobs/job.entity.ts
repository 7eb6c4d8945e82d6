import type { MessageCode } from '@sitedesk/contract/messages';
import { Column, Entity, Index } from 'typeorm';
import { OfTenant } from '../tenancy/tenant-rows.js';

/** `queued` waits for its time, `running` is leased by a worker, `dead` waits for a person. */
export const JOB_STATES = ['queued', 'running', 'done', 'dead', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Work that survives a crash: written in the transaction that makes it necessary, done by whichever worker is free. Where a
 * thing has at most one job of a kind, the job has the id of that thing.
 */
@Entity('job')
@Index('job_due', ['tenantId', 'target', 'nextAttemptAt'], { where: "(state = 'queued'::text)" })
@Index('job_running', ['leasedUntil'], { where: "(state = 'running'::text)" })
@Index('job_stopped', ['tenantId', 'kind', 'finishedAt', 'id'], {
  where: "(state = ANY (ARRAY['dead'::text, 'cancelled'::text]))",
})
@Index('job_tenant', ['tenantId', 'createdAt', 'id'])
@Index('job_subject', ['subjectId'], { where: '(subject_id IS NOT NULL)' })
export class JobRow extends OfTenant {
  @Column('text')
  kind: string;

  /** What it calls upon. Jobs of a tenant with the same target share their places and their hold. */
  @Column('text')
  target: string;

  /** What it is about, where that is not its id. */
  @Column('uuid', { nullable: true })
  subjectId: string | null;

  @Column('jsonb', { nullable: true })
  data: unknown;

  @Column('text')
  state: JobState;

  @Column('timestamptz')
  createdAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz')
  nextAttemptAt: Date;

  /** Number of the worker that runs it; the worker's advisory lock says whether it is still alive. */
  @Column('integer', { nullable: true })
  leaseOwner: number | null;

  @Column('timestamptz', { nullable: true })
  leasedUntil: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** Of `lastError`, for readers of other languages; null for another server's words. */
  @Column('jsonb', { nullable: true })
  lastErrorCode: MessageCode | null;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  /** After this a failed attempt is the last one; null: after the time its kind allows. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;
}
