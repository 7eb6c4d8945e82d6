import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { FEATURES } from '../../app.module.js';
import { createTestApp } from '../../testing/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { LOG, type Log } from '../core/log.js';
import type { DatabaseChanges } from '../database/database-changes.js';
import { createDataSource } from '../database/data-source.js';
import { runMigrations } from '../database/migrate.js';
import type { PreparedStatement, Sql } from '../database/sql.js';
import type { Attempt } from './job-kind.js';
import { JobStore } from './job-store.js';
import { JobsService } from './jobs.service.js';

const TENANT = '00000000-0000-7000-8000-000000000009';
const SUBMISSIONS = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];
const [FIRST = '', SECOND = ''] = SUBMISSIONS;

async function storeSubmissions(database: TestDatabase): Promise<void> {
  await database.query(`INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Site', now())`, [TENANT]);
  for (const id of SUBMISSIONS)
    await database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code, status)
       VALUES ($1, $2, 'n', 'e', 'm', 'a', 'h', now(), 'r', 'queued')`,
      [id, TENANT],
    );
}

describe('rows of jobs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await storeSubmissions(database);
    for (const id of SUBMISSIONS)
      await database.query(
        `INSERT INTO job (id, tenant_id, kind, target, subject_id, state, created_at, next_attempt_at)
         VALUES ($1, $2, 'contact-notification', 'email', NULL, 'queued', now(), now()),
                (gen_random_uuid(), $2, 'mailing-list', 'mailing-list', $1, 'queued', now(), now())`,
        [id, TENANT],
      );
  });
  afterAll(() => database.drop());

  it('go with the submission they are about, and with no other', async () => {
    await database.query('DELETE FROM contact_submission WHERE id = $1', [FIRST]);
    expect(
      await database.query('SELECT kind, coalesce(subject_id, id) AS about FROM job ORDER BY kind'),
    ).toEqual([
      { kind: 'contact-notification', about: SECOND },
      { kind: 'mailing-list', about: SECOND },
    ]);
  });

  it('go with the tenant', async () => {
    await database.query('DELETE FROM tenant WHERE id = $1', [TENANT]);
    expect(await database.query('SELECT id FROM job')).toEqual([]);
  });
});

describe('the migration that made them', () => {
  const OLD_ROWS = `
    SELECT id::text, kind, state, attempts, last_error FROM outbox_message
    UNION ALL SELECT id::text, 'list of ' || submission_id || ' ' || confirm, state, attempts, last_error FROM mailing_list_job
    ORDER BY 1`;
  const OLD_STATES = `
    SELECT fingerprint, failures, kind, detail FROM provider_state
    UNION ALL SELECT 'list', failures, coalesce(failure_kind, ''), coalesce(failure_detail, '') FROM mailing_list`;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await undo(database.url);
    await storeSubmissions(database);
    await database.query(
      `INSERT INTO outbox_message (id, tenant_id, kind, state, created_at, attempts, next_attempt_at, last_error, sent_at) VALUES
         ($1, $3, 'submission', 'queued', now(), 3, now(), '451 later', NULL),
         ($2, $3, 'submission', 'sent', now(), 1, now(), NULL, now()),
         (gen_random_uuid(), $3, 'account', 'sending', now(), 1, now(), NULL, NULL),
         (gen_random_uuid(), $3, 'account', 'dead', now(), 9, now(), '550 no', NULL)`,
      [...SUBMISSIONS, TENANT],
    );
    await database.query(
      `INSERT INTO delivery_attempt (id, tenant_id, outbox_id, at, outcome, provider, detail, duration_ms)
       VALUES (gen_random_uuid(), $2, $1, now(), 'temporary', 'smtp', '451 later', 5)`,
      [FIRST, TENANT],
    );
    await database.query(
      `INSERT INTO provider_state VALUES ($1, 'print', 2, 'temporary', 'away', now(), now())`,
      [TENANT],
    );
    await database.query(
      `INSERT INTO mailing_list (tenant_id, provider, api_url, api_key, key_updated_at, account_name, list_id, mapping, consent_pages,
                                 connected_at, failures, failure_kind, failure_detail, failing_since, held_until)
       VALUES ($1, 'mailchimp', 'u', 'k', now(), 'a', 'l', '[]', '{}', now(), 4, 'service', '503', now(), now())`,
      [TENANT],
    );
    await database.query(
      `INSERT INTO mailing_list_job (id, tenant_id, submission_id, confirm, state, created_at, attempts, next_attempt_at, last_error, failed_at)
       VALUES (gen_random_uuid(), $3, $1, true, 'queued', now(), 1, now(), NULL, NULL),
              (gen_random_uuid(), $3, $2, false, 'dead', now(), 2, now(), 'fake', now())`,
      [...SUBMISSIONS, TENANT],
    );
  });
  afterAll(() => database.drop());

  it('takes every queued row along, and gives it back', async () => {
    const before = await database.query(OLD_ROWS);
    const states = await database.query(OLD_STATES);
    expect(before).toHaveLength(6);
    await runMigrations(database.url, FEATURES);
    const jobs = await database.query(
      `SELECT kind, target, subject_id, data, state, attempts FROM job ORDER BY kind, state`,
    );
    const email = { target: 'email', subject_id: null, data: null };
    const list = { kind: 'mailing-list', target: 'mailing-list' };
    expect(jobs).toEqual([
      { kind: 'account-email', ...email, state: 'dead', attempts: 9 },
      { kind: 'account-email', ...email, state: 'running', attempts: 1 },
      { kind: 'contact-notification', ...email, state: 'done', attempts: 1 },
      { kind: 'contact-notification', ...email, state: 'queued', attempts: 3 },
      { ...list, subject_id: SECOND, data: { confirm: false }, state: 'dead', attempts: 2 },
      { ...list, subject_id: FIRST, data: { confirm: true }, state: 'queued', attempts: 1 },
    ]);
    expect(await database.query('SELECT job_id FROM delivery_attempt')).toEqual([{ job_id: FIRST }]);
    expect(await database.query('SELECT target, failures, detail FROM job_hold ORDER BY target')).toEqual([
      { target: 'email', failures: 2, detail: 'away' },
      { target: 'mailing-list', failures: 4, detail: '503' },
    ]);
    await undo(database.url);
    expect(await database.query(OLD_ROWS)).toEqual(before);
    expect(await database.query(OLD_STATES)).toEqual(states);
  });
});

describe('a worker', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;

  beforeAll(async () => {
    database = await createTestDatabase();
    await storeSubmissions(database);
    app = await createTestApp(database.url, { env: { OUTBOX_WORKER: 'on' } });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  it('gives up an attempt that never ends, and its place goes to others', async () => {
    const log = jest.spyOn(app.get<Log>(LOG), 'error').mockReturnValue();
    const target = { name: 'test', fingerprint: async () => 'same' };
    const jobs = app.get(JobsService);
    jobs.register({ kind: 'stuck', target, attemptSeconds: 0.2, run: () => new Promise(() => undefined) });
    jobs.register({ kind: 'good', target, run: async () => ({ outcome: 'done' }) });
    for (const kind of [...Array<string>(5).fill('stuck'), 'good'])
      await database.query(
        `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
         VALUES (gen_random_uuid(), $1, $2, 'test', 'queued', now(), now())`,
        [TENANT, kind],
      );
    await app.init();

    const failed = `SELECT last_error AS error, last_error_code AS code FROM job WHERE last_error IS NOT NULL`;
    const left = `SELECT kind FROM job WHERE kind = 'good'`;
    while ((await database.query(failed)).length < 5 || (await database.query(left)).length > 0)
      await sleep(50);
    expect((await database.query(failed))[0]).toEqual({
      error: 'The attempt didn’t finish within 0.2 seconds.',
      code: { code: 'job.timedOut', params: { seconds: 0.2 } },
    });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ event: 'jobs.attempt_timed_out', kind: 'stuck', tenantId: TENANT }),
    );
  });

  it('serves a tenant beside many whose jobs never end', async () => {
    const target = { name: 'silent', fingerprint: async () => 'same' };
    const jobs = app.get(JobsService);
    let release = (): void => undefined;
    const hanging = new Promise<Attempt>((resolve) => {
      release = () => resolve({ outcome: 'done' });
    });
    jobs.register({ kind: 'hanging', target, run: () => hanging });
    jobs.register({ kind: 'served', target, run: async () => ({ outcome: 'done' }) });
    await database.query(
      `WITH silent AS (
         INSERT INTO tenant (id, name, created_at) SELECT gen_random_uuid(), 'Silent', now() FROM generate_series(1, 150) RETURNING id)
       INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       SELECT gen_random_uuid(), id, 'hanging', 'silent', 'queued', now(), now() - interval '1 minute' FROM silent, generate_series(1, 4)
       UNION ALL SELECT gen_random_uuid(), $1, 'served', 'silent', 'queued', now(), now()`,
      [TENANT],
    );
    jobs.wake();
    const left = `SELECT id FROM job WHERE kind = 'served'`;
    while ((await database.query(left)).length > 0) await sleep(50);
    const [underWay] = await database.query(
      `SELECT max(running)::int AS most FROM (
         SELECT count(*) AS running FROM job WHERE kind = 'hanging' AND state = 'running' GROUP BY tenant_id) each`,
    );
    expect(underWay).toEqual({ most: 1 });
    release();
  });
});

describe('the statements of the workers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await storeSubmissions(database);
    await database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at, finished_at)
       SELECT gen_random_uuid(), $1, 'contact-notification', 'email', 'done', now(), now(), now() FROM generate_series(1, 200000)`,
      [TENANT],
    );
    await database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       SELECT gen_random_uuid(), $1, 'contact-notification', 'email', 'queued', now(), now() FROM generate_series(1, 100)`,
      [TENANT],
    );
    await database.query('ANALYZE job');
  });
  afterAll(() => database.drop());

  it('find what is due along the partial index, however many rows are finished', async () => {
    await expectIndexed(database);
  });

  it('find it also among a hundred thousand that wait', async () => {
    await database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       SELECT gen_random_uuid(), $1, 'contact-notification', 'email', 'queued', now(), now() FROM generate_series(1, 100000)`,
      [TENANT],
    );
    await database.query('ANALYZE job');
    await expectIndexed(database);
  });
});

