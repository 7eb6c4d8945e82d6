import { SORT_ORDERS, USER_SORTS } from '@sitedesk/contract/users';
import { DataSource } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { newId } from '../../platform/core/id.js';
import { encodeCursor } from '../../platform/http/keyset.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { Account } from '../accounts/account.entity.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { narrow, type UserFilter } from './user-list-filter.js';
import { keyOf, orderOf, parts, placeIn } from './user-list-order.js';

const USERS = 20_000;

describe('the list of users in the database (UX-22)', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const tenantId = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2, FEATURES)).initialize();
    await database.query('INSERT INTO tenant (id, name, created_at) VALUES ($1, $2, now())', [tenantId, 'T']);
    await database.query(
      `INSERT INTO account (id, tenant_id, email, email_key, display_name, name_key, status, created_at,
                            email_confirmed_at, last_sign_in_at)
       SELECT gen_random_uuid(), $1, 'x', n::text, 'User ' || md5(n::text), 'user ' || md5(n::text),
              CASE WHEN n % 1000 = 0 THEN 'invited' ELSE 'active' END, to_timestamp(n),
              CASE WHEN n % 1000 > 0 THEN to_timestamp(n) END, CASE WHEN n % 3 > 0 THEN to_timestamp(n * 7) END
         FROM generate_series(1, $2::integer) AS n`,
      [tenantId, USERS],
    );
    await database.query(
      `INSERT INTO account_role (account_id, role_key, source, tenant_id)
       SELECT id, CASE WHEN status = 'invited' THEN 'Editor' ELSE 'Author' END, 'manual', tenant_id FROM account`,
    );
    await database.query('VACUUM ANALYZE account');
    await database.query('VACUUM ANALYZE account_role');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  async function plansOf(
    filter: UserFilter,
    by: ReturnType<typeof orderOf>,
    cursor?: string,
  ): Promise<string[]> {
    const place = cursor === undefined ? undefined : placeIn(by, cursor);
    const plans = parts(by, place).map(async (part) => {
      const users = dataSource.getRepository(Account).createQueryBuilder('a');
      const [sql, values] = part(narrow(users, tenantId, filter))
        .limit(51)
        .getQueryAndParameters();
      const rows = await dataSource.query(`EXPLAIN ${sql}`, values);
      return rows.map((row: Record<string, unknown>) => String(row['QUERY PLAN'])).join('\n');
    });
    return Promise.all(plans);
  }

  const middle = async (by: ReturnType<typeof orderOf>): Promise<string> => {
    const users = dataSource.getRepository(Account);
    const where = { tenantId, emailKey: '10000' };
    return encodeCursor(keyOf(by, await users.findOneByOrFail(where)));
  };

  describe.each(USER_SORTS)('by %s', (sort) => {
    it.each(SORT_ORDERS)('%s: every page is a walk along an index', async (order) => {
      const by = orderOf(sort, order);
      const plans = [...(await plansOf({}, by)), ...(await plansOf({}, by, await middle(by)))];
      for (const plan of plans) {
        expect(plan).toMatch(/Index (Only )?Scan/);
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    });
  });

  it.each<[string, UserFilter]>([
    ['a status that few have', { status: 'invited' }],
    ['addresses that few have not confirmed', { emailConfirmed: 'false' }],
    ['the start of a name', { name: 'User 00' }],
    ['a role that few have', { role: 'Editor' }],
  ])('%s is found by an index', async (_what, filter) => {
    for (const plan of await plansOf(filter, orderOf('createdAt', 'desc'))) {
      expect(plan).toMatch(/Index/);
      expect(plan).not.toMatch(/Seq Scan on account /);
    }
  });
});
