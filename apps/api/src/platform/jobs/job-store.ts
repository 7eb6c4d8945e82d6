import { Injectable } from '@nestjs/common';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import type { JobCounts } from '@sitedesk/contract/system';
import type { EntityManager } from 'typeorm';
import { CHANNELS, DatabaseChanges, WORKER_LOCK_CLASS } from '../database/database-changes.js';
import { type PreparedStatement, Sql, statement } from '../database/sql.js';
import type { Attempt, HoldReason, Job, JobKind } from './job-kind.js';
import { type BusyQueue, type FreePlaces, PER_QUEUE } from './job-places.js';

export const LEASE_SECONDS = 60;
const LEASE = `interval '${LEASE_SECONDS} seconds'`;
/** The longest a hold lasts after failures in a row; then one job is tried. */
const MAX_HOLD_SECONDS = 600;
/** A service that worked so recently is expected to. */
const PROVEN = `interval '1 hour'`;

/** Along the partial indexes, so that the rows of finished jobs cost nothing. */
const counts = (condition: string): string => `
SELECT kind, count(*) FILTER (WHERE state = 'queued')::int AS queued, count(*) FILTER (WHERE state = 'held')::int AS held,
       count(*) FILTER (WHERE state = 'running')::int AS running, count(*) FILTER (WHERE state = 'dead')::int AS dead,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state <> 'dead')), 0)::float8 AS "oldestSeconds"
FROM (
  SELECT j.kind, CASE WHEN h.held_until > now() THEN 'held' ELSE 'queued' END AS state, j.created_at
    FROM job j LEFT JOIN job_hold h USING (tenant_id, target) WHERE j.state = 'queued' AND ${condition}
  UNION ALL SELECT j.kind, j.state, j.created_at FROM job j WHERE j.state = 'running' AND ${condition}
  UNION ALL SELECT j.kind, j.state, j.created_at FROM job j WHERE j.state = 'dead' AND ${condition}) unfinished
GROUP BY kind`;

const COUNTS: PreparedStatement = { name: 'job_counts', text: counts('true') };
const TENANT_COUNTS: PreparedStatement = { name: 'job_tenant_counts', text: counts('j.tenant_id = $1') };

const DUE = `state = 'queued' AND next_attempt_at <= now() AND kind = ANY($9::text[])`;

/**
 * Walks along the queues that have anything queued, not along all tenants and targets, and shares out the free places: first one
 * job of each tenant, then a second. Where the newest attempt has failed, or none has succeeded lately, one job at a time is
 * tried, on the few places for these. Only what is taken is locked.
 */
