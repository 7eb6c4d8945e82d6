import type { SystemCode } from '@sitedesk/contract/system';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource } from 'typeorm';
import type { Env } from '../config/env.js';
import type { KeyRing } from '../crypto/key-ring.js';
import { isUnavailable, statement, type Sql } from '../database/sql.js';
import type { SettingsService } from '../settings/settings.service.js';
import type { ProxyWatch } from '../tenancy/proxy-watch.js';
import { facts, type SystemFinding } from './run-checks.js';

type Finding = SystemFinding<SystemCode>;

/** When a check is no longer `ok`. */
const LIMITS = {
  latencyMs: 250,
  clockMs: { warning: 1_000, failed: 30_000 },
  diskFree: { warningBytes: 2 * 1024 ** 3, failedBytes: 256 * 1024 ** 2 },
  /** After so many days a site's keys should be rotated. */
  keyAgeDays: 365,
} as const;

const PING = { name: 'system_ping', text: 'SELECT 1' } as const;
const DATABASE = {
  text: `
SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS "sizeBytes",
       (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`,
} as const;
const MIGRATIONS = { text: 'SELECT name FROM migration ORDER BY id' } as const;
const TIME = {
  name: 'system_time',
  text: 'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
} as const;

interface DatabaseRow {
  readonly version: string;
  readonly sizeBytes: number;
  readonly connections: number;
}

const DAY_MS = 86_400_000;

const KEYS = statement('system_keys')`
SELECT (SELECT created_at FROM tenant_key WHERE tenant_id = $1 AND purpose = 'data' AND retired_at IS NULL) AS "createdAt",
       (SELECT count(DISTINCT tenant_id)::int FROM tenant_key WHERE NOT starts_with(wrapped_key, $2)) AS "sitesBehind",
       (SELECT count(*)::int FROM setting
         WHERE tenant_id = $1 AND value LIKE 'enc:v1:%' AND NOT starts_with(value, $2)) AS "settingsBehind"`;

interface KeysRow {
  readonly createdAt: Date | null;
  readonly sitesBehind: number;
  readonly settingsBehind: number;
}

/** Whether the database answers, and how fast. */
export async function checkDatabase(sql: Sql): Promise<Finding> {
  try {
    await sql.run(PING, []); // a new connection is not what is measured
    const startedAt = performance.now();
    await sql.run(PING, []);
    const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const [row] = await sql.run<DatabaseRow>(DATABASE, []);
    const found = facts({ ...row, latencyMs });
    if (latencyMs > LIMITS.latencyMs) return { status: 'warning', code: 'database-slow', facts: found };
    return { status: 'ok', code: 'database-ok', facts: found };
  } catch (error) {
    if (isUnavailable(error)) return { status: 'failed', code: 'database-unreachable' };
    throw error;
  }
}

/** Whether its tables are those of this version. */
export async function checkMigrations(sql: Sql, dataSource: DataSource): Promise<Finding> {
  const rows = await sql.run<{ readonly name: string }>(MIGRATIONS, []);
  const applied = new Set(rows.map(({ name }) => name));
  const ours = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const pending = ours.filter((name) => !applied.has(name)).length;
  const found = facts({ applied: applied.size, pending, latest: rows.at(-1)?.name });
  if (pending > 0) return { status: 'failed', code: 'migrations-pending', facts: found };
  if (applied.size > ours.length) return { status: 'warning', code: 'migrations-unknown', facts: found };
  return { status: 'ok', code: 'migrations-ok', facts: found };
}

/** Whether its clock is ours. The time is asked for twice: the first question may have to wait for a connection. */
export async function checkClock(sql: Sql): Promise<Finding> {
  await sql.run(TIME, []);
  const before = Date.now();
  const [row] = await sql.run<{ readonly now: number }>(TIME, []);
  const after = Date.now();
  const offsetMs = Math.round((row?.now ?? 0) * 1_000 - (before + after) / 2);
  const found = facts({ offsetMs });
  const apart = Math.abs(offsetMs);
  if (apart > LIMITS.clockMs.failed) return { status: 'failed', code: 'clock-apart', facts: found };
  if (apart > LIMITS.clockMs.warning) return { status: 'warning', code: 'clock-apart', facts: found };
  return { status: 'ok', code: 'clock-ok', facts: found };
}

/** Whether the proxy in front is one that may say who calls. */
export function checkProxy({ untrusted: seen }: ProxyWatch, { trustedProxies }: Env): Finding {
  if (seen) {
    const found = facts({ trusted: false, peer: seen.peer, seenAt: seen.seenAt.toISOString() });
    return { status: 'warning', code: 'proxy-untrusted', facts: found };
  }
  const trusted = !trustedProxies.isEmpty;
  return { status: 'ok', code: trusted ? 'proxy-ok' : 'proxy-none', facts: facts({ trusted }) };
}

export async function checkDisk({ dataDir, tenancy }: Env): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(existing(dataDir));
  const freeBytes = bavail * bsize;
  const path = tenancy === 'single' ? dataDir : undefined; // a site's administrator is not the operator
  const found = facts({ freeBytes, totalBytes: blocks * bsize, path });
  const { warningBytes, failedBytes } = LIMITS.diskFree;
  if (freeBytes < failedBytes) return { status: 'failed', code: 'disk-full', facts: found };
  if (freeBytes < warningBytes) return { status: 'warning', code: 'disk-low', facts: found };
  return { status: 'ok', code: 'disk-ok', facts: found };
}

/** With a database of one's own the folder need not be there; its disk is that of the nearest one that is. */
const existing = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existing(dirname(path));

/** The keys of one site. Of other sites it says how many, never which. */
export async function checkKeys(
  sql: Sql,
  settings: SettingsService,
  { currentKeyId, keyIds }: KeyRing,
  tenantId: string,
): Promise<Finding> {
  const [row] = await sql.run<KeysRow>(KEYS, [tenantId, `enc:v1:${currentKeyId}:`]);
  const { createdAt = null, sitesBehind = 0, settingsBehind = 0 } = row ?? {};
  const keyAgeDays = createdAt && Math.floor((Date.now() - createdAt.getTime()) / DAY_MS);
  const found = facts({
    masterKeyId: currentKeyId,
    masterKeys: keyIds.length,
    keyCreatedAt: createdAt?.toISOString(),
    keyAgeDays,
    sitesBehind,
  });
  const unreadable = (await settings.list(tenantId)).some(({ source }) => source === 'unreadable');
  if (unreadable) return { status: 'failed', code: 'keys-unreadable', facts: found };
  if (sitesBehind + settingsBehind > 0)
    return { status: 'warning', code: 'keys-retired-in-use', facts: found };
  if ((keyAgeDays ?? 0) > LIMITS.keyAgeDays) return { status: 'warning', code: 'keys-old', facts: found };
  return { status: 'ok', code: 'keys-ok', facts: found };
}
