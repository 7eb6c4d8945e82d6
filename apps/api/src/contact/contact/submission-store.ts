import { type Message, storedCode } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import { CONTACT_ERRORS, type SubmissionStatus } from '@sitedesk/contract/contact';
import { EMAIL_TARGET } from '../../email/outbox/email-kind.js';
import { Batcher } from '../../platform/core/batcher.js';
import { LEASE_SECONDS } from '../../platform/jobs/job-store.js';
import { MAILING_LIST } from '../mailing-list/mailing-list.entity.js';
import type { NewSubscription } from '../mailing-list/subscriptions.service.js';
import { isUnavailable, type PreparedStatement, Sql } from '../../platform/database/sql.js';
import { CONTACT_NOTIFICATION } from './notification-statements.js';

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
  readonly error: Message | null;
  readonly idempotencyKey: string | null;
  readonly attemptId: string;
  readonly requestId: string;
  /** Whether a notification has to leave; null: stored only, it can be sent again later. */
  readonly notification: 'queued' | 'running' | null;
  /** The worker that sends it at once, when `running`. */
  readonly leaseOwner: number | null;
  /** The contact that goes to the mailing list, if the site has one and its rule holds. */
  readonly enrolment: NewSubscription | null;
}

/** What the database made of a {@link NewSubmission}. */
type StoredSubmission = { readonly kind: 'stored' } | RepeatedSubmission;

/** The idempotency key was used before. */
export interface RepeatedSubmission {
  readonly kind: 'repeated';
  readonly submissionId: string;
  /** The earlier request was answered with success. */
  readonly accepted: boolean;
  /** The earlier request carried the same message. */
  readonly sameMessage: boolean;
}

/** One statement is one transaction: the submission, its audit row, its notification and its contact for the mailing list are committed together or not at all. */
const STORE: PreparedStatement = {
  name: 'store_submissions',
  text: `
WITH input AS (
  SELECT t.id, "tenantId" AS tenant_id, name, email, message, "clientAddress" AS client_address, "userAgent" AS user_agent,
         page, hostname, "receivedAt" AS received_at, "receiptCode" AS receipt_code, status, error,
         "idempotencyKey" AS idempotency_key, "attemptId" AS attempt_id, "requestId" AS request_id, notification,
         "leaseOwner" AS lease_owner, (enrolment->>'jobId')::uuid AS list_job_id,
         (enrolment->>'confirm')::boolean AS list_confirm, "errorCode"::jsonb AS error_code
  FROM json_to_recordset($1) AS t(
    id uuid, "tenantId" uuid, name text, email text, message text, "clientAddress" text, "userAgent" text, page text,
    hostname text, "receivedAt" timestamptz, "receiptCode" text, status text, error text, "idempotencyKey" text,
    "attemptId" uuid, "requestId" text, notification text, "leaseOwner" int, enrolment json,
    "errorCode" text
  )
), stored AS (
  INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
                                  received_at, receipt_code, status, error, error_code, idempotency_key, folder)
  SELECT id, tenant_id, name, email, message, client_address, user_agent, page, hostname,
         received_at, receipt_code, status, error, error_code, idempotency_key,
         CASE status WHEN 'held' THEN 'held' ELSE 'inbox' END
  FROM input
  ON CONFLICT (tenant_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
  RETURNING id
), audited AS (
  INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, error, request_id)
  SELECT attempt_id, tenant_id, id, email, client_address, received_at,
         CASE WHEN error IS NULL THEN 'accepted' ELSE 'failed' END, error, request_id
  FROM input JOIN stored USING (id)
), posted AS (
  INSERT INTO job (id, tenant_id, kind, target, state, created_at, attempts, next_attempt_at, lease_owner, leased_until)
  SELECT id, tenant_id, '${CONTACT_NOTIFICATION}', '${EMAIL_TARGET}', notification, received_at,
         CASE WHEN notification = 'running' THEN 1 ELSE 0 END, now(),
         lease_owner, CASE WHEN notification = 'running' THEN now() + interval '${LEASE_SECONDS} seconds' END
  FROM input JOIN stored USING (id)
  WHERE notification IS NOT NULL
), enrolled AS (
  INSERT INTO job (id, tenant_id, kind, target, subject_id, data, state, created_at, next_attempt_at)
  SELECT list_job_id, tenant_id, '${MAILING_LIST}', '${MAILING_LIST}', id, jsonb_build_object('confirm', list_confirm), 'queued',
         received_at, now()
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
    // With the time a statement waits for a lock: nobody waits more than two seconds.
    maxWaitMs: 1_000,
    concurrency: 2,
  });

  constructor(private readonly sql: Sql) {}

  /**
   * Resolves when the message is on disk.
   * @throws QueueFullError or the database's error: it is not, and the visitor must not be told otherwise
   */
  store(submission: NewSubmission): Promise<StoredSubmission> {
    return this.batcher.add(submission);
  }

  /** Stores one that is marked as a test, in one transaction with the mark. */
  async storeTest(submission: NewSubmission): Promise<void> {
    await this.sql.transaction(async (run) => {
      await run(STORE, [parameter([submission])]);
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
    const rows = await this.sql.run<{ readonly id: string }>(STORE, [parameter(batch)]);
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
      tenantId,
      idempotencyKey,
      name,
      email,
      message,
      attemptId,
      clientAddress,
      receivedAt,
      requestId,
      CONTACT_ERRORS.keyReused,
      anyMessage,
    ]);
    if (!row) return undefined;
    return { kind: 'repeated', submissionId: row.id, accepted: row.accepted, sameMessage: row.same_message };
  }
}

/** One text for all rows: the driver is several times slower at a list per column. */
const parameter = (batch: readonly NewSubmission[]): string =>
  JSON.stringify(
    batch.map((row) =>
      row.error ? { ...row, error: row.error.text, errorCode: storedCode(row.error) } : row,
    ),
  );

function first(outcomes: readonly (StoredSubmission | Error)[]): StoredSubmission | Error {
  return outcomes[0] ?? new Error('Nothing was written.');
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
