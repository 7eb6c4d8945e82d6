import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { overTcp } from '@sitedesk/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createTestApp } from '../../testing/test-app.js';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { AntiforgeryService } from '../../contact/antiforgery/antiforgery.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuditVerificationService } from '../audit/audit-verification.service.js';
import { systemContext } from '../http/request-context.js';
import { SystemService } from '../system/system.service.js';
import { TenantsService } from '../tenancy/tenants.service.js';
import { RetentionService } from './retention.service.js';

const DAY = 86_400;
const ENV = {
  OUTBOX_WORKER: 'off',
  TENANCY: 'multi',
  TRUSTED_PROXIES: '127.0.0.1',
  RATELIMIT__CONTACTFORM: '1000000/60',
  RATELIMIT__ADDRESSCEILING: '1000000/60',
  EMAIL__CONNECTIONSTRING: 'none:',
  EMAIL__SENDEREMAIL: 'no-reply@a.test',
};

/** Messages with their attempts; `sent` with an email, of `age` days. */
const MESSAGES = `
WITH made AS (
  INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code,
                                  status, folder, trashed_at)
  SELECT gen_random_uuid(), $1, 'Anna', 'anna@example.com', 'Hello', '10.0.0.1', 'a.test', now() - $3 * interval '1 day', 'R',
         $4, $5, CASE WHEN $5 = 'trash' THEN now() - $3 * interval '1 day' END FROM generate_series(1, $2)
  RETURNING id, tenant_id, received_at
), attempted AS (
  INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, request_id)
  SELECT gen_random_uuid(), tenant_id, id, 'anna@example.com', '10.0.0.1', received_at, 'accepted', 'r' FROM made)
INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at, finished_at)
SELECT id, tenant_id, 'contact-notification', 'email', $6, received_at, received_at, received_at FROM made WHERE $6 <> 'none'`;

