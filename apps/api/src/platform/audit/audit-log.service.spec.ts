import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { newId } from '../core/id.js';
import type { RequestContext } from '../http/request-context.js';
import type { AuditEvent } from './audit-log.service.js';
import { type AuditFixture, numbers, openAuditFixture, visitor } from '../../testing/audit-log.js';

describe('writing the audit log (G-02, G-03, G-06, UX-28)', () => {
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

  it('200 rows at the same moment, from two instances and with transactions between, make one chain (UX-28)', async () => {
    const other = fixture.newLog();
    const single = numbers(200).map((number) =>
      (number % 2 ? fixture.auditLog : other).record(visitor(tenantId, `r${number}`), {
        action: 'session.begin',
        outcome: 'refused',
      }),
    );
    const together = numbers(30).map((number) =>
      fixture.dataSource.transaction(async (manager) => {
        await manager.query('UPDATE tenant SET name = name WHERE id = $1', [tenantId]);
        await fixture.auditLog.record(visitor(tenantId, `t${number}`), { action: 'test.change' }, manager);
      }),
    );
    await Promise.all([...single, ...together]);
    expect(await fixture.sequences(tenantId)).toEqual(numbers(230));
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({
      ok: true,
      rows: 230,
      firstProblem: null,
    });
  });

  it('rows wait for a transaction that holds the end of the chain longer than a lock may be waited for (UX-28)', async () => {
    let waiting: Promise<unknown> = Promise.resolve();
    await fixture.dataSource.transaction(async (manager) => {
      await fixture.auditLog.record(visitor(tenantId, 'slow'), { action: 'test.slow' }, manager);
      waiting = Promise.all(
        numbers(200).map((number) =>
          fixture.auditLog.record(visitor(tenantId, `r${number}`), { action: 'test.wait' }),
        ),
      );
      await sleep(1_500);
    });
    await waiting;
    expect(await fixture.sequences(tenantId)).toEqual(numbers(201));
  });

  it('a row of a transaction that is taken back is neither stored nor told, and the request has none yet (UX-28)', async () => {
    const context = visitor(tenantId, 'taken-back');
    const undone = fixture.dataSource.transaction(async (manager) => {
      await fixture.auditLog.record(context, { action: 'test.undone' }, manager);
      throw new Error('taken back');
    });
    await expect(undone).rejects.toThrow('taken back');
    expect(fixture.auditLog.hasRecorded(context)).toBe(false);
    expect(fixture.lines).toEqual([]);
    await fixture.dataSource.transaction((manager) =>
      fixture.auditLog.record(context, { action: 'test.done' }, manager),
    );
    expect(fixture.auditLog.hasRecorded(context)).toBe(true);
    expect(fixture.lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'audit', action: 'test.done' }),
    ]);
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 1 });
  });

  it('the hash covers exactly what the database gives back, whatever was written (G-05)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary-ascii' }),
        async (after, text, ascii) => {
          await fixture.auditLog.record(
            {
              ...visitor(tenantId, `r\ud800${ascii}`),
              userAgent: `${text}\0\ud800`,
              actor: { kind: 'anonymous', id: null, label: text },
            },
            { action: 'test.any', reason: text, target: { kind: ascii, id: text }, before: { after }, after },
          );
        },
      ),
      { numRuns: 60 },
    );
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 60 });
  });

  it('a row goes on from one of the same actor for the same action, and from no other (G-05)', async () => {
    const [one, other] = [newId(), newId()];
    const by = (id: string): RequestContext => ({
      ...visitor(tenantId, id),
      actor: { kind: 'account', id, label: id },
    });
    const first = newId();
    const rows: readonly [RequestContext, AuditEvent][] = [
      [by(one), { action: 'test.many', id: first, affected: [newId()] }],
      [by(one), { action: 'test.many', partOf: first }],
      [by(other), { action: 'test.many', partOf: first }],
      [by(one), { action: 'test.else', partOf: first }],
      [by(one), { action: 'test.many', partOf: newId() }],
    ];
    for (const [context, event] of rows) {
      const work = (manager: EntityManager): Promise<void> =>
        fixture.auditLog.record(context, event, manager);
      await fixture.dataSource.transaction(work);
    }
    const stored = await fixture.database.query(
      'SELECT part_of FROM audit_entry WHERE tenant_id = $1 ORDER BY sequence',
      [tenantId],
    );
    expect(stored.map(({ part_of: of }) => of)).toEqual([null, first, null, null, null]);
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true, rows: 5 });
  });

  it('canary secrets and addresses reach neither the table nor the log (G-03)', async () => {
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
    await fixture.auditLog.record(
      {
        ...visitor(tenantId, 'canary'),
        actor: { kind: 'anonymous', id: null, label: 'anna.berg@example.com' },
      },
      {
        action: 'test.canary',
        target: { kind: 'address', id: 'anna.berg@example.com' },
        reason: 'mail to anna.berg@example.com bounced',
        before: members,
        after: { ...members, [`anna.berg@example.com`]: 1 },
      },
    );
    const [row] = await fixture.database.query('SELECT * FROM audit_entry WHERE tenant_id = $1', [tenantId]);
    const everything = JSON.stringify(row) + fixture.lines.join('');
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

  it('control characters in user agent and label can forge neither a log line nor a terminal (G-02)', async () => {
    const hostile = 'a\r\n{"event":"forged"}\u001b[2J\u009b31m\u202eb\u2028';
    await fixture.auditLog.record(
      {
        ...visitor(tenantId, 'x\n{"event":"forged"}'),
        userAgent: hostile,
        actor: { kind: 'anonymous', id: null, label: hostile },
      },
      { action: 'test.hostile', target: { kind: 'thing', id: hostile }, reason: hostile },
    );
    const [row] = await fixture.database.query('SELECT * FROM audit_entry WHERE tenant_id = $1', [tenantId]);
    for (const column of ['user_agent', 'actor_label', 'target_id', 'reason', 'request_id'])
      expect(row?.[column]).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    expect(fixture.lines).toHaveLength(1);
    expect(JSON.parse(fixture.lines[0] ?? '')).toMatchObject({ event: 'audit', action: 'test.hostile' });
  });

  it('keeps a row within bounds, however much it is told', async () => {
    const wide = Object.fromEntries(numbers(5_000).map((number) => [`member${number}`, 'x'.repeat(5_000)]));
    const deep = numbers(50).reduce<Record<string, unknown>>((inner) => ({ inner }), {});
    await fixture.auditLog.record(visitor(tenantId, 'wide'), {
      action: 'test.wide',
      before: deep,
      after: wide,
    });
    const [row] = await fixture.database.query(
      'SELECT length(after::text) AS wide, length(before::text) AS deep FROM audit_entry WHERE tenant_id = $1',
      [tenantId],
    );
    expect(Number(row?.['wide'])).toBeLessThan(50_000);
    expect(Number(row?.['deep'])).toBeLessThan(500);
    expect(await fixture.verifier.verify(tenantId)).toMatchObject({ ok: true });
  });

  it('a row that cannot be stored does not take those along that wait with it', async () => {
    const bad = fixture.auditLog.record(
      { ...visitor(tenantId, 'bad'), actor: { kind: 'account', id: 'not an id', label: 'visitor' } },
      { action: 'test.bad' },
    );
    const good = numbers(5).map((number) =>
      fixture.auditLog.record(visitor(tenantId, `good-${number}`), { action: 'test.good' }),
    );
    const worse = fixture.auditLog.record(
      { ...visitor(tenantId, 'worse'), actor: { kind: 'account', id: 'not an id', label: 'visitor' } },
      { action: 'test.bad' },
    );
    await Promise.all([expect(bad).rejects.toThrow(), expect(worse).rejects.toThrow(), ...good]);
    expect(await fixture.sequences(tenantId)).toEqual(numbers(5));
  });
});
