import type { AuditFilterDto } from '@sitedesk/contract/audit.dto';
import { DataSource } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { newId } from '../core/id.js';
import { dataSourceOptions } from '../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { AuditEntry } from './audit-entry.entity.js';
import { narrow, statementOf } from './audit-rows.js';

const ROWS = 100_000;
const ACTOR = newId();
const START = Date.UTC(2026, 0, 1);
const PLACE = { at: START + 3_000_000, sequence: ROWS / 2 };

/** Rows of two tenants in turns, a second apart, written straight into the table: only reading is looked at here. */
const SEED = `
INSERT INTO audit_entry (id, tenant_id, sequence, at, actor_kind, actor_id, actor_label, action, target_kind, target_id,
    outcome, client_address, user_agent, request_id, previous_hash, hash)
SELECT gen_random_uuid(), (ARRAY[$1, $2])[1 + n % 2]::uuid, n, $3::timestamptz + n * interval '1 second', 'account',
    CASE WHEN n % 97 = 0 THEN $4::uuid ELSE gen_random_uuid() END, '', CASE WHEN n % 7 = 0 THEN 'user.create' WHEN n % 31 = 0 THEN 'page.save' ELSE 'contact.mark-read' END,
    'thing', 'thing-' || n % 500, CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'done' END, '10.0.' || n % 200 || '.1', '',
    'request-' || n, '', ''
FROM generate_series(1, $5::int) AS n`;

describe('reading a large audit log', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const tenantId = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2, FEATURES)).initialize();
    const other = newId();
    await dataSource.query(
      'INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now()), ($3, $4, now())',
      [tenantId, 'one', other, 'other'],
    );
    await dataSource.query(SEED, [tenantId, other, new Date(START), ACTOR, ROWS]);
    await dataSource.query('ANALYZE audit_entry');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const instant = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

  it.each<[string, AuditFilterDto]>([
    ['audit_entry_at', {}],
    ['audit_entry_at', { from: instant(100), to: instant(5_000) }],
    ['audit_entry_action', { action: 'user.create' }],
    ['audit_entry_action', { action: 'user.create', from: instant(100), to: instant(5_000) }],
    ['audit_entry_action', { action: 'no.such' }],
    ['audit_entry_action_group', { action: 'user.' }],
    ['audit_entry_actor', { actor: ACTOR }],
    ['audit_entry_target', { target: 'thing-7' }],
    ['audit_entry_outcome', { outcome: 'refused' }],
    ['audit_entry_request', { requestId: 'request-77' }],
    ['audit_entry_address', { clientAddress: '10.0.7.1' }],
    ['audit_entry_main', { stream: 'main' }],
    ['audit_entry_main', { stream: 'main', from: instant(100), to: instant(5_000) }],
    ['audit_entry_main_actor', { stream: 'main', actor: ACTOR }],
    ['audit_entry_part_of', { partOf: newId() }],
  ])('reads a page, the first or a deep one, along %s for %j', async (index, filter) => {
    for (const place of [undefined, PLACE]) {
      const builder = dataSource.getRepository(AuditEntry).createQueryBuilder('entry');
      const [{ text }, values] = statementOf(narrow(builder, tenantId, filter, place), 51);
      const lines: readonly Record<string, string>[] = await dataSource.query(`EXPLAIN ${text}`, [...values]);
      const plan = lines.map((line) => line['QUERY PLAN'] ?? '').join('\n');
      expect(plan).toMatch(new RegExp(`Index Scan (?:Backward )?using ${index} `));
      expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap|Filter:/);
    }
  });
});
