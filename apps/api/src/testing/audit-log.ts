import { DataSource } from 'typeorm';
import { FEATURES } from '../app.module.js';
import type { Clock } from '../platform/core/clock.js';
import { newId } from '../platform/core/id.js';
import { createLog } from '../platform/core/log.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { type RequestContext, systemContext } from '../platform/http/request-context.js';
import { AuditLogService } from '../platform/audit/audit-log.service.js';
import { AuditStore } from '../platform/audit/audit-store.js';
import { AuditVerificationService } from '../platform/audit/audit-verification.service.js';

/** The audit log on a database of its own, with the pool and the time limits of the product. */
export interface AuditFixture {
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  readonly auditLog: AuditLogService;
  readonly verifier: AuditVerificationService;
  /** What was written to the structured log; to be emptied by the test. */
  readonly lines: string[];
  /** Another instance on the same database. */
  newLog(clock?: Clock): AuditLogService;
  newTenant(): Promise<string>;
  /** Rows 1 to `count` of a tenant. */
  write(tenantId: string, count: number): Promise<void>;
  /** Sequences of a tenant's rows, in their order. */
  sequences(tenantId: string): Promise<readonly number[]>;
  /** Runs a statement with the triggers off, as only the database's superuser can. */
  tamper(sql: string, values: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

const SYSTEM: Clock = { now: () => Date.now() };

export async function openAuditFixture(): Promise<AuditFixture> {
  const database = await createTestDatabase();
  const dataSource = await new DataSource(dataSourceOptions(database.url, 10, FEATURES)).initialize();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const newLog = (clock = SYSTEM): AuditLogService =>
    new AuditLogService(dataSource, new AuditStore(), clock, log);
  const auditLog = newLog();
  return {
    database,
    dataSource,
    lines,
    newLog,
    auditLog,
    verifier: new AuditVerificationService(dataSource.manager, SYSTEM, log),
    newTenant: async () => {
      const id = newId();
      await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [id, id]);
      return id;
    },
    write: async (tenantId, count) => {
      for (const number of numbers(count))
        await auditLog.record(visitor(tenantId, `request-${number}`), {
          action: 'test.write',
          after: { number, when: new Date(0), nothing: undefined, nested: { b: [1.5, -0, 1e21], a: null } },
        });
    },
    sequences: async (tenantId) => {
      const rows = await database.query(
        'SELECT sequence FROM audit_entry WHERE tenant_id = $1 ORDER BY sequence',
        [tenantId],
      );
      return rows.map(({ sequence }) => Number(sequence));
    },
    tamper: (sql, values) => withoutTriggers(dataSource, sql, values),
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

export const visitor = (tenantId: string, requestId: string): RequestContext => ({
  ...systemContext(tenantId, 'visitor'),
  actor: { kind: 'anonymous', id: null, label: 'visitor' },
  requestId,
});

/** 1 to `count`. */
export const numbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

async function withoutTriggers(
  dataSource: DataSource,
  sql: string,
  values: readonly unknown[],
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.query(`SET LOCAL session_replication_role = replica`);
    await manager.query(sql, [...values]);
  });
}
