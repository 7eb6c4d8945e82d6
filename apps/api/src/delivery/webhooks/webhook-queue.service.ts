import { Injectable } from '@nestjs/common';
import type { WebhookEventType } from '@sitedesk/contract/webhooks';
import { WORKER_LOCK_CLASS } from '../../platform/database/database-changes.js';
import { Sql, statement } from '../../platform/database/sql.js';

/** Requests of one tenant that are under way at once. One that is slow keeps its place from nobody. */
const PER_TENANT = 4;
/** From then on a request is slow: others of the tenant are to wait for less than a second, with what taking them up takes. */
export const SLOW_MS = 750;
/** Of one target that works and isn’t slow; of all others it is one. */
const PER_TARGET = 2;
const BATCH = 500;
/** An attempt takes less, whatever the server does. */
const LEASE = `interval '60 seconds'`;
const LONG = `started_at <= now() - interval '${SLOW_MS} milliseconds'`;

/** A delivery that this worker holds. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly targetId: string;
  readonly eventId: string;
  /** Including the one about to be made. */
  readonly attempts: number;
  /** A person asked for it: it is tried once. */
  readonly manual: boolean;
  readonly type: WebhookEventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly sequence: string;
  readonly happenedAt: Date;
}

/**
 * Numbers what is new, and adds a delivery for each target that wants it. What was a test of the contact form is no message.
 * Rows of the counter are locked in the order of the tenants.
 */
const SPREAD = statement('webhook_spread')`
WITH fresh AS (
  SELECT tenant_id, id, type, data, created_at FROM webhook_event WHERE sequence IS NULL
  ORDER BY tenant_id, created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY created_at, id) AS rank FROM fresh
), counter AS (
  INSERT INTO webhook_counter AS c (tenant_id, last) SELECT tenant_id, count(*) FROM fresh GROUP BY tenant_id ORDER BY tenant_id
  ON CONFLICT (tenant_id) DO UPDATE SET last = c.last + excluded.last RETURNING tenant_id, last
), numbered AS (
  UPDATE webhook_event e SET sequence = c.last - (SELECT count(*) FROM fresh f WHERE f.tenant_id = c.tenant_id) + r.rank
  FROM ranked r JOIN counter c USING (tenant_id) WHERE e.tenant_id = r.tenant_id AND e.id = r.id
)
INSERT INTO webhook_delivery (tenant_id, id, target_id, event_id, state, next_attempt_at, created_at)
SELECT r.tenant_id, gen_random_uuid(), t.id, r.id, 'waiting', now(), r.created_at
FROM ranked r JOIN webhook_target t ON t.tenant_id = r.tenant_id AND t.off_reason IS NULL AND r.type = ANY(t.events)
WHERE NOT EXISTS (SELECT FROM contact_submission s WHERE s.tenant_id = r.tenant_id AND s.id = (r.data ->> 'submission')::uuid AND s.is_test)
ON CONFLICT DO NOTHING`;

const ANY_FRESH = statement('webhook_any_fresh')`SELECT 1 FROM webhook_event WHERE sequence IS NULL LIMIT 1`;

/**
 * Walks along the targets that have anything waiting. First come those that work, and no target’s second delivery comes before
 * every target’s first. A target that fails, or is slow at the moment, gets one at a time.
 */
const CLAIM = statement('webhook_claim')`
WITH RECURSIVE queue AS (
  (SELECT tenant_id, target_id FROM webhook_delivery WHERE state = 'waiting' ORDER BY tenant_id, target_id LIMIT 1)
  UNION ALL
  SELECT next.tenant_id, next.target_id FROM queue q CROSS JOIN LATERAL (
    SELECT tenant_id, target_id FROM webhook_delivery WHERE state = 'waiting' AND (tenant_id, target_id) > (q.tenant_id, q.target_id)
    ORDER BY tenant_id, target_id LIMIT 1) next
), busy AS (
  SELECT tenant_id, target_id, count(*)::int AS running, count(*) FILTER (WHERE NOT ${LONG})::int AS brief
  FROM webhook_delivery WHERE state = 'sending' GROUP BY tenant_id, target_id
), used AS (
  SELECT tenant_id, sum(brief)::int AS brief FROM busy GROUP BY tenant_id
), open AS (
  SELECT q.tenant_id, q.target_id, t.failing_since IS NOT NULL AS failing, coalesce(b.running, 0) AS running,
         CASE WHEN t.failing_since IS NOT NULL OR t.kind <> 'standard' OR b.running > b.brief THEN 1 ELSE ${PER_TARGET} END AS most
  FROM queue q JOIN webhook_target t ON t.tenant_id = q.tenant_id AND t.id = q.target_id
  LEFT JOIN busy b ON b.tenant_id = q.tenant_id AND b.target_id = q.target_id
  WHERE t.held_until IS NULL OR t.held_until <= now()
), candidate AS (
  SELECT o.tenant_id, due.id, row_number() OVER (
    PARTITION BY o.tenant_id ORDER BY o.failing, o.running + due.rank, due.next_attempt_at) AS place
  FROM open o CROSS JOIN LATERAL (
    SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, id) AS rank FROM (
      SELECT id, next_attempt_at FROM webhook_delivery
      WHERE tenant_id = o.tenant_id AND target_id = o.target_id AND state = 'waiting' AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT greatest(0, o.most - o.running)) first) due
), chosen AS (
  SELECT c.tenant_id, c.id FROM candidate c LEFT JOIN used u USING (tenant_id)
  WHERE c.place <= ${PER_TENANT} - coalesce(u.brief, 0) ORDER BY c.place LIMIT $2
), locked AS (
  SELECT d.tenant_id, d.id FROM webhook_delivery d JOIN chosen USING (tenant_id, id) WHERE d.state = 'waiting'
  FOR UPDATE OF d SKIP LOCKED
)
UPDATE webhook_delivery d
SET state = 'sending', attempts = d.attempts + 1, lease_owner = $1, started_at = now()
FROM locked l, webhook_event e
WHERE d.tenant_id = l.tenant_id AND d.id = l.id AND e.tenant_id = d.tenant_id AND e.id = d.event_id
RETURNING d.id, d.tenant_id AS "tenantId", d.target_id AS "targetId", d.event_id AS "eventId", d.attempts, d.manual,
  e.type, e.data, coalesce(e.sequence, 0)::text AS sequence, e.created_at AS "happenedAt"`;

/** Of workers that are gone, and of attempts whose outcome could not be recorded. */
const RECLAIM = statement('webhook_reclaim')`
UPDATE webhook_delivery SET state = 'waiting', lease_owner = NULL, next_attempt_at = now()
WHERE state = 'sending' AND (started_at < now() - ${LEASE} OR lease_owner <> $1 AND NOT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${WORKER_LOCK_CLASS} AND l.objid = lease_owner::oid
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())))
RETURNING id`;

/** Where deliveries wait, and which of them a worker has. */
@Injectable()
export class WebhookQueueService {
  constructor(private readonly sql: Sql) {}

  /** @returns whether there is more than was taken on */
  async spread(): Promise<boolean> {
    if ((await this.sql.run(ANY_FRESH, [])).length === 0) return false;
    await this.sql.run(SPREAD, []);
    return true;
  }

  /** @param most how many this worker has room for */
  claim(workerId: number, most: number): Promise<readonly ClaimedDelivery[]> {
    return this.sql.run<ClaimedDelivery>(CLAIM, [workerId, most]);
  }

  async reclaim(workerId: number): Promise<number> {
    return (await this.sql.run(RECLAIM, [workerId])).length;
  }
}
