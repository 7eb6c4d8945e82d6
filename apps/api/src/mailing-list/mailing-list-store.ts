import { Injectable } from '@nestjs/common';
import type { MailingListMapping, MailingListProviderName } from '@sitedesk/contract';
import { type PreparedStatement, Sql } from '../database/sql.js';
import type { ContactForList } from './mailing-list-rules.js';
import type { MailingListErrorKind } from './mailing-list-provider.js';

/** A contact that a worker sends now. */
export interface ClaimedJob {
  readonly id: string;
  readonly tenantId: string;
  /** Including the one that is about to be made. */
  readonly attempts: number;
}

/** Everything that is needed to send it. */
export interface JobContent extends ContactForList {
  readonly confirm: boolean;
  readonly provider: MailingListProviderName;
  readonly apiUrl: string;
  /** Ciphertext. */
  readonly apiKey: string;
  readonly listId: string;
  readonly mapping: readonly MailingListMapping[];
  /** Of the connection: news of an earlier one does not count. */
  readonly version: number;
}

/** Contacts of one tenant that are on their way at once, to a service that is well. */
const PER_TENANT = 4;
/** Longer than an attempt can take; then its worker has died, and sending twice does no harm. */
const CLAIM_SECONDS = 60;
/** The longest a tenant's contacts rest after troubles in a row; then one is tried. */
const MAX_HOLD_SECONDS = 600;

const CLAIM: PreparedStatement = {
  name: 'mailing_list_claim',
  text: `
WITH due AS (
  SELECT j.id FROM mailing_list c
  LEFT JOIN unnest($1::uuid[], $2::int[]) AS busy(tenant_id, running) ON busy.tenant_id = c.tenant_id
  CROSS JOIN LATERAL (
    SELECT m.id, m.next_attempt_at FROM mailing_list_job m
    WHERE m.tenant_id = c.tenant_id AND m.state = 'queued' AND m.next_attempt_at <= now()
    ORDER BY m.next_attempt_at
    LIMIT greatest(0, CASE WHEN c.failures = 0 THEN ${PER_TENANT} ELSE 1 END - coalesce(busy.running, 0))
    FOR UPDATE SKIP LOCKED
  ) j
  WHERE c.list_id IS NOT NULL AND NOT c.paused AND (c.held_until IS NULL OR c.held_until <= now())
  ORDER BY j.next_attempt_at
  LIMIT $3
)
UPDATE mailing_list_job m
SET attempts = m.attempts + 1, next_attempt_at = now() + interval '${CLAIM_SECONDS} seconds'
FROM due WHERE m.id = due.id
RETURNING m.id, m.tenant_id AS "tenantId", m.attempts`,
};

const CONTENT: PreparedStatement = {
  name: 'mailing_list_content',
  text: `
SELECT s.name, s.email, s.page, s.hostname, s.received_at AS "receivedAt", j.confirm, c.provider, c.api_url AS "apiUrl",
       c.api_key AS "apiKey", c.list_id AS "listId", c.mapping, c.version
FROM mailing_list_job j
JOIN contact_submission s ON s.id = j.submission_id AND s.tenant_id = j.tenant_id
JOIN mailing_list c ON c.tenant_id = j.tenant_id
WHERE j.tenant_id = $1 AND j.id = $2 AND j.state = 'queued' AND c.list_id IS NOT NULL AND NOT c.paused`,
};

const DONE: PreparedStatement = {
  name: 'mailing_list_done',
  text: `
WITH done AS (DELETE FROM mailing_list_job WHERE tenant_id = $1 AND id = $2 RETURNING id)
UPDATE mailing_list SET synchronised = synchronised + (SELECT count(*)::int FROM done), last_synchronised_at = now(),
       failures = 0, failure_kind = NULL, failure_detail = NULL, failing_since = NULL, held_until = NULL
WHERE tenant_id = $1`,
};

