import type { AuditVerification } from '@sitedesk/contract';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { createLog } from '../common/log.js';
import { newId } from '../common/id.js';
import { dataSourceOptions } from '../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Actor, systemActor } from './actor.js';
import { AfterCommit } from './after-commit.js';
import { AuditLog } from './audit-log.service.js';
import { AuditStore } from './audit-store.js';
import { AuditVerifier } from './audit-verification.service.js';

jest.setTimeout(60_000);

const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const visitor = (requestId: string): Actor => ({ ...systemActor('visitor'), kind: 'anonymous', requestId });

const MOVE_OUT_OF_SIGHT = 'UPDATE audit_entry SET sequence = -3 WHERE tenant_id = $1 AND sequence = 3';

describe('the audit log (G-05, G-06, C28)', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let auditLog: AuditLog;
  let verifier: AuditVerifier;
  let tenantId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 10)).initialize();
    auditLog = newLog();
    verifier = new AuditVerifier(dataSource, log);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  beforeEach(async () => {
    tenantId = await newTenant();
    lines.length = 0;
  });

  const newLog = (): AuditLog =>
    new AuditLog(dataSource, new AuditStore(), new AfterCommit(dataSource), { now: () => Date.now() }, log);

  async function newTenant(): Promise<string> {
    const id = newId();
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [id, id]);
    return id;
  }

  const sequences = async (): Promise<readonly number[]> =>
    (
      await database.query('SELECT sequence FROM audit_entry WHERE tenant_id = $1 ORDER BY sequence', [
        tenantId,
      ])
    ).map(({ sequence }) => Number(sequence));

  const numbers = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index + 1);

  async function write(count: number): Promise<void> {
    for (const number of numbers(count))
      await auditLog.record(tenantId, visitor(`request-${number}`), {
        action: 'test.write',
        after: { number, when: new Date(0), nothing: undefined, nested: { b: [1.5, -0, 1e21], a: null } },
      });
  }

  /** What only the owner of the database can do, and only on purpose. */
  async function tamper(sql: string, values: readonly unknown[] = []): Promise<void> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query(`SET session_replication_role = replica`);
      await runner.query(sql, [tenantId, ...values]);
      await runner.query(`SET session_replication_role = DEFAULT`);
    } finally {
      await runner.release();
    }
  }

  const firstProblem = async (): Promise<AuditVerification['firstProblem']> =>
    (await verifier.verify(tenantId)).firstProblem;

  it('C28: 200 rows at the same moment, from two instances and with transactions between, make one chain', async () => {
    const other = newLog();
    const single = numbers(200).map((number) =>
      (number % 2 ? auditLog : other).record(tenantId, visitor(`r${number}`), {
        action: 'session.begin',
        outcome: 'refused',
      }),
    );
    const together = numbers(30).map((number) =>
      dataSource.transaction(async (manager) => {
        await manager.query('UPDATE tenant SET name = name WHERE id = $1', [tenantId]);
        await auditLog.record(tenantId, visitor(`t${number}`), { action: 'test.change' }, manager);
      }),
    );
    await Promise.all([...single, ...together]);
    expect(await sequences()).toEqual(numbers(230));
    expect(await verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 230, firstProblem: null });
  });

  it('C28: rows wait for a transaction that holds the end of the chain longer than a lock may be waited for', async () => {
    let waiting: Promise<unknown> = Promise.resolve();
    await dataSource.transaction(async (manager) => {
      await auditLog.record(tenantId, visitor('slow'), { action: 'test.slow' }, manager);
      waiting = Promise.all(
        numbers(200).map((number) =>
          auditLog.record(tenantId, visitor(`r${number}`), { action: 'test.wait' }),
        ),
      );
      await sleep(1_500);
    });
    await waiting;
    expect(await sequences()).toEqual(numbers(201));
  });

  it('C28: a row of a transaction that is taken back is neither stored nor told, and the request has none yet', async () => {
    const actor = visitor('taken-back');
    const undone = dataSource.transaction(async (manager) => {
      await auditLog.record(tenantId, actor, { action: 'test.undone' }, manager);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(auditLog.hasRecorded(actor)).toBe(false);
    expect(lines).toEqual([]);
    await dataSource.transaction((manager) =>
      auditLog.record(tenantId, actor, { action: 'test.done' }, manager),
    );
    expect(auditLog.hasRecorded(actor)).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'audit', action: 'test.done' }),
    ]);
    expect(await verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 1 });
  });

  it('G-05: the hash covers exactly what the database gives back, whatever was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary-ascii' }),
        async (after, text, ascii) => {
          await auditLog.record(
            tenantId,
            { ...visitor(`r\ud800${ascii}`), userAgent: `${text}\0\ud800`, label: text },
            { action: 'test.any', reason: text, target: { kind: ascii, id: text }, before: { after }, after },
          );
        },
      ),
      { numRuns: 60 },
    );
    expect(await verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 60 });
  });

  it.each([
    ['deleted row', 'DELETE FROM audit_entry WHERE tenant_id = $1 AND sequence = 3', 3, 'missing'],
    ['deleted first row', 'DELETE FROM audit_entry WHERE tenant_id = $1 AND sequence = 1', 1, 'missing'],
    ['cut-off end', 'DELETE FROM audit_entry WHERE tenant_id = $1 AND sequence > 4', 5, 'missing'],
    ['log with no row left', 'DELETE FROM audit_entry WHERE tenant_id = $1', 1, 'missing'],
    [
      'changed text',
      `UPDATE audit_entry SET action = 'test.other' WHERE tenant_id = $1 AND sequence = 2`,
      2,
      'changed',
    ],
    [
      'changed member',
      `UPDATE audit_entry SET after = jsonb_set(after, '{number}', '99') WHERE tenant_id = $1 AND sequence = 4`,
      4,
      'changed',
    ],
    [
      'member that became a list of its parts',
      `UPDATE audit_entry SET after = '[["number", 2]]' WHERE tenant_id = $1 AND sequence = 2`,
      2,
      'changed',
    ],
    [
      'changed instant',
      `UPDATE audit_entry SET at = at + interval '1 ms' WHERE tenant_id = $1 AND sequence = 5`,
      5,
      'changed',
    ],
    ['row that was hidden before the first', MOVE_OUT_OF_SIGHT, -3, 'inserted'],
  ] as const)('G-05: finds a %s', async (_case, sql, sequence, kind) => {
    await write(6);
    await tamper(sql);
    expect(await firstProblem()).toEqual({ sequence, kind });
    expect(lines.at(-1)).toContain('audit.chain_broken');
  });

  it('G-05: finds two rows that changed places', async () => {
    await write(6);
    await tamper('UPDATE audit_entry SET sequence = -sequence WHERE tenant_id = $1 AND sequence IN (2, 3)');
    await tamper('UPDATE audit_entry SET sequence = 5 + sequence WHERE tenant_id = $1 AND sequence < 0');
    expect(await firstProblem()).toEqual({ sequence: 2, kind: 'changed' });
  });

  it('G-05: finds a row that was put in at the end', async () => {
    await write(3);
    await tamper(
      `INSERT INTO audit_entry SELECT gen_random_uuid(), tenant_id, 4, at, actor_kind, actor_id, actor_label, action,
         target_kind, target_id, outcome, reason, before, after, client_address, user_agent, request_id, hash, hash
         FROM audit_entry WHERE tenant_id = $1 AND sequence = 3`,
    );
    expect(await firstProblem()).toEqual({ sequence: 4, kind: 'inserted' });
  });

  it('G-05: finds an end that is not the one that was written', async () => {
    await write(3);
    await tamper(`UPDATE audit_head SET hash = repeat('1', 64) WHERE tenant_id = $1`);
    expect(await firstProblem()).toEqual({ sequence: 3, kind: 'head' });
  });

  it.each([
    ['change a row', 'UPDATE audit_entry SET reason = NULL WHERE tenant_id = $1'],
    ['delete a row', 'DELETE FROM audit_entry WHERE tenant_id = $1'],
    ['take back the end', 'UPDATE audit_head SET sequence = 0 WHERE tenant_id = $1'],
    ['move the anchor', 'UPDATE audit_head SET anchor_sequence = 1 WHERE tenant_id = $1'],
    ['delete the end', 'DELETE FROM audit_head WHERE tenant_id = $1'],
  ])("G-05: the product's own role cannot %s", async (_case, sql) => {
    await write(2);
    await expect(dataSource.query(sql, [tenantId])).rejects.toThrow(/can only/);
    expect(await verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 2 });
  });

  it.each(['audit_entry', 'audit_head', 'tenant CASCADE'])(
    "G-05: the product's own role cannot empty %s",
    async (table) => {
      await write(1);
      await expect(dataSource.query(`TRUNCATE ${table}`)).rejects.toThrow(/can only/);
    },
  );

  it('G-05: a tenant that is deleted takes its log along, and no other', async () => {
    await write(2);
    const kept = tenantId;
    tenantId = await newTenant();
    await write(3);
    await database.query('DELETE FROM tenant WHERE id = $1', [tenantId]);
    expect(await sequences()).toEqual([]);
    tenantId = kept;
    expect(await verifier.verify(kept)).toMatchObject({ ok: true, rows: 2 });
  });

  it('G-03: canary secrets and addresses reach neither the table nor the log', async () => {
    const canary = 'canary-7f3a';
    const members = {
      password: canary,
      newPassword: canary,
      apiToken: canary,
      clientSecret: { value: canary },
      CSRF_TOKEN: canary,
      keys: [canary],
      recoveryCodes: [canary],
      code: canary,
      passwordHash: canary,
      cookie: canary,
      connectionString: canary,
      url: `smtp://user:${canary}@mail.test:587`,
      deep: [{ list: [{ authorization: canary }] }],
      email: 'anna.berg@example.com',
      roleKeys: ['Editor'],
      tokenId: 'an id is no secret',
      secretSet: true,
    };
    await auditLog.record(
      tenantId,
      { ...visitor('canary'), label: 'anna.berg@example.com' },
      {
        action: 'test.canary',
        target: { kind: 'address', id: 'anna.berg@example.com' },
        reason: 'mail to anna.berg@example.com bounced',
        before: members,
        after: { ...members, [`anna.berg@example.com`]: 1 },
      },
    );
    const [row] = await database.query('SELECT * FROM audit_entry WHERE tenant_id = $1', [tenantId]);
    const everything = JSON.stringify(row) + lines.join('');
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain('anna.berg');
    expect(row?.['after']).toMatchObject({
      password: '(hidden)',
      email: 'an…@example.com',
      url: 'smtp://…@mail.test:587',
      roleKeys: ['Editor'],
      tokenId: 'an id is no secret',
      secretSet: true,
    });
  });

  it('G-02: control characters in user agent and label can forge neither a log line nor a terminal', async () => {
    const hostile = 'a\r\n{"event":"forged"}\u001b[2J\u009b31m\u202eb\u2028';
    await auditLog.record(
      tenantId,
      { ...visitor('x\n{"event":"forged"}'), userAgent: hostile, label: hostile },
      { action: 'test.hostile', target: { kind: 'thing', id: hostile }, reason: hostile },
    );
    const [row] = await database.query('SELECT * FROM audit_entry WHERE tenant_id = $1', [tenantId]);
    for (const column of ['user_agent', 'actor_label', 'target_id', 'reason', 'request_id'])
      expect(row?.[column]).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'audit', action: 'test.hostile' });
  });

  it('keeps a row within bounds, however much it is told', async () => {
    const wide = Object.fromEntries(numbers(5_000).map((number) => [`member${number}`, 'x'.repeat(5_000)]));
    const deep = numbers(50).reduce<object>((inner) => ({ inner }), {});
    await auditLog.record(tenantId, visitor('wide'), { action: 'test.wide', before: deep, after: wide });
    const [row] = await database.query(
      'SELECT length(after::text) AS wide, length(before::text) AS deep FROM audit_entry WHERE tenant_id = $1',
      [tenantId],
    );
    expect(Number(row?.['wide'])).toBeLessThan(50_000);
    expect(Number(row?.['deep'])).toBeLessThan(500);
    expect(await verifier.verify(tenantId)).toMatchObject({ ok: true });
  });

  it('a row that cannot be stored does not take those along that wait with it', async () => {
    const bad = auditLog.record(
      tenantId,
      { ...visitor('bad'), kind: 'account', id: 'not an id' },
      { action: 'test.bad' },
    );
    const good = numbers(5).map((number) =>
      auditLog.record(tenantId, visitor(`good-${number}`), { action: 'test.good' }),
    );
    const worse = auditLog.record(
      tenantId,
      { ...visitor('worse'), kind: 'account', id: 'not an id' },
      { action: 'test.bad' },
    );
    await Promise.all([expect(bad).rejects.toThrow(), expect(worse).rejects.toThrow(), ...good]);
    expect(await sequences()).toEqual(numbers(5));
  });
});