const CLAIM = statement('job_claim')`
WITH RECURSIVE queue AS (
  (SELECT tenant_id, target FROM job WHERE state = 'queued' ORDER BY tenant_id, target LIMIT 1)
  UNION ALL
  SELECT next.tenant_id, next.target FROM queue q CROSS JOIN LATERAL (
    SELECT tenant_id, target FROM job WHERE state = 'queued' AND (tenant_id, target) > (q.tenant_id, q.target)
    ORDER BY tenant_id, target LIMIT 1) next
), busy AS (
  SELECT * FROM unnest($2::uuid[], $3::text[], $4::int[], $5::boolean[]) AS t(tenant_id, target, running, stalled)
), free AS (
  SELECT * FROM unnest($6::text[], $7::boolean[], $8::int[]) AS t(target, proven, places)
), open AS (
  SELECT q.tenant_id, q.target, h.tenant_id IS NOT NULL AS failing, coalesce(b.running, 0) AS running,
         h.tenant_id IS NULL AND coalesce(s.at > now() - ${PROVEN}, false) AS proven
  FROM queue q
  LEFT JOIN job_hold h ON h.tenant_id = q.tenant_id AND h.target = q.target
  LEFT JOIN job_success s ON s.tenant_id = q.tenant_id AND s.target = q.target
  LEFT JOIN busy b ON b.tenant_id = q.tenant_id AND b.target = q.target
  WHERE (h.held_until IS NULL OR h.held_until <= now()) AND b.stalled IS NOT TRUE
), candidate AS (
  SELECT o.tenant_id, o.target, o.proven, row_number() OVER (
    PARTITION BY o.target, o.proven ORDER BY o.failing, o.running + waiting.rank, waiting.next_attempt_at) AS place
  FROM open o CROSS JOIN LATERAL (
    SELECT next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS rank FROM (
      SELECT next_attempt_at FROM job WHERE tenant_id = o.tenant_id AND target = o.target AND ${DUE}
      ORDER BY next_attempt_at LIMIT greatest(0, CASE WHEN o.proven THEN ${PER_QUEUE} ELSE 1 END - o.running)) first
  ) waiting
), share AS (
  SELECT tenant_id, target, proven, count(*) AS jobs FROM candidate JOIN free USING (target, proven)
  WHERE place <= places GROUP BY tenant_id, target, proven
), due AS (
  SELECT j.id, s.proven FROM share s CROSS JOIN LATERAL (
    SELECT id FROM job WHERE tenant_id = s.tenant_id AND target = s.target AND ${DUE}
    ORDER BY next_attempt_at LIMIT s.jobs FOR UPDATE SKIP LOCKED) j
)
UPDATE job
SET state = 'running', attempts = job.attempts + 1, lease_owner = $1, leased_until = now() + ${LEASE}
WHERE id = ANY(ARRAY(SELECT id FROM due))
RETURNING id, kind, tenant_id AS "tenantId", subject_id AS "subjectId", data, attempts,
  (SELECT proven FROM due WHERE due.id = job.id)`;

/**
 * Back to the queue go leases whose worker is gone, that were never renewed, or that are this worker's own without it
 * holding them ($2): a crash of the database can swallow the answer to a claim that was committed. Those wait a moment, in case
 * the answer is only late, and ever longer, in case their outcome cannot be recorded.
 */
const RECLAIM = statement('job_reclaim')`
UPDATE job
SET state = 'queued', lease_owner = NULL, leased_until = NULL,
    next_attempt_at = CASE WHEN lease_owner = $1
      THEN now() + least(interval '6 hours', make_interval(secs => power(2, least(attempts, 15)) - 2)) ELSE now() END
WHERE state = 'running' AND id <> ALL($2::uuid[]) AND (
  leased_until < now()
  OR (lease_owner = $1 AND leased_until < now() + ${LEASE} - interval '5 seconds')
  OR (lease_owner <> $1 AND NOT EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid = ${WORKER_LOCK_CLASS} AND l.objid = lease_owner::oid
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))))
RETURNING id`;

const RENEW = statement('job_renew')`
UPDATE job SET leased_until = now() + ${LEASE}
 WHERE state = 'running' AND lease_owner = $1 AND id = ANY($2::uuid[])`;

const RELEASE_OWN = statement('job_release_own')`
UPDATE job SET state = 'queued', lease_owner = NULL, leased_until = NULL
 WHERE state = 'running' AND lease_owner = $1`;

const HELD = statement('job_held')`
SELECT tenant_id AS "tenantId", target, fingerprint FROM job_hold`;

const HELD_SITES = statement('job_held_sites')`
SELECT target, count(*)::int AS sites FROM job_hold GROUP BY target`;

/** Jobs that were under way together and met the same trouble count once: the hold has begun with the first. */
const HOLD = statement('job_hold')`
INSERT INTO job_hold AS h (tenant_id, target, fingerprint, failures, kind, detail, detail_code, since, last_attempt_at, held_until)
VALUES ($1, $2, $3, 1, $4, $5, $8, now(), now(), now() + make_interval(secs => greatest($6::float8, $7::float8)))
ON CONFLICT (tenant_id, target) DO UPDATE
SET failures = CASE WHEN h.fingerprint <> $3 THEN 1 WHEN h.held_until > now() THEN h.failures ELSE h.failures + 1 END,
    since = CASE WHEN h.fingerprint <> $3 THEN now() ELSE h.since END,
    held_until = greatest(
      now() + make_interval(secs => $7::float8),
      CASE WHEN h.fingerprint <> $3 THEN now() + make_interval(secs => $6::float8)
           WHEN h.held_until > now() THEN h.held_until
           ELSE now() + make_interval(secs => least($6::float8 * power(2, least(h.failures, 20)), ${MAX_HOLD_SECONDS})) END),
    fingerprint = $3, kind = $4, detail = $5, detail_code = $8, last_attempt_at = now()
WHERE h.held_until < 'infinity'
RETURNING since = now() AS began`;

