import type { OutboxKind } from '@sitedesk/contract';
import { Injectable } from '@nestjs/common';
import { CHANNELS, DatabaseChanges, WORKER_LOCK_CLASS } from '../database/database-changes.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import { newId } from '../common/id.js';
import { GIVE_UP_AFTER_HOURS } from './retry-schedule.js';

/** A mail that this worker holds. */
export interface LeasedMessage {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly tenantId: string;
  /** Including the one that is about to be made. */
  readonly attempts: number;
}

/** What the mail is made of. */
export interface NotificationContent {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly clientAddress: string;
  readonly page: string | null;
  readonly hostname: string;
  readonly receivedAt: Date;
  readonly receiptCode: string;
  readonly siteName: string;
}

/** One attempt, as it is recorded. */
export interface AttemptRecord {
  readonly provider: string;
  readonly detail: string;
  readonly durationMs: number;
}

/** What the no-operation provider is called: its mails went nowhere, so their texts stay to be read in the editor. */
const NO_PROVIDER = 'none';
const LEASE = `interval '60 seconds'`;
/** How many mails of one tenant are on their way at once: a dead provider holds only these (L-14). */
const PER_TENANT = 4;

const CLAIM: PreparedStatement = {
  name: 'outbox_claim',
  text: `
WITH due AS (
  SELECT o.id FROM tenant t
  LEFT JOIN provider_state p ON p.tenant_id = t.id
  LEFT JOIN unnest($2::uuid[], $3::int[]) AS busy(tenant_id, running) ON busy.tenant_id = t.id
  CROSS JOIN LATERAL (
    SELECT m.id, m.next_attempt_at FROM outbox_message m
    WHERE m.tenant_id = t.id AND m.state = 'queued' AND m.next_attempt_at <= now()
    ORDER BY m.next_attempt_at
    LIMIT greatest(0, CASE WHEN p.tenant_id IS NULL THEN ${PER_TENANT} ELSE 1 END - coalesce(busy.running, 0))
    FOR UPDATE SKIP LOCKED
  ) o
  WHERE p.held_until IS NULL OR p.held_until <= now()
  ORDER BY o.next_attempt_at
  LIMIT $4
)
UPDATE outbox_message m
SET state = 'sending', attempts = m.attempts + 1, lease_owner = $1, leased_until = now() + ${LEASE}
FROM due WHERE m.id = due.id
RETURNING m.id, m.kind, m.tenant_id AS "tenantId", m.attempts`,
};

const CONTENT: PreparedStatement = {
  name: 'outbox_content',
  text: `
SELECT s.name, s.email, s.message, s.client_address AS "clientAddress", s.page, s.hostname,
       s.received_at AS "receivedAt", s.receipt_code AS "receiptCode", t.name AS "siteName"
FROM contact_submission s JOIN tenant t ON t.id = s.tenant_id
WHERE s.tenant_id = $1 AND s.id = $2`,
};

const SENT: PreparedStatement = {
  name: 'outbox_sent',
  text: `
WITH done AS (
  UPDATE outbox_message SET state = 'sent', sent_at = now(), lease_owner = NULL, leased_until = NULL, last_error = NULL
  WHERE id = $1 AND tenant_id = $2 AND state <> 'sent' RETURNING id
), submission AS (
  UPDATE contact_submission SET status = 'sent', error = NULL FROM done WHERE contact_submission.id = done.id
), forgotten AS (
  UPDATE account_mail SET content = NULL FROM done WHERE account_mail.id = done.id AND $4 <> '${NO_PROVIDER}'
), recorded AS (
  INSERT INTO delivery_attempt (id, tenant_id, outbox_id, at, outcome, provider, detail, duration_ms)
  SELECT $3::uuid, $2::uuid, id, now(), 'sent', $4, $5, $6::int FROM done
), healed AS (
  DELETE FROM provider_state WHERE tenant_id = $2 RETURNING tenant_id
)
SELECT count(*)::int AS healed FROM healed`,
};

