import type { AuditVerification } from '@sitedesk/contract/audit';
import { type AuditFixture, openAuditFixture } from '../../testing/audit-log.js';

const MOVE_OUT_OF_SIGHT = 'UPDATE audit_entry SET sequence = -3 WHERE tenant_id = $1 AND sequence = 3';

describe('an audit log that can only be added to (G-05)', () => {
  let fixture: AuditFixture;
  let tenantId: string;

  beforeAll(async () => {
    fixture = await openAuditFixture();
  });

  afterAll(() => fixture.close());

  beforeEach(async () => {
    tenantId = await fixture.newTenant();
    fixture.lines.length = 0;
  });

  const tamper = (sql: string): Promise<void> => fixture.tamper(sql, [tenantId]);

  const firstProblem = async (): Promise<AuditVerification['firstProblem']> =>
    (await fixture.verifier.verify(tenantId)).firstProblem;

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
    [
      'row that was given something to have affected',
      'UPDATE audit_entry SET affected = ARRAY[id] WHERE tenant_id = $1 AND sequence = 3',
      3,
      'changed',
    ],
    [
      'row that was hidden as a part of another',
      'UPDATE audit_entry SET part_of = gen_random_uuid() WHERE tenant_id = $1 AND sequence = 3',
      3,
      'changed',
    ],
    ['row that was hidden before the first', MOVE_OUT_OF_SIGHT, -3, 'inserted'],
  ] as const)('finds a %s (G-05)', async (_case, sql, sequence, kind) => {
    await fixture.write(tenantId, 6);
    await tamper(sql);
    expect(await firstProblem()).toEqual({ sequence, kind });
    expect(fixture.lines.at(-1)).toContain('audit.chain_broken');
  });

  it('is one at a time, says how far it has come, and is remembered (G-05)', async () => {
    await fixture.write(tenantId, 6);
    expect(await fixture.verifier.state(tenantId)).toEqual({ last: null, running: null });
    const other = fixture.dataSource.createQueryRunner();
    await other.query('SELECT pg_advisory_lock($1)', [5_718_204_114]);
    const verifying = fixture.verifier.verify(tenantId);
    expect((await fixture.verifier.state(tenantId)).running).toEqual({ rows: 0, total: 0 });
    await fixture.write(tenantId, 2);
    await other.query('SELECT pg_advisory_unlock($1)', [5_718_204_114]);
    await other.release();
    const result = await verifying;
    expect(result).toMatchObject({ ok: true, rows: 8 }); // it waited for the other, and so for these rows
    const { last, running } = await fixture.verifier.state(tenantId);
    expect({ running, result: last?.result }).toEqual({ running: null, result });
  });

  it('finds two rows that changed places (G-05)', async () => {
    await fixture.write(tenantId, 6);
    await tamper('UPDATE audit_entry SET sequence = -sequence WHERE tenant_id = $1 AND sequence IN (2, 3)');
    await tamper('UPDATE audit_entry SET sequence = 5 + sequence WHERE tenant_id = $1 AND sequence < 0');
    expect(await firstProblem()).toEqual({ sequence: 2, kind: 'changed' });
  });

  it('finds a row that was put in at the end (G-05)', async () => {
    await fixture.write(tenantId, 3);
    await tamper(
      `INSERT INTO audit_entry SELECT gen_random_uuid(), tenant_id, 4, at, actor_kind, actor_id, actor_label, action,
         target_kind, target_id, outcome, reason, before, after, client_address, user_agent, request_id, hash, hash
         FROM audit_entry WHERE tenant_id = $1 AND sequence = 3`,
    );
    expect(await firstProblem()).toEqual({ sequence: 4, kind: 'inserted' });
  });

  it('finds an end that is not the one that was written (G-05)', async () => {
    await fixture.write(tenantId, 3);
    await tamper(`UPDATE audit_head SET hash = repeat('1', 64) WHERE tenant_id = $1`);
    expect(await firstProblem()).toEqual({ sequence: 3, kind: 'head' });
  });

  it.each([
    ['change a row', 'UPDATE audit_entry SET reason = NULL WHERE tenant_id = $1'],
    ['delete a row', 'DELETE FROM audit_entry WHERE tenant_id = $1'],
    ['take back the end', 'UPDATE audit_head SET sequence = 0 WHERE tenant_id = $1'],
    ['move the anchor', 'UPDATE audit_head SET anchor_sequence = 1 WHERE tenant_id = $1'],
    ['delete the end', 'DELETE FROM audit_head WHERE tenant_id = $1'],
  ])("the product's own role cannot %s (G-05)", async (_case, sql) => {
    await fixture.write(tenantId, 2);
    await expect(fixture.dataSource.query(sql, [tenantId])).rejects.toThrow(/can only/);
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 2 });
  });

  it.each(['audit_entry', 'audit_head', 'tenant CASCADE'])(
    "the product's own role cannot empty %s (G-05)",
    async (table) => {
      await fixture.write(tenantId, 1);
      await expect(fixture.dataSource.query(`TRUNCATE ${table}`)).rejects.toThrow(/can only/);
    },
  );

  it('a tenant that is deleted takes its log along, and no other (G-05)', async () => {
    await fixture.write(tenantId, 2);
    const kept = tenantId;
    tenantId = await fixture.newTenant();
    await fixture.write(tenantId, 3);
    await fixture.database.query('DELETE FROM tenant WHERE id = $1', [tenantId]);
    expect(await fixture.sequences(tenantId)).toEqual([]);
    tenantId = kept;
    expect(await fixture.verifier.verify(kept)).toMatchObject({ ok: true, rows: 2 });
  });

  it('a retention that says so can delete the oldest rows, and the rest is verified from there on (G-05)', async () => {
    await fixture.write(tenantId, 5);
    await fixture.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL sitedesk.audit_retention = 'on'`);
      await manager.query(
        `UPDATE audit_head SET anchor_sequence = 3, anchor_hash =
           (SELECT hash FROM audit_entry WHERE tenant_id = $1 AND sequence = 3) WHERE tenant_id = $1`,
        [tenantId],
      );
      await manager.query('DELETE FROM audit_entry WHERE tenant_id = $1 AND sequence <= 3', [tenantId]);
    });
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 2, deletedThrough: 3 });
    await expect(
      fixture.dataSource.query('DELETE FROM audit_entry WHERE tenant_id = $1', [tenantId]),
    ).rejects.toThrow('can only be added to');
    await tamper('DELETE FROM audit_entry WHERE tenant_id = $1 AND sequence = 4');
    expect(await firstProblem()).toEqual({ sequence: 4, kind: 'missing' });
  });
});