const PAUSE = `
INSERT INTO job_hold (tenant_id, target, fingerprint, failures, kind, detail, since, last_attempt_at, held_until)
VALUES ($1, $2, '', 0, 'paused', '', now(), now(), 'infinity')
ON CONFLICT (tenant_id, target) DO UPDATE
SET fingerprint = '', failures = 0, kind = 'paused', detail = '', detail_code = NULL, since = now(), held_until = 'infinity'`;

const FREE = `
WITH freed AS (DELETE FROM job_hold WHERE tenant_id = $1 AND target = $2),
     unproven AS (DELETE FROM job_success WHERE tenant_id = $1 AND target = $2)
UPDATE job SET next_attempt_at = now() WHERE tenant_id = $1 AND target = $2 AND state = 'queued'`;

const SETTLED =
  'RETURNING id, tenant_id, subject_id, state, last_error AS error, last_error_code AS error_code';

/** The statements that change the state of a kind's jobs, each with the effects of the kind. */
interface KindStatements {
  readonly done: PreparedStatement;
  readonly failed: PreparedStatement;
  readonly retry: string;
  readonly cancel: string;
}

function statementsOf({ kind, target, keepsDone, giveUpAfterHours, effects = [] }: JobKind): KindStatements {
  const with_ = (settled: string): string =>
    [
      `WITH settled AS (${settled})`,
      ...effects.map((effect, index) => `effect_${index} AS (${effect})`),
    ].join(',\n');
  const healed = `healed AS (
    DELETE FROM job_hold WHERE $4::boolean AND tenant_id = $2 AND target = '${target.name}' AND held_until < 'infinity'
    RETURNING tenant_id), proven AS (
    INSERT INTO job_success (tenant_id, target, at) SELECT tenant_id, '${target.name}', now() FROM settled
    WHERE $4::boolean AND NOT EXISTS (
      SELECT FROM job_success WHERE tenant_id = $2 AND target = '${target.name}' AND at > now() - interval '1 minute')
    ON CONFLICT (tenant_id, target) DO UPDATE SET at = now())`;
  const result = 'SELECT (SELECT state FROM settled) AS state, EXISTS (SELECT FROM healed) AS healed';
  // What was done is recorded also when the lease was lost in the meantime.
  const done = keepsDone
    ? `UPDATE job SET state = 'done', finished_at = now(), lease_owner = NULL, leased_until = NULL, last_error = NULL, last_error_code = NULL
        WHERE id = $1 AND tenant_id = $2 AND state <> 'done' ${SETTLED}, $3::jsonb AS record`
    : `DELETE FROM job WHERE id = $1 AND tenant_id = $2
        RETURNING id, tenant_id, subject_id, 'done'::text AS state, NULL::text AS error, NULL::jsonb AS error_code, $3::jsonb AS record`;
  const expiry = giveUpAfterHours
    ? `coalesce(expires_at, created_at + interval '${giveUpAfterHours} hours')`
    : 'expires_at';
  const failed = `
    UPDATE job
    SET state = CASE WHEN $5::boolean OR ${expiry} < now() THEN 'dead' ELSE 'queued' END,
        finished_at = CASE WHEN $5::boolean OR ${expiry} < now() THEN now() END,
        attempts = attempts - CASE WHEN $8::boolean THEN 1 ELSE 0 END,
        next_attempt_at = now() + make_interval(secs => $6::float8), lease_owner = NULL, leased_until = NULL, last_error = $7,
        last_error_code = $9::jsonb
    WHERE id = $1 AND tenant_id = $2 AND state = 'running' ${SETTLED}, $3::jsonb AS record`;
  const retry = `
    UPDATE job
    SET state = 'queued', attempts = 0, next_attempt_at = now(), last_error = NULL, last_error_code = NULL, finished_at = NULL,
        expires_at = CASE WHEN $4::float8 IS NULL THEN expires_at ELSE now() + make_interval(secs => $4::float8 * 3600) END
    FROM (SELECT id AS chosen FROM job
           WHERE tenant_id = $1 AND kind = '${kind}' AND state IN ('queued', 'dead', 'cancelled') AND id IN (
             SELECT id FROM job
             WHERE tenant_id = $1 AND kind = '${kind}' AND CASE WHEN $2::uuid IS NULL THEN state = 'dead' ELSE id = $2 END
             ORDER BY finished_at, id LIMIT $3)
           ORDER BY id FOR UPDATE) c
    WHERE id = chosen ${SETTLED}, NULL::jsonb AS record`;
  const cancel = `
    UPDATE job SET state = 'cancelled', last_error = $3, last_error_code = $4::jsonb, finished_at = now()
    WHERE tenant_id = $1 AND id = $2 AND kind = '${kind}' AND state = 'queued' ${SETTLED}, NULL::jsonb AS record`;
  return {
    done: { name: `job_done:${kind}`, text: `${with_(done)},\n${healed}\n${result}` },
    failed: { name: `job_failed:${kind}`, text: `${with_(failed)},\n${healed}\n${result}` },
    retry: `${with_(retry)}, freed AS (
      UPDATE job_hold SET held_until = now()
      WHERE tenant_id = $1 AND target = '${target.name}' AND held_until < 'infinity' AND EXISTS (SELECT FROM settled))
      SELECT id FROM settled`,
    cancel: `${with_(cancel)}\nSELECT id FROM settled`,
  };
}

