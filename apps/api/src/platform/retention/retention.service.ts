import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { RETENTION_LIMITS, type RetentionDue } from '@sitedesk/contract/retention';
import type { RetentionDueDto } from '@sitedesk/contract/retention.dto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../audit/audit-log.service.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CLOCK, type Clock } from '../core/clock.js';
import { newId } from '../core/id.js';
import { LOG, type Log } from '../core/log.js';
import { Sql, statement } from '../database/sql.js';
import { systemContext } from '../http/request-context.js';
import { SettingsService } from '../settings/settings.service.js';
import { keptDays, type RetentionKind, RETENTIONS } from './retention-kind.js';

const EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows of one transaction: some tens of milliseconds, in which nobody waits long for anything. */
const BATCH = 500;
/** Counting is for a person who looks at a form. */
const COUNT_MS = 2_000;
/** Renewed with every batch; a run whose instance is gone goes on elsewhere after it, and a failed one is retried. */
const LEASE = `interval '10 minutes'`;

const DUE_TENANTS = statement('retention_due')`
SELECT t.id FROM tenant t LEFT JOIN retention_run r ON r.tenant_id = t.id
 WHERE r.tenant_id IS NULL OR CASE WHEN r.finished_at IS NULL THEN r.leased_until < now() ELSE r.day < $1::date END
 ORDER BY t.id LIMIT 1000`;
/** A run that was interrupted is gone on with, also on another day. */
const CLAIM = statement('retention_claim')`
INSERT INTO retention_run AS r (tenant_id, day, owner, leased_until, started_at)
VALUES ($1, $2::date, $3, now() + ${LEASE}, now())
ON CONFLICT (tenant_id) DO UPDATE SET day = EXCLUDED.day, owner = EXCLUDED.owner, leased_until = EXCLUDED.leased_until,
  started_at = EXCLUDED.started_at, removed = CASE WHEN r.finished_at IS NULL THEN r.removed ELSE '{}' END, finished_at = NULL
WHERE CASE WHEN r.finished_at IS NULL THEN r.leased_until < now() ELSE r.day < EXCLUDED.day END
RETURNING tenant_id`;
const PROGRESS = statement('retention_progress')`
UPDATE retention_run SET leased_until = now() + ${LEASE},
  removed = jsonb_set(removed, ARRAY[$3::text], to_jsonb(coalesce((removed->>$3::text)::int, 0) + $4::int))
WHERE tenant_id = $1 AND owner = $2 AND finished_at IS NULL RETURNING tenant_id`;
const FINISH = `
UPDATE retention_run SET finished_at = now(), failed_at = NULL
WHERE tenant_id = $1 AND owner = $2 AND finished_at IS NULL RETURNING removed`;
const FAILED = statement('retention_failed')`
UPDATE retention_run SET failed_at = now(), leased_until = now() + ${LEASE}
WHERE tenant_id = $1 AND owner = $2 AND finished_at IS NULL`;
const RELEASE = statement('retention_release')`
UPDATE retention_run SET leased_until = now() WHERE tenant_id = $1 AND owner = $2 AND finished_at IS NULL`;

/** Another instance has the run, or this one is stopping: what was deleted so far is noted, and the run goes on there. */
class Interrupted extends Error {}

/** Deletes what is older than a site keeps it: once a day, by one instance, in small transactions with pauses between. */
@Injectable()
export class RetentionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly kinds: readonly RetentionKind[];
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly settings: SettingsService,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.kinds = runtime.features.of(RETENTIONS);
  }

  onApplicationBootstrap(): void {
    if (!this.runtime.env.jobs.worker) return;
    this.timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** What a kind would delete now if it were kept for so many days. */
  async due(tenantId: string, { kind: name, days }: RetentionDueDto): Promise<RetentionDue> {
    const kind = this.kinds.find((each) => each.name === name);
    return (kind && (await this.count(kind, tenantId, Number(days)))) ?? { count: 0, hasMore: true };
  }

  /** Undefined when it takes too long. */
  async count(kind: RetentionKind, tenantId: string, days: number): Promise<RetentionDue | undefined> {
    const { counted } = RETENTION_LIMITS;
    const text = `SELECT count(*)::int AS count FROM (${kind.due}) due`;
    const values = [tenantId, this.before(days), counted + 1, ...this.more(kind)];
    const rows = await this.sql.within<{ count: number }>(COUNT_MS, { text }, values);
    const count = rows?.[0]?.count;
    return count === undefined ? undefined : { count: Math.min(count, counted), hasMore: count > counted };
  }

  /** Runs what is due, one site after the other. Never rejects; a sweep that is under way is the answer to another call. */
  sweep(): Promise<void> {
    this.sweeping ??= this.sweepAll()
      .catch((error: unknown) => this.log.warn({ event: 'retention.sweep_failed', err: error }))
      .finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async sweepAll(): Promise<void> {
    const day = new Date(this.clock.now()).toISOString().slice(0, 10);
    for (const { id } of await this.sql.run<{ id: string }>(DUE_TENANTS, [day])) {
      if (this.stopping) return;
      await this.run(id, day);
    }
  }

  private async run(tenantId: string, day: string): Promise<void> {
    const owner = newId();
    const claimed = await this.sql.run(CLAIM, [tenantId, day, owner]);
    if (claimed.length === 0) return;
    try {
      const values = await this.settings.values(tenantId);
      for (const kind of this.kinds) {
        const days = keptDays(kind, values);
        if (days > 0) await this.clear(kind, tenantId, owner, this.before(days));
      }
      await this.finish(tenantId, owner);
    } catch (error) {
      if (error instanceof Interrupted) return void (await this.sql.run(RELEASE, [tenantId, owner]));
      this.log.error({ event: 'retention.failed', tenantId, err: error });
      await this.sql.run(FAILED, [tenantId, owner]);
    }
  }

  private async clear(kind: RetentionKind, tenantId: string, owner: string, before: Date): Promise<void> {
    const batch = kind.batch ?? BATCH;
    for (let last: string | undefined; ;) {
      if (this.stopping) throw new Interrupted();
      const startedAt = performance.now();
      const goesOn = await this.sql.transaction(async (run) => {
        const due = await run<{ id: string }>({ text: kind.due }, [
          tenantId,
          before,
          batch,
          ...this.more(kind, last),
        ]);
        if (due.length === 0) return false;
        const ids = due.map(({ id }) => id);
        const removed = await kind.remove(run, tenantId, ids);
        const held = await run(PROGRESS, [tenantId, owner, kind.name, removed]);
        if (held.length === 0) throw new Interrupted();
        last = ids.at(-1);
        return due.length === batch && (removed > 0 || kind.more !== undefined);
      });
      if (!goesOn) return;
      // At most half of the time, however slow the database is.
      await sleep(performance.now() - startedAt);
    }
  }

  private async finish(tenantId: string, owner: string): Promise<void> {
    await this.manager.transaction(async (manager) => {
      const [[finished]] = await manager.query<[{ removed: Record<string, number> }[], number]>(FINISH, [
        tenantId,
        owner,
      ]);
      if (!finished) throw new Interrupted();
      const { removed } = finished;
      this.log.info({ event: 'retention.done', tenantId, removed });
      if (Object.keys(removed).length === 0) return;
      const context = systemContext(tenantId, 'retention');
      await this.auditLog.record(context, { action: 'retention.run', after: removed }, manager);
    });
  }

  private more(kind: RetentionKind, last?: string): readonly unknown[] {
    return kind.more?.(this.clock.now(), last) ?? [];
  }

  private before(days: number): Date {
    return new Date(this.clock.now() - days * DAY_MS);
  }
}