const FAILED: PreparedStatement = {
  name: 'outbox_failed',
  text: `
WITH done AS (
  UPDATE outbox_message
  SET state = CASE WHEN $7::boolean OR coalesce(expires_at, created_at + interval '${GIVE_UP_AFTER_HOURS} hours') < now()
              THEN 'dead' ELSE 'queued' END,
      next_attempt_at = now() + make_interval(secs => $8::float8),
      lease_owner = NULL, leased_until = NULL, last_error = $5
  WHERE id = $1 AND tenant_id = $2 AND state = 'sending' RETURNING id, state
), submission AS (
  UPDATE contact_submission SET status = CASE WHEN done.state = 'dead' THEN 'failed' ELSE 'queued' END, error = $5
  FROM done WHERE contact_submission.id = done.id
), forgotten AS (
  UPDATE account_mail SET content = NULL FROM done WHERE account_mail.id = done.id AND done.state = 'dead'
), recorded AS (
  INSERT INTO delivery_attempt (id, tenant_id, outbox_id, at, outcome, provider, detail, duration_ms)
  SELECT $3::uuid, $2::uuid, id, now(), $9, $4, $5, $6::int FROM done
)
SELECT state FROM done`,
};

const HOLD: PreparedStatement = {
  name: 'outbox_hold',
  text: `
INSERT INTO provider_state (tenant_id, fingerprint, failures, kind, detail, last_attempt_at, held_until)
VALUES ($1, $2, 1, $3, $4, now(), now() + make_interval(secs => $5::float8))
ON CONFLICT (tenant_id) DO UPDATE
SET failures = CASE WHEN provider_state.fingerprint = $2 THEN provider_state.failures + 1 ELSE 1 END,
    fingerprint = $2, kind = $3, detail = $4, last_attempt_at = now(),
    held_until = now() + make_interval(secs => least($5::float8 * power(2, least(provider_state.failures, 20)), $6::float8))
RETURNING failures`,
};

/**
 * Back to the queue go leases whose worker is gone, that were never renewed, or that are this worker's own without it
 * holding them ($2): a crash of the database can swallow the answer to a claim that was committed. Those wait a moment, in case
 * the answer is only late, and ever longer, in case their outcome cannot be recorded.
 */
const RECLAIM: PreparedStatement = {
  name: 'outbox_reclaim',
  text: `
UPDATE outbox_message
SET state = 'queued', lease_owner = NULL, leased_until = NULL,
    next_attempt_at = CASE WHEN lease_owner = $1
      THEN now() + least(interval '6 hours', make_interval(secs => power(2, least(attempts, 15)) - 2)) ELSE now() END
WHERE state = 'sending' AND id <> ALL($2::uuid[]) AND (
  leased_until < now()
  OR (lease_owner = $1 AND leased_until < now() + ${LEASE} - interval '5 seconds')
  OR (lease_owner <> $1 AND NOT EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${WORKER_LOCK_CLASS} AND l.objid = lease_owner::oid
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))))
RETURNING id`,
};

const RENEW: PreparedStatement = {
  name: 'outbox_renew',
  text: `UPDATE outbox_message SET leased_until = now() + ${LEASE}
         WHERE state = 'sending' AND lease_owner = $1 AND id = ANY($2::uuid[])`,
};

const RELEASE_OWN: PreparedStatement = {
  name: 'outbox_release_own',
  text: `UPDATE outbox_message SET state = 'queued', lease_owner = NULL, leased_until = NULL
         WHERE state = 'sending' AND lease_owner = $1`,
};

const HELD: PreparedStatement = {
  name: 'outbox_held',
  text: `SELECT tenant_id AS "tenantId", fingerprint FROM provider_state`,
};

const FREE_TENANT: PreparedStatement = {
  name: 'outbox_free_tenant',
  text: `
WITH freed AS (DELETE FROM provider_state WHERE tenant_id = $1)
UPDATE outbox_message SET next_attempt_at = now() WHERE tenant_id = $1 AND state = 'queued'`,
};