interface ClaimedJob extends Job {
  /** What it calls upon has worked lately. */
  readonly proven: boolean;
}

/** Jobs in the database: who may run what, and what became of it. */
@Injectable()
export class JobStore {
  private readonly statements = new Map<string, KindStatements>();

  constructor(
    private readonly sql: Sql,
    private readonly changes: DatabaseChanges,
  ) {}

  register(kind: JobKind): void {
    this.statements.set(kind.kind, statementsOf(kind));
  }

  /** Leases what is due, a few of each tenant and target, and no tenant's second before every tenant's first. */
  claim(
    workerId: number,
    busy: readonly BusyQueue[],
    free: readonly FreePlaces[],
  ): Promise<readonly ClaimedJob[]> {
    return this.sql.run<ClaimedJob>(CLAIM, [
      workerId,
      busy.map(({ tenantId }) => tenantId),
      busy.map(({ target }) => target),
      busy.map(({ running }) => running),
      busy.map(({ stalled }) => stalled),
      free.map(({ target }) => target),
      free.map(({ proven }) => proven),
      free.map(({ places }) => places),
      [...this.statements.keys()],
    ]);
  }

  /** Records an attempt. @returns the new state; undefined when the job is gone, or was taken by another worker */
  async settle(
    { id, tenantId, kind }: Job,
    { outcome, error, uncounted, heals, record }: Attempt,
    retryInSeconds: number,
  ): Promise<'done' | 'queued' | 'dead' | undefined> {
    const { done, failed } = this.of(kind);
    const common = [
      id,
      tenantId,
      record ? JSON.stringify(record) : null,
      outcome === 'done' || heals === true,
    ];
    const rest = [
      outcome === 'dead',
      retryInSeconds,
      error?.text ?? null,
      uncounted === true,
      storedCode(error),
    ];
    const [row] = await this.sql.run<{
      readonly state: 'done' | 'queued' | 'dead' | null;
      readonly healed: boolean;
    }>(...(outcome === 'done' ? ([done, common] as const) : ([failed, [...common, ...rest]] as const)));
    if (row?.healed) await this.changes.announce(CHANNELS.tenant, tenantId);
    return row?.state ?? undefined;
  }