/** The service is well: it has answered about this contact. */
const REFUSED: PreparedStatement = {
  name: 'mailing_list_refused',
  text: `
WITH dead AS (
  UPDATE mailing_list_job SET state = 'dead', failed_at = now(), last_error = $3 WHERE tenant_id = $1 AND id = $2)
UPDATE mailing_list SET failures = 0, failure_kind = NULL, failure_detail = NULL, failing_since = NULL, held_until = NULL
WHERE tenant_id = $1 AND failures > 0`,
};

/** An attempt that the service did not look at ($4 false) does not count against the contact. */
const LATER: PreparedStatement = {
  name: 'mailing_list_later',
  text: `
UPDATE mailing_list_job
SET next_attempt_at = now() + make_interval(secs => $3::float8), attempts = attempts - CASE WHEN $4::boolean THEN 0 ELSE 1 END,
    last_error = $5
WHERE tenant_id = $1 AND id = $2 AND state = 'queued'`,
};

/** Contacts that were under way together and met the same trouble count once: the rest has begun with the first. */
const HOLD: PreparedStatement = {
  name: 'mailing_list_hold',
  text: `
UPDATE mailing_list
SET failures = CASE WHEN resting THEN failures ELSE failures + 1 END, failure_kind = $3, failure_detail = $4,
    failing_since = coalesce(failing_since, now()),
    held_until = greatest(
      now() + make_interval(secs => $6::float8),
      CASE WHEN resting THEN held_until
           ELSE now() + make_interval(secs => least($5::float8 * power(2, least(failures, 20)), ${MAX_HOLD_SECONDS})) END)
FROM (SELECT tenant_id AS id, coalesce(held_until > now(), false) AS resting
        FROM mailing_list WHERE tenant_id = $1 AND version = $2 FOR UPDATE) c
WHERE tenant_id = c.id AND version = $2
RETURNING CASE WHEN resting THEN 0 ELSE failures END AS failures`,
};

/** The contacts that wait, in the database: who sends what, and what became of it. */
@Injectable()
export class MailingListStore {
  constructor(private readonly sql: Sql) {}

  /** Takes what is due, a few of each tenant, the longest waiting first; a tenant in trouble gets one try. */
  claim(running: ReadonlyMap<string, number>, slots: number): Promise<readonly ClaimedJob[]> {
    return this.sql.run<ClaimedJob>(CLAIM, [[...running.keys()], [...running.values()], slots]);
  }

  /** Undefined when the message, the connection or the job is gone, or the synchronisation was paused. */
  async content({ tenantId, id }: ClaimedJob): Promise<JobContent | undefined> {
    const [row] = await this.sql.run<JobContent>(CONTENT, [tenantId, id]);
    return row;
  }

  async done({ tenantId, id }: ClaimedJob): Promise<void> {
    await this.sql.run(DONE, [tenantId, id]);
  }

  /** Waits for a person from now on. */
  async refused({ tenantId, id }: ClaimedJob, reason: string): Promise<void> {
    await this.sql.run(REFUSED, [tenantId, id, reason]);
  }

  /** Waits for the next try. */
  async later(
    { tenantId, id }: ClaimedJob,
    next: { readonly inSeconds: number; readonly counts: boolean; readonly reason: string },
  ): Promise<void> {
    await this.sql.run(LATER, [tenantId, id, next.inSeconds, next.counts, next.reason]);
  }

  /**
   * The tenant's contacts rest for a while, longer with each trouble in a row.
   * @returns troubles in a row; 0 when they rest already, or the connection was changed meanwhile
   */
  async hold(
    tenantId: string,
    version: number,
    trouble: { readonly kind: MailingListErrorKind; readonly detail: string },
    seconds: { readonly first: number; readonly atLeast: number },
  ): Promise<number> {
    const values = [tenantId, version, trouble.kind, trouble.detail, seconds.first, seconds.atLeast];
    const [row] = await this.sql.run<{ readonly failures: number }>(HOLD, values);
    return row?.failures ?? 0;
  }
}
