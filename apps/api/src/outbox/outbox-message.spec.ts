import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';

const TENANT = '00000000-0000-7000-8000-000000000009';
const [FIRST, SECOND] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2'];

describe('rows of the outbox', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.query(`INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Site', now())`, [TENANT]);
    for (const id of [FIRST, SECOND]) {
      await database.query(
        `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code, status)
         VALUES ($1, $2, 'n', 'e', 'm', 'a', 'h', now(), 'r', 'queued')`,
        [id, TENANT],
      );
      await database.query(
        `INSERT INTO outbox_message (id, tenant_id, state, created_at, next_attempt_at) VALUES ($1, $2, 'queued', now(), now())`,
        [id, TENANT],
      );
    }
  });
  afterAll(() => database.drop());

  it('go with the submission they tell of, and with no other', async () => {
    await database.query('DELETE FROM contact_submission WHERE id = $1', [FIRST]);
    expect(await database.query('SELECT id, kind FROM outbox_message')).toEqual([
      { id: SECOND, kind: 'submission' },
    ]);
  });

  it('go with the tenant', async () => {
    await database.query('DELETE FROM tenant WHERE id = $1', [TENANT]);
    expect(await database.query('SELECT id FROM outbox_message')).toEqual([]);
  });
});