  /** @returns whether nothing was known to be wrong before */
  async hold(tenantId: string, target: string, reason: HoldReason): Promise<boolean> {
    const { fingerprint, kind, detail, first, atLeast = 0 } = reason;
    const values = [tenantId, target, fingerprint, kind, detail.text, first, atLeast, storedCode(detail)];
    const [row] = await this.sql.run<{ readonly began: boolean }>(HOLD, values);
    await this.changes.announce(CHANNELS.tenant, tenantId);
    return row?.began ?? false;
  }

  /** @param held jobs that the worker is running */
  async reclaim(workerId: number, held: readonly string[]): Promise<number> {
    return (await this.sql.run(RECLAIM, [workerId, held])).length;
  }

  /** @param held jobs that the worker is running */
  async renew(workerId: number, held: readonly string[]): Promise<void> {
    await this.sql.run(RENEW, [workerId, held]);
  }

  async releaseOwn(workerId: number): Promise<void> {
    await this.sql.run(RELEASE_OWN, [workerId]);
  }

  held(): Promise<
    readonly { readonly tenantId: string; readonly target: string; readonly fingerprint: string }[]
  > {
    return this.sql.run(HELD, []);
  }

  /** How many sites have a hold on a target, by the target's name. */
  async heldSites(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.sql.run<{ readonly target: string; readonly sites: number }>(HELD_SITES, []);
    return new Map(rows.map(({ target, sites }) => [target, sites]));
  }

  /** Of every registered kind; of one tenant, or of all. */
  async counts(tenantId?: string): Promise<readonly JobCounts[]> {
    const rows = await (tenantId === undefined
      ? this.sql.run<JobCounts>(COUNTS, [])
      : this.sql.run<JobCounts>(TENANT_COUNTS, [tenantId]));
    const none = { queued: 0, held: 0, running: 0, dead: 0, oldestSeconds: 0 };
    return [...this.statements.keys()].map(
      (kind) => rows.find((row) => row.kind === kind) ?? { kind, ...none },
    );
  }

  /** The tenant's jobs for a target wait until {@link free}, as part of a transaction. */
  async pause(manager: EntityManager, tenantId: string, target: string): Promise<void> {
    await manager.query(PAUSE, [tenantId, target]);
  }

  /** Ends a hold or pause, and what waits is tried at once, one job until one has succeeded; as part of a transaction. */
  async free(manager: EntityManager, tenantId: string, target: string): Promise<void> {
    await manager.query(FREE, [tenantId, target]);
  }

  /**
   * A person wants a job tried at once, or, without an id, every dead one of the kind.
   * @param hours for which it is tried, instead of what it had
   * @returns ids of those that are queued now
   */
  async retry(
    manager: EntityManager,
    tenantId: string,
    kind: string,
    {
      id = null,
      most = null,
      hours = null,
    }: { readonly id?: string | null; readonly most?: number | null; readonly hours?: number | null } = {},
  ): Promise<readonly string[]> {
    const rows: readonly { readonly id: string }[] = await manager.query(this.of(kind).retry, [
      tenantId,
      id,
      most,
      hours,
    ]);
    return rows.map((row) => row.id);
  }

  /** Takes a job that waits out of the queue; false when it does not wait. */
  async cancel(
    manager: EntityManager,
    tenantId: string,
    kind: string,
    { id, reason }: { readonly id: string; readonly reason: Message },
  ): Promise<boolean> {
    const rows: readonly unknown[] = await manager.query(this.of(kind).cancel, [
      tenantId,
      id,
      reason.text,
      storedCode(reason),
    ]);
    return rows.length > 0;
  }

  private of(kind: string): KindStatements {
    const statements = this.statements.get(kind);
    if (!statements) throw new Error(`The job kind ${kind} is not registered.`);
    return statements;
  }
}
