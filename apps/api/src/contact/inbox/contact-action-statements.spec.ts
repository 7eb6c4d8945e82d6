import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../platform/core/id.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { actionStatement } from './contact-action-statements.js';

describe('actions beside a worker that records what became of an email', () => {
  let database: TestDatabase;
  let worker: pg.Client;
  let person: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    [worker, person] = [new pg.Client(database.url), new pg.Client(database.url)];
    await Promise.all([worker.connect(), person.connect()]);
  });
  afterAll(async () => {
    await Promise.all([worker.end(), person.end()]);
    await database.drop();
  });

  /** Until the statement of the person waits for the worker. */
  async function waits(): Promise<void> {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database.query(waiting)).length === 0) await sleep(10);
  }

  it.each([
    ['delete', 'trash', 'running'],
    ['resend', 'inbox', 'queued'],
  ] as const)('%s waits for it, and not in a circle', async (action, folder, state) => {
    const [tenantId, id] = [newId(), newId()];
    await database.query(`INSERT INTO tenant (id, name, created_at) VALUES ($1, 'T', now())`, [tenantId]);
    await database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code,
         status, folder)
       VALUES ($1, $2, 'n', 'e', 'm', 'a', 'h', now(), 'r', 'queued', $3)`,
      [id, tenantId, folder],
    );
    await database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       VALUES ($1, $2, 'contact-notification', 'email', $3, now(), now())`,
      [id, tenantId, state],
    );
    await worker.query('BEGIN');
    await worker.query(`UPDATE job SET state = 'done' WHERE id = $1`, [id]);
    const acted = person.query(actionStatement(action), [tenantId, [id]]);
    await waits();
    await worker.query(`UPDATE contact_submission SET status = 'sent' WHERE id = $1`, [id]);
    await worker.query('COMMIT');
    expect((await acted).rows).toEqual([{ id }]);
    const left = action === 'delete' ? [] : [{ state: 'queued' }];
    expect(await database.query('SELECT state FROM job')).toEqual(left);
  });
});
