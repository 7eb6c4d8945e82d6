import type { Message } from '@sitedesk/contract/messages';

/** A job that this worker holds. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly tenantId: string;
  readonly subjectId: string | null;
  /** As its feature stored it. */
  readonly data: unknown;
  /** Including the one about to run. */
  readonly attempts: number;
}

/** Keeps a tenant's jobs for a target waiting, longer with each failure in a row. */
export interface HoldReason {
  readonly fingerprint: string;
  readonly kind: string;
  readonly detail: Message;
  /** Seconds after the first failure. */
  readonly first: number;
  /** Seconds that the target asked for. */
  readonly atLeast?: number;
}

/** What came of one attempt. */
export interface Attempt {
  readonly outcome: 'done' | 'retry' | 'dead';
  /** Why it is not done. */
  readonly error?: Message;
  /** Instead of the usual back-off. */
  readonly retryInSeconds?: number;
  /** The target did not look at this job, so the attempt does not count against it. */
  readonly uncounted?: boolean;
  readonly hold?: HoldReason;
  /** The target works: ends its hold. Every attempt with the outcome `done` does. */
  readonly heals?: boolean;
  /** For the effects of the kind. */
  readonly record?: object;
}

/** What became of a job after an attempt. */
export interface Settled {
  readonly state: 'done' | 'queued' | 'dead';
  /** The attempt was the first that put the target on hold. */
  readonly beganHold: boolean;
}

/** What jobs call upon: a service that may be away for all of a tenant's jobs at once. */
export interface JobTarget {
  readonly name: string;
  /** Of the settings in use; undefined when they cannot work. A hold ends when they have changed. */
  fingerprint(tenantId: string): Promise<string | undefined>;
}

/** A kind of work; the feature that stores such jobs registers it. */
export interface JobKind {
  readonly kind: string;
  readonly target: JobTarget;
  /** After so many hours a failed attempt is the last one. Without it a job dies only when an attempt says so. */
  readonly giveUpAfterHours?: number;
  /** What one attempt may take; five minutes unless given. Then it has failed, though it may still be under way. */
  readonly attemptSeconds?: number;
  /** Keeps the rows of finished jobs, for people to look at. */
  readonly keepsDone?: boolean;
  /**
   * Statements that are part of every change of a job's state, in one transaction with it: data-modifying SQL on `settled`
   * (id, tenant_id, subject_id, state, error, error_code, record), which has the jobs that were changed.
   */
  readonly effects?: readonly string[];
  /** One attempt. Failures are outcomes; what it throws is either a database that is away, or a defect. */
  run(job: Job): Promise<Attempt>;
  /** Called when an attempt was recorded. */
  settled?(job: Job, attempt: Attempt, result: Settled): void;
}
