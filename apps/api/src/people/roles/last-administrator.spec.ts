import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { newId } from '../../platform/core/id.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { LastAdministrator, requireAnotherAdministrator } from './last-administrator.js';

describe('the lock of the last administrator (ID-22)', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 5, FEATURES)).initialize();
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function newTenant(): Promise<string> {
    const id = newId();
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [id, 'Site']);
    return id;
  }

  async function newAdministrator(tenantId: string, source = 'manual'): Promise<string> {
    const id = newId();
    await database.query(
      `INSERT INTO account (id, tenant_id, email, email_key, display_name, name_key, status, created_at, email_confirmed_at)
       VALUES ($1, $2, '', $3, '', '', 'active', now(), now())`,
      [id, tenantId, id],
    );
    await database.query(
      `INSERT INTO account_role (account_id, role_key, source, tenant_id) VALUES ($1, 'Administrator', $3, $2)`,
      [id, tenantId, source],
    );
    return id;
  }

  const disable = (manager: EntityManager, id: string): Promise<unknown> =>
    manager.query(`UPDATE account SET status = 'disabled' WHERE id = $1`, [id]);

  const check = (tenantId: string, id: string): Promise<void> =>
    dataSource.transaction((manager) => requireAnotherAdministrator(manager, tenantId, id));

  async function waitingFor(locktype: string): Promise<void> {
    for (;;) {
      const rows = await database.query(
        `SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND l.locktype = $1 AND NOT l.granted`,
        [locktype],
      );
      if (rows.length > 0) return;
      await sleep(5);
    }
  }

  it('of two transactions the second waits for the first, and sees what it has left (ID-22)', async () => {
    const tenantId = await newTenant();
    const [one, two] = [await newAdministrator(tenantId), await newAdministrator(tenantId)];
    const { second } = await dataSource.transaction(async (manager) => {
      await requireAnotherAdministrator(manager, tenantId, one);
      await disable(manager, one);
      const outcome = check(tenantId, two).then(
        () => 'went through',
        (error: unknown) => error,
      );
      // Either it waits, or it has gone through without waiting, which is the fault.
      await Promise.race([outcome, waitingFor('advisory')]);
      return { second: outcome };
    });
    expect(await second).toBeInstanceOf(LastAdministrator);
  });

  it('holds nobody up at another site', async () => {
    const [here, there] = [await newTenant(), await newTenant()];
    const one = await newAdministrator(here);
    await newAdministrator(here);
    const other = await newAdministrator(there);
    await newAdministrator(there);
    await dataSource.transaction(async (manager) => {
      await requireAnotherAdministrator(manager, here, one);
      await check(there, other);
    });
  });

  it('does not count administrators of another site, nor mapped ones', async () => {
    const [here, there] = [await newTenant(), await newTenant()];
    const one = await newAdministrator(here);
    await newAdministrator(here, 'mapped:directory');
    await newAdministrator(there);
    await expect(check(here, one)).rejects.toBeInstanceOf(LastAdministrator);
  });

  it('lets everyone else go, even where nobody is a safe administrator', async () => {
    const tenantId = await newTenant();
    const mapped = await newAdministrator(tenantId, 'mapped:directory');
    await check(tenantId, mapped);
    await check(tenantId, newId());
  });
});