const RESEND: PreparedStatement = {
  name: 'outbox_resend',
  text: `
WITH chosen AS (
  UPDATE contact_submission SET status = 'queued', error = NULL
  WHERE tenant_id = $1 AND status = 'failed' AND CASE WHEN $2::uuid IS NOT NULL THEN id = $2::uuid ELSE NOT EXISTS (
    SELECT FROM outbox_message o WHERE o.id = contact_submission.id AND o.tenant_id = $1 AND o.state = 'cancelled') END
  RETURNING id, tenant_id
)
INSERT INTO outbox_message (id, tenant_id, state, created_at, next_attempt_at)
SELECT id, tenant_id, 'queued', now(), now() FROM chosen
ON CONFLICT (id) DO UPDATE SET state = 'queued', attempts = 0, created_at = now(), next_attempt_at = now(), last_error = NULL
RETURNING id`,
};

/** The outbox in the database: who may send what, and what became of it. */
@Injectable()
export class OutboxStore {
  constructor(
    private readonly sql: Sql,
    private readonly changes: DatabaseChanges,
  ) {}

  /** Leases what is due, a few of each tenant, the longest waiting first. */
  claim(
    workerId: number,
    running: ReadonlyMap<string, number>,
    slots: number,
  ): Promise<readonly LeasedMessage[]> {
    return this.sql.run<LeasedMessage>(CLAIM, [workerId, [...running.keys()], [...running.values()], slots]);
  }

  async content(message: LeasedMessage): Promise<NotificationContent | undefined> {
    const [row] = await this.sql.run<NotificationContent>(CONTENT, [message.tenantId, message.id]);
    return row;
  }

  async markSent(message: LeasedMessage, record: AttemptRecord): Promise<void> {
    const { provider, detail, durationMs } = record;
    const values = [message.id, message.tenantId, newId(), provider, detail, Math.round(durationMs)];
    const [row] = await this.sql.run<{ readonly healed: number }>(SENT, values);
    if (row?.healed) await this.changes.announce(CHANNELS.tenant, message.tenantId);
  }

  /** @returns whether the message is dead now */
  async markFailed(
    message: LeasedMessage,
    record: AttemptRecord,
    failure: { readonly kind: string; readonly final: boolean; readonly retryInSeconds: number },
  ): Promise<boolean> {
    const [row] = await this.sql.run<{ readonly state: string }>(FAILED, [
      ...[
        message.id,
        message.tenantId,
        newId(),
        record.provider,
        record.detail,
        Math.round(record.durationMs),
      ],
      ...[failure.final, failure.retryInSeconds, failure.kind],
    ]);
    return row?.state === 'dead';
  }

  /** The tenant's queue rests for a while, longer with each failure in a row. */
  async hold(
    tenantId: string,
    news: { readonly fingerprint: string; readonly kind: string; readonly detail: string },
    seconds: { readonly first: number; readonly most: number },
  ): Promise<number> {
    const values = [tenantId, news.fingerprint, news.kind, news.detail, seconds.first, seconds.most];
    const [row] = await this.sql.run<{ readonly failures: number }>(HOLD, values);
    await this.changes.announce(CHANNELS.tenant, tenantId);
    return row?.failures ?? 0;
  }

  /** @param held messages that the worker is sending */
  async reclaim(workerId: number, held: readonly string[]): Promise<number> {
    return (await this.sql.run(RECLAIM, [workerId, held])).length;
  }

  /** @param held messages that the worker is sending */
  async renew(workerId: number, held: readonly string[]): Promise<void> {
    await this.sql.run(RENEW, [workerId, held]);
  }

  async releaseOwn(workerId: number): Promise<void> {
    await this.sql.run(RELEASE_OWN, [workerId]);
  }

  /** Tenants whose queue rests, and the settings that failed. */
  held(): Promise<readonly { readonly tenantId: string; readonly fingerprint: string }[]> {
    return this.sql.run(HELD, []);
  }

  /** The settings were repaired: forget the bad news and try at once. */
  async free(tenantId: string): Promise<void> {
    await this.sql.run(FREE_TENANT, [tenantId]);
    await this.changes.announce(CHANNELS.tenant, tenantId);
  }

  /**
   * Puts failed notifications of a tenant back into the queue: one, or all of them.
   * @returns ids of the submissions
   */
  async resend(tenantId: string, submissionId: string | null): Promise<readonly string[]> {
    const rows = await this.sql.run<{ readonly id: string }>(RESEND, [tenantId, submissionId]);
    if (rows.length > 0) await this.changes.announce(CHANNELS.outbox, '');
    return rows.map((row) => row.id);
  }
}
