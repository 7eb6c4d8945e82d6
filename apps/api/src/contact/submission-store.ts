import { Injectable } from '@nestjs/common';
import { CONTACT_ERRORS, type SubmissionStatus } from '@sitedesk/contract';
import { Batcher } from '../common/batcher.js';
import type { NewEnrolment } from '../mailing-list/enrolments.service.js';
import { isUnavailable, type PreparedStatement, Sql } from '../database/sql.js';

/** A message about to be stored, with what becomes of it. */
export interface NewSubmission {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  readonly page: string | null;
  readonly hostname: string;
  readonly receivedAt: Date;
  readonly receiptCode: string;
  readonly status: SubmissionStatus;
  readonly error: string | null;
  readonly idempotencyKey: string | null;
  readonly attemptId: string;
  readonly requestId: string;
  /** Whether a notification has to leave; null: stored only, it can be sent again later. */
  readonly outboxState: 'queued' | 'sending' | null;
  /** The worker that sends it at once, when `sending`. */
  readonly leaseOwner: number | null;
  /** The contact that goes to the mailing list, if the site has one and its rule holds. */
  readonly enrolment: NewEnrolment | null;
}

/** What the database made of a {@link NewSubmission}. */
export type StoredSubmission = { readonly kind: 'stored' } | RepeatedSubmission;

/** The idempotency key was used before. */
export interface RepeatedSubmission {
  readonly kind: 'repeated';
  readonly submissionId: string;
  /** The earlier request was answered with success. */
  readonly accepted: boolean;
  /** The earlier request carried the same message. */
  readonly sameMessage: boolean;
}

const LEASE_SECONDS = 60;

/** One statement is one transaction: the submission, its audit row, its outbox row and its contact for the mailing list are committed together or not at all (D1). */
const STORE: PreparedStatement = {
  name: 'store_submissions',
  text: `
WITH input AS (
  SELECT * FROM unnest(
    $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[], $15::uuid[], $16::text[], $17::text[], $18::int[],
    $19::uuid[], $20::boolean[]
  ) AS t(id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
         received_at, receipt_code, status, error, idempotency_key, attempt_id, request_id, outbox_state, lease_owner,
         list_job_id, list_confirm)
), stored AS (
  INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
                                  received_at, receipt_code, status, error, idempotency_key)
  SELECT id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
         received_at, receipt_code, status, error, idempotency_key
  FROM input
  ON CONFLICT (tenant_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
  RETURNING id
), audited AS (
  INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, error, request_id)
  SELECT attempt_id, tenant_id, id, email, client_address, received_at,
         CASE WHEN error IS NULL THEN 'accepted' ELSE 'failed' END, error, request_id
  FROM input JOIN stored USING (id)
), posted AS (
  INSERT INTO outbox_message (id, tenant_id, state, created_at, attempts, next_attempt_at, lease_owner, leased_until)
  SELECT id, tenant_id, outbox_state, received_at, CASE WHEN outbox_state = 'sending' THEN 1 ELSE 0 END, received_at,
         lease_owner, CASE WHEN outbox_state = 'sending' THEN now() + interval '${LEASE_SECONDS} seconds' END
  FROM input JOIN stored USING (id)
  WHERE outbox_state IS NOT NULL
), enrolled AS (
  INSERT INTO mailing_list_job (id, tenant_id, submission_id, confirm, state, created_at, next_attempt_at)
  SELECT list_job_id, tenant_id, id, list_confirm, 'queued', received_at, received_at
  FROM input JOIN stored USING (id)
  WHERE list_job_id IS NOT NULL
)
SELECT id FROM stored`,
};

/** A request that repeats an earlier one has its own audit row, and the earlier one's answer. */
const REPEAT: PreparedStatement = {
  name: 'repeat_submission',
  text: `
WITH earlier AS (
  SELECT id, name = $3 AND email = $4 AND message = $5 AS same_message,
         EXISTS (SELECT FROM contact_attempt a
                 WHERE a.tenant_id = $1 AND a.submission_id = s.id AND a.status = 'accepted') AS accepted
  FROM contact_submission s
  WHERE tenant_id = $1 AND idempotency_key = $2
    AND ($11::boolean OR name = $3 AND email = $4 AND message = $5)
), audited AS (
  INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, error, request_id)
  SELECT $6::uuid, $1::uuid, id, $4, $7, $8::timestamptz, CASE WHEN same_message THEN 'repeated' ELSE 'refused' END,
         CASE WHEN same_message THEN NULL ELSE $10 END, $9
  FROM earlier
)
SELECT id, accepted, same_message FROM earlier`,
};

const ANSWERED_WITH_FAILURE: PreparedStatement = {
  name: 'attempt_failed',
  text: `UPDATE contact_attempt SET status = 'failed', error = $3 WHERE tenant_id = $1 AND id = $2`,
};