async function expectIndexed(database: TestDatabase): Promise<void> {
  const asked: (readonly [string, readonly unknown[]])[] = [];
  const run = async ({ text }: PreparedStatement, values: readonly unknown[]): Promise<readonly []> => {
    asked.push([text, values]);
    return [];
  };
  const store = new JobStore({ run } as Partial<Sql> as Sql, {} as DatabaseChanges);
  const queue = { tenantId: TENANT, target: 'email' };
  await store.claim(1, [{ ...queue, running: 1, stalled: false }], [{ ...queue, proven: true, places: 8 }]);
  await store.counts();
  await store.counts(TENANT);
  await store.renew(1, [FIRST]);
  await store.reclaim(1, []);

  expect(asked).toHaveLength(5);
  for (const [text, values] of asked) {
    const rows = await database.query(`EXPLAIN ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // By the ids of its leases the planner may prefer the primary key.
    expect(plan).toMatch(/job_due|job_running|Index Cond: \(id = /);
    expect(plan).not.toMatch(/Seq Scan on job\b/);
  }
}

/** Takes back the migration that made the table, and those after it. */
async function undo(url: string): Promise<void> {
  const dataSource = await createDataSource(url, FEATURES).initialize();
  for (;;) {
    const [{ made } = { made: false }] = await dataSource.query<{ made: boolean }[]>(
      `SELECT to_regclass('job') IS NOT NULL AS made`,
    );
    if (!made) break;
    await dataSource.undoLastMigration();
  }
  await dataSource.destroy();
}
