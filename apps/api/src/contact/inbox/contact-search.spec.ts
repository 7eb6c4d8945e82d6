import { CONTACT_SORTS, INBOX_LIMITS } from '@sitedesk/contract/inbox';
import { SORT_ORDERS } from '@sitedesk/contract/users';
import { DataSource } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { newId } from '../../platform/core/id.js';
import { dataSourceOptions } from '../../platform/database/data-source.js';
import { Sql } from '../../platform/database/sql.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import type { ContactFilter } from './contact-filter.js';
import { type ContactOrder, type ContactPlace, orderOf } from './contact-order.js';
import { ContactSearchService } from './contact-search.service.js';

const ROWS = 26_000;
/** From here on messages are new, and say other things. */
const NEW = 23_000;
const SECOND = 1_000;

describe('a search among many messages (UX-23)', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let search: ContactSearchService;
  /** How much of the clock's time each look at it takes. */
  let hurry = 0;
  const tenantId = newId();
  const other = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2, FEATURES)).initialize();
    await database.query(
      `INSERT INTO tenant (id, name, created_at) VALUES ($1, 'T', now()), ($2, 'O', now())`,
      [tenantId, other],
    );
    await database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at,
         receipt_code, status, folder)
       SELECT gen_random_uuid(), CASE WHEN n % 100 = 7 THEN $2::uuid ELSE $1::uuid END, 'N' || md5(n::text), n || '@site.test',
         CASE WHEN n < $4 THEN 'Bygone day' ELSE 'Recent night' END || CASE WHEN n % 1000 < 2 THEN ' plumber' ELSE '' END,
         '192.0.2.1', 'site.test', to_timestamp(n), 'CODE-' || n, 'sent', CASE WHEN n % 50 = 0 THEN 'trash' ELSE 'inbox' END
       FROM generate_series(1, $3::int) AS n`,
      [tenantId, other, ROWS, NEW],
    );
    await database.query('VACUUM ANALYZE contact_submission');
    let now = 0;
    search = new ContactSearchService(new Sql(dataSource), { now: () => (now += hurry) });
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  interface Pages {
    readonly emails: readonly string[];
    /** How many rows each page had. */
    readonly sizes: readonly number[];
  }

  async function pagesOf(
    filter: ContactFilter,
    by: ContactOrder,
    limit: number,
    most = 1_000,
  ): Promise<Pages> {
    const emails: string[] = [];
    const sizes: number[] = [];
    let place: ContactPlace | null | undefined;
    while (place !== null && sizes.length < most) {
      const range = { filter, by, place, columns: 's.id, s.email', limit };
      const found = await search.find<{ readonly email: string }>(tenantId, range);
      emails.push(...found.rows.map(({ email }) => email));
      sizes.push(found.rows.length);
      place = found.next;
    }
    return { emails, sizes };
  }

  /** What the search means, asked in the simplest way. */
  async function expected(word: string, folder: string, orderBy: string): Promise<readonly string[]> {
    const rows = await database.query(
      `SELECT email FROM contact_submission WHERE tenant_id = $1 AND folder = $2 AND message ~* $3 ORDER BY ${orderBy}`,
      [tenantId, folder, `\\m${word}`],
    );
    return rows.map(({ email }) => String(email));
  }

  const KEYS = {
    received: 'received_at',
    name: 'lower(name) COLLATE "C"',
    email: 'email COLLATE "C"',
  } as const;

  describe.each(CONTACT_SORTS)('by %s', (sort) => {
    it.each(
      SORT_ORDERS.flatMap((order) => [
        [order, 'plumber', 'inbox'] as const, // few
        [order, 'plumb', 'trash'] as const,
        [order, 'bygone', 'trash'] as const, // more than are sorted at once, and none among the newest
        [order, 'recent', 'inbox'] as const,
        [order, 'nothing', 'inbox'] as const,
      ]),
    )('%s: pages with %s in the %s hold each message once, in order', async (order, q, view) => {
      hurry = 0;
      const { emails } = await pagesOf({ q, view }, orderOf(sort, order), 200);
      expect(emails).toEqual(await expected(q, view, `${KEYS[sort]} ${order}`));
    });
  });

  it('a word that all old messages have and no new ones: found behind all those that do not have it', async () => {
    hurry = 0;
    const { sizes } = await pagesOf({ q: 'bygone' }, orderOf(), 50, 1);
    expect(sizes).toEqual([50]);
  });

  it('anyone who has looked long enough says so: pages with fewer rows, and in the end every message once', async () => {
    hurry = SECOND;
    const { emails, sizes } = await pagesOf({ q: 'bygone', view: 'inbox' }, orderOf(), 200);
    expect(sizes[0]).toBe(0);
    expect(emails).toEqual(await expected('bygone', 'inbox', 'received_at DESC'));
  });

  it.each(['%', '" -- \\', '()'])('%j is no word, and finds nothing', async (q) => {
    expect(await pagesOf({ q, view: 'all' }, orderOf(), 50)).toEqual({ emails: [], sizes: [0] });
  });

  it('looks for as many words as it counts, and for no more', async () => {
    const words = [...Array<string>(INBOX_LIMITS.searchWords).fill('plumber'), 'nothing'];
    const { emails } = await pagesOf({ q: words.join(' ') }, orderOf(), 200);
    expect(emails).toHaveLength((await expected('plumber', 'inbox', 'id')).length);
  });
});