const MARK_TEST: PreparedStatement = {
  text: 'UPDATE contact_submission SET is_test = true WHERE tenant_id = $1 AND id = $2',
};

interface RepeatRow {
  readonly id: string;
  readonly accepted: boolean;
  readonly same_message: boolean;
}

/**
 * Writes accepted messages. Those that wait at the same moment share one statement and so one flush to disk; a lone one
 * is written at once (measured: twice the throughput, no added latency when idle).
 */
@Injectable()
export class SubmissionStore {
  private readonly batcher = new Batcher<NewSubmission, StoredSubmission>((batch) => this.write(batch), {
    maxBatch: 64,
    maxWaiting: 2_000,
    // With the time a statement waits for a lock: nobody waits more than two seconds (L-16).
    maxWaitMs: 1_000,
    concurrency: 2,
  });

  constructor(private readonly sql: Sql) {}

  /**
   * Resolves when the message is on disk.
   * @throws QueueFullError, DatabaseUnavailableException: it is not, and the visitor must not be told otherwise
   */
  store(submission: NewSubmission): Promise<StoredSubmission> {
    return this.batcher.add(submission);
  }

  /** Stores one that is marked as a test, in one transaction with the mark. */
  async storeTest(submission: NewSubmission): Promise<void> {
    await this.sql.transaction(async (run) => {
      await run(STORE, columns([submission]));
      await run(MARK_TEST, [submission.tenantId, submission.id]);
    });
  }

  private async repeat(submission: NewSubmission): Promise<RepeatedSubmission> {
    const earlier = await this.findByKey(submission, { anyMessage: true });
    if (!earlier) throw new Error('A submission was neither stored nor found by its idempotency key.');
    return earlier;
  }

  /** The visitor was told of a refusal after all (delivery mode `confirm`); the audit says so. */
  async markAnsweredWithFailure(tenantId: string, attemptId: string, error: string): Promise<void> {
    await this.sql.run(ANSWERED_WITH_FAILURE, [tenantId, attemptId, error]);
  }

  private async write(batch: readonly NewSubmission[]): Promise<readonly (StoredSubmission | Error)[]> {
    try {
      return await this.writeTogether(batch);
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) throw error;
      // One of them cannot be written; the others must not suffer for it.
      return Promise.all(batch.map((submission) => this.writeTogether([submission]).then(first, asError)));
    }
  }

  private async writeTogether(
    batch: readonly NewSubmission[],
  ): Promise<readonly (StoredSubmission | Error)[]> {
    const rows = await this.sql.run<{ readonly id: string }>(STORE, columns(batch));
    const stored = new Set(rows.map((row) => row.id));
    if (stored.size === batch.length) return batch.map(() => ({ kind: 'stored' }));
    return Promise.all(
      batch.map((submission) =>
        stored.has(submission.id) ? { kind: 'stored' as const } : this.repeat(submission),
      ),
    );
  }

  /** The same message sent earlier with the same idempotency key, if it was; this request then has its audit row. */
  async findRepeated(submission: NewSubmission): Promise<RepeatedSubmission | undefined> {
    return submission.idempotencyKey === null ? undefined : this.findByKey(submission, { anyMessage: false });
  }

  private async findByKey(
    submission: NewSubmission,
    { anyMessage }: { readonly anyMessage: boolean },
  ): Promise<RepeatedSubmission | undefined> {
    const {
      tenantId,
      idempotencyKey,
      name,
      email,
      message,
      attemptId,
      clientAddress,
      receivedAt,
      requestId,
    } = submission;
    const [row] = await this.sql.run<RepeatRow>(REPEAT, [
      ...[tenantId, idempotencyKey, name, email, message],
      ...[attemptId, clientAddress, receivedAt, requestId, CONTACT_ERRORS.keyReused, anyMessage],
    ]);
    if (!row) return undefined;
    return { kind: 'repeated', submissionId: row.id, accepted: row.accepted, sameMessage: row.same_message };
  }
}

function columns(batch: readonly NewSubmission[]): readonly unknown[] {
  const column = <Key extends keyof NewSubmission>(key: Key): readonly NewSubmission[Key][] =>
    batch.map((row) => row[key]);
  return [
    ...[column('id'), column('tenantId'), column('name'), column('email'), column('message')],
    ...[
      column('clientAddress'),
      column('userAgent'),
      column('page'),
      column('hostname'),
      column('receivedAt'),
    ],
    ...[
      column('receiptCode'),
      column('status'),
      column('error'),
      column('idempotencyKey'),
      column('attemptId'),
    ],
    ...[column('requestId'), column('outboxState'), column('leaseOwner')],
    ...[batch.map((row) => row.enrolment?.jobId ?? null), batch.map((row) => row.enrolment?.confirm ?? null)],
  ];
}

function first(outcomes: readonly (StoredSubmission | Error)[]): StoredSubmission | Error {
  return outcomes[0] ?? new Error('Nothing was written.');
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
