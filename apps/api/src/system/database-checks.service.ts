import { Injectable } from '@nestjs/common';
import { SYSTEM_LIMITS } from '@sitedesk/contract';
import { DataSource } from 'typeorm';
import { isUnavailable, Sql } from '../database/sql.js';
import { facts, type SystemFinding } from './run-checks.js';

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

/** Looks at the database: whether it answers, whether its tables are ours, and what time it has. */
@Injectable()
export class DatabaseChecks {
  constructor(
    private readonly sql: Sql,
    private readonly dataSource: DataSource,
  ) {}

  async database(): Promise<SystemFinding> {
    try {
      await this.sql.run(PING, []); // a new connection is not what is measured
      const startedAt = performance.now();
      await this.sql.run(PING, []);
      const latencyMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const [row] = await this.sql.run<DatabaseRow>(DATABASE, []);
      const found = facts({ ...row, latencyMs });
      if (latencyMs > SYSTEM_LIMITS.latencyMs)
        return { status: 'warning', code: 'database-slow', facts: found };
      return { status: 'ok', code: 'database-ok', facts: found };
    } catch (error) {
      if (isUnavailable(error)) return { status: 'failed', code: 'database-unreachable' };
      throw error;
    }
  }

  async migrations(): Promise<SystemFinding> {
    const rows = await this.sql.run<{ readonly name: string }>(MIGRATIONS, []);
    const applied = new Set(rows.map(({ name }) => name));
    const ours = this.dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
    const pending = ours.filter((name) => !applied.has(name)).length;
    const found = facts({ applied: applied.size, pending, latest: rows.at(-1)?.name });
    if (pending > 0) return { status: 'failed', code: 'migrations-pending', facts: found };
    if (applied.size > ours.length) return { status: 'warning', code: 'migrations-unknown', facts: found };
    return { status: 'ok', code: 'migrations-ok', facts: found };
  }

  /** The time is asked for twice: the first question may have to wait for a connection. */
  async clock(): Promise<SystemFinding> {
    await this.sql.run(TIME, []);
    const before = Date.now();
    const [row] = await this.sql.run<{ readonly now: number }>(TIME, []);
    const after = Date.now();
    const offsetMs = Math.round((row?.now ?? 0) * 1_000 - (before + after) / 2);
    const found = facts({ offsetMs });
    const apart = Math.abs(offsetMs);
    if (apart > SYSTEM_LIMITS.clockMs.failed) return { status: 'failed', code: 'clock-apart', facts: found };
    if (apart > SYSTEM_LIMITS.clockMs.warning)
      return { status: 'warning', code: 'clock-apart', facts: found };
    return { status: 'ok', code: 'clock-ok', facts: found };
  }
}
