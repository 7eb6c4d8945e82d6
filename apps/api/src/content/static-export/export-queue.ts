import type { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { SITE_GROUP } from '../site/site-settings.js';

/** For how long changes are collected. */
const COLLECT_SECONDS = 3;
/** What changes on every page with these settings. */
const SITE_WIDE = new Set([SITE_GROUP, 'Identity']);

/** What a job was queued for. */
export interface ExportJob {
  /** Someone asked for it: what is there is looked at, too. */
  readonly isManual: boolean;
}

/** A job that waits exports what has changed until it runs. Locked, nobody runs it before this transaction has ended. */
const SHARE_JOB = `SELECT 1 FROM job WHERE tenant_id = $1 AND target = $2 AND kind = $2 AND state = 'queued'
  LIMIT 1 FOR KEY SHARE SKIP LOCKED`;
const ADD_JOB = `INSERT INTO job (id, tenant_id, kind, target, data, state, created_at, next_attempt_at)
  VALUES ($3, $1, $2, $2, $4, 'queued', now(), now() + make_interval(secs => $5::float8))`;
const START_WAITING = `UPDATE job SET data = $3, next_attempt_at = now()
  WHERE tenant_id = $1 AND target = $2 AND kind = $2 AND state = 'queued'`;

/** Whether pages are different with other settings of these groups. */
export const changesPages = (groups: readonly string[]): boolean =>
  groups.some((group) => SITE_WIDE.has(group));

/** Exports soon, and what changes until then with it. @param kind of the job, which is its target too */
export async function queueExport(manager: EntityManager, tenantId: string, kind: string): Promise<void> {
  const shared: unknown[] = await manager.query(SHARE_JOB, [tenantId, kind]);
  if (shared.length > 0) return;
  const data = JSON.stringify({ isManual: false } satisfies ExportJob);
  await manager.query(ADD_JOB, [tenantId, kind, newId(), data, COLLECT_SECONDS]);
  await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
}

/** Exports now. @param kind as above */
export async function startExport(manager: EntityManager, tenantId: string, kind: string): Promise<void> {
  const data = JSON.stringify({ isManual: true } satisfies ExportJob);
  const [, waiting]: [unknown[], number] = await manager.query(START_WAITING, [tenantId, kind, data]);
  if (waiting === 0) await manager.query(ADD_JOB, [tenantId, kind, newId(), data, 0]);
  await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
}