describe('deleting what is old (G-04)', () => {
  let running: RunningApp;
  let site: string;
  let other: string;

  const run = <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    running.database.query(sql, values) as Promise<readonly Row[]>;
  const add = (
    tenantId: string,
    count: number,
    days: number,
    { status = 'sent', folder = 'inbox', job = 'done' } = {},
  ): Promise<unknown> => run(MESSAGES, [tenantId, count, days, status, folder, job]);
  const set = async (tenantId: string, name: string, value: string): Promise<void> => {
    await run(
      `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at)
       VALUES (gen_random_uuid(), $1, 'Retention', $2, $3, now())
       ON CONFLICT (tenant_id, "group", name) DO UPDATE SET value = EXCLUDED.value`,
      [tenantId, name, value],
    );
    await run(`SELECT pg_notify('sitedesk_tenant', $1)`, [tenantId]);
  };
  const count = async (table: string, tenantId: string): Promise<number> => {
    const [row] = await run<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`, [
      tenantId,
    ]);
    return row?.n ?? -1;
  };
  const service = (app = running.app): RetentionService => app.get(RetentionService);
  const latest = async (tenantId: string): Promise<Record<string, number>> => {
    const [row] = await run<{ removed: Record<string, number> }>(
      'SELECT removed FROM retention_run WHERE tenant_id = $1',
      [tenantId],
    );
    return row?.removed ?? {};
  };
  const entries = async (tenantId: string): Promise<readonly unknown[]> => {
    const rows = await run<{ after: unknown }>(
      `SELECT after FROM audit_entry WHERE tenant_id = $1 AND action = 'retention.run' ORDER BY sequence`,
      [tenantId],
    );
    return rows.map(({ after }) => after);
  };
  const check = async (tenantId: string) => {
    const { checks } = await running.app.get(SystemService).report(tenantId);
    const found = checks.find((each) => each.check === 'retention');
    return { ...found, facts: Object.fromEntries(found?.facts.map(({ key, value }) => [key, value]) ?? []) };
  };
  const otherInstance = (url = running.database.url): Promise<NestFastifyApplication> =>
    createTestApp(url, { env: ENV, clock: running.clock });

  beforeEach(async () => {
    running = await startApp(ENV);
    site = (await running.app.get(TenantsService).add('A', ['a.test'])).id;
    other = (await running.app.get(TenantsService).add('B', ['b.test'])).id;
  });
  afterEach(() => running.stop());

  it('deletes what a site keeps no longer, and of no other site', async () => {
    for (const tenantId of [site, other]) {
      await add(tenantId, 3, 40, { folder: 'trash' });
      await add(tenantId, 2, 20, { folder: 'trash' });
      await add(tenantId, 4, 100);
    }
    await set(site, 'MessageDays', '50');
    await set(other, 'TrashDays', '0');
    await set(other, 'EmailDays', '0');
    await set(other, 'AttemptDays', '0');
    expect(await service().due(site, { kind: 'messages', days: '50' })).toEqual({ count: 4, hasMore: false });
    expect(await check(site)).toMatchObject({
      code: 'retention-first',
      facts: { dueTrash: 3, dueMessages: 4 },
    });

    await service().sweep();

    expect(await count('contact_submission', site)).toBe(2);
    expect(await latest(site)).toMatchObject({ messages: 4, trash: 3, attempts: 4 });
    expect(await entries(site)).toEqual([await latest(site)]);
    expect(await check(site)).toMatchObject({
      status: 'ok',
      code: 'retention-ok',
      facts: { removedMessages: 4, removedTrash: 3 },
    });
    expect([await count('contact_submission', other), await count('job', other)]).toEqual([9, 9]);
    expect(await entries(other)).toEqual([]);
    expect(await latest(other)).toEqual({});
  });

  it('removes sent emails with their attempts from the outbox, and the messages stay', async () => {
    await add(site, 2, 100);
    await run(`INSERT INTO delivery_attempt (id, tenant_id, job_id, at, outcome, provider, detail, duration_ms)
      SELECT gen_random_uuid(), tenant_id, id, created_at, 'sent', 'smtp', 'OK', 1 FROM job`);
    await add(site, 1, 100, { status: 'failed', job: 'dead' });
    await service().sweep();
    expect(await latest(site)).toEqual({ attempts: 3, emails: 2 });
    expect(await run('SELECT state FROM job')).toEqual([{ state: 'dead' }]);
    expect(await count('delivery_attempt', site)).toBe(0);
    expect(await count('contact_submission', site)).toBe(3);
  });

  it('leaves what is not delivered yet, and what nobody was notified of', async () => {
    await set(site, 'MessageDays', '7');
    await add(site, 1, 400, { status: 'queued', job: 'queued' });
    await add(site, 1, 400, { status: 'failed', job: 'dead' });
    await add(site, 1, 400, { status: 'held', folder: 'held', job: 'none' });
    await add(site, 1, 400, { status: 'held', folder: 'trash', job: 'none' });
    await add(site, 1, 400, { status: 'sent', job: 'running' });
    await add(site, 1, 400, { status: 'queued', folder: 'trash', job: 'queued' });
    await add(site, 1, 400, { status: 'failed', folder: 'trash', job: 'dead' });
    await service().sweep();
    expect(await run('SELECT folder, status FROM contact_submission ORDER BY 1, 2')).toEqual([
      { folder: 'held', status: 'held' },
      { folder: 'inbox', status: 'failed' },
      { folder: 'inbox', status: 'queued' },
      { folder: 'inbox', status: 'sent' },
      { folder: 'trash', status: 'queued' },
    ]);
    expect(await run('SELECT state FROM job ORDER BY 1')).toEqual(
      ['dead', 'queued', 'queued', 'running'].map((state) => ({ state })),
    );
  });

  it('runs once a day, and goes on the next', async () => {
    await add(site, 1, 40, { folder: 'trash' });
    await service().sweep();
    await add(site, 1, 40, { folder: 'trash' });
    await service().sweep();
    expect(await count('contact_submission', site)).toBe(1);
    running.clock.advance(DAY);
    await service().sweep();
    expect(await count('contact_submission', site)).toBe(0);
    expect(await entries(site)).toHaveLength(2);
  });

  it('deletes the oldest entries of the audit log, and the rest is verified', async () => {
    const auditLog = running.app.get(AuditLogService);
    const record = (): Promise<void> =>
      auditLog.record(systemContext(site, 'test'), { action: 'keys.rotate' });
    await Promise.all(Array.from({ length: 1_200 }, record));
    await set(site, 'AuditDays', '30');
    running.clock.advance(31 * DAY);
    await Promise.all([record(), record(), record()]);
    await service().sweep();
    expect(await latest(site)).toEqual({ audit: 1_200 });
    expect(await running.app.get(AuditVerificationService).verify(site)).toMatchObject({
      ok: true,
      rows: 4, // with the one of this run
      deletedThrough: 1_200,
    });
  });

  it('says when a run has failed, and tries again', async () => {
    await add(site, 1, 40, { folder: 'trash' });
    await set(site, 'TrashDays', 'soon');
    await eventually(async () => {
      await run('DELETE FROM retention_run');
      await service().sweep();
      expect(await check(site)).toMatchObject({ status: 'failed', code: 'check-failed' });
    });
    await set(site, 'TrashDays', '30');
    await eventually(async () =>
      expect(await check(site)).toMatchObject({ status: 'failed', code: 'retention-failed' }),
    );
    await service().sweep();
    expect(await count('contact_submission', site)).toBe(1);
    await run(`UPDATE retention_run SET leased_until = now() - interval '1 second'`);
    await service().sweep();
    expect(await count('contact_submission', site)).toBe(0);
    expect(await check(site)).toMatchObject({ status: 'ok', code: 'retention-ok' });
  });

  it('two instances at once do it once', async () => {
    await add(site, 4_000, 40, { folder: 'trash' });
    const second = await otherInstance();
    try {
      await second.init();
      await Promise.all([service().sweep(), service(second).sweep()]);
      await Promise.all([service().sweep(), service(second).sweep()]);
    } finally {
      await second.close();
    }
    expect(await count('contact_submission', site)).toBe(0);
    expect(await entries(site)).toEqual([{ trash: 4_000 }]);
  });

  it('a run whose instance is killed goes on in another one', async () => {
    await add(site, 20_000, 40, { folder: 'trash', job: 'none' });
    await run('DELETE FROM contact_attempt');
    const line = await startLine(running.database.url);
    const doomed = await otherInstance(line.url);
    await doomed.init();
    const sweep = service(doomed).sweep();
    await eventually(async () => expect((await latest(site))['trash']).toBeGreaterThan(0));
    line.cut();
    await sweep;
    await doomed.close().catch(() => undefined); // it has no database to take leave of
    const left = await count('contact_submission', site);
    expect(left).toBeGreaterThan(0);
    expect(await latest(site)).toEqual({ trash: 20_000 - left });

    await service().sweep();
    expect(await count('contact_submission', site)).toBe(left); // it might still be alive
    await run(`UPDATE retention_run SET leased_until = now() - interval '1 second'`);
    await service().sweep();
    expect(await count('contact_submission', site)).toBe(0);
    expect(await entries(site)).toEqual([{ trash: 20_000 }]);
  }, 60_000);

  it('20,000 messages go in small transactions, and visitors submit in the meantime', async () => {
    await add(site, 20_000, 40, { folder: 'trash' });
    let isDone = false;
    const sweep = service()
      .sweep()
      .finally(() => (isDone = true));
    const answers: string[] = [];
    while (!isDone) answers.push(await submit(running, site));
    await sweep;
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.filter((answer) => !answer.startsWith('200 '))).toEqual([]);
    expect(await latest(site)).toMatchObject({ trash: 20_000 });
    expect(await count('contact_submission', site)).toBe(answers.length);
  }, 300_000);
});

/** Sends a message as a visitor of the first site. @returns status and body */
async function submit({ url, app }: RunningApp, tenantId: string): Promise<string> {
  const answer = await fetch(`${url}${CONTACT_API_PATH}/submit`, {
    method: 'POST',
    headers: {
      [HEADERS.originHostname]: 'a.test',
      [HEADERS.antiforgery]: app.get(AntiforgeryService).issue(tenantId),
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ name: 'Anna', email: 'anna@example.com', message: 'Hello, when do you open?' }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** A line to the database that can be cut, as by the end of a process. */
async function startLine(databaseUrl: string): Promise<{ readonly url: string; cut(): void }> {
  const url = overTcp(databaseUrl);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, another] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => another.destroy()).on('close', () => another.destroy());
      one.pipe(another);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function eventually(check: () => Promise<void>, seconds = 20): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; ; await sleep(20)) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
