import type { ContactCounts } from '@sitedesk/contract/inbox';
import type { EditorBrowser } from './harness/editor.js';
import { contactOf, everyContact, storeContacts, tenantIdOf } from './harness/inbox.js';
import { HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const AT = (day: number): Date => new Date(Date.UTC(2026, 4, day));

let sites: TwoEditorSites;
let a: EditorBrowser;
let b: EditorBrowser;
let idsOfB: readonly string[];

beforeAll(async () => {
  sites = await startTwoEditorSites();
  ({ a, b } = sites);
  const { database } = sites.site;
  await storeContacts(database, await tenantIdOf(database, HOSTS.a), [
    {
      name: 'anna Smith',
      email: 'Anna@one.example',
      message: 'Is the café open?\r\n\r\nThanks',
      receivedAt: AT(1),
    },
    {
      name: 'Anna Berg',
      email: 'berg@two.example',
      message: 'The plumber is late',
      receivedAt: AT(2),
      read: true,
    },
    {
      name: 'Émile Roux',
      email: 'roux@two.example',
      message: 'Où est la gare?',
      receivedAt: AT(3),
      status: 'failed',
      error: 'No provider',
    },
    {
      name: 'Zoë Adams',
      email: 'zoe@one.example',
      message: 'Archived long ago',
      receivedAt: AT(4),
      folder: 'archived',
      read: true,
    },
    {
      name: '李 明',
      email: 'li@one.example',
      message: '您好 请问 营业时间',
      receivedAt: AT(5),
      folder: 'trash',
    },
    {
      name: 'Bo Li',
      email: 'bo@two.example',
      message: 'x'.repeat(5_000),
      receivedAt: AT(6),
      status: 'stored',
    },
    { name: 'Same Time', email: 'same@two.example', receivedAt: AT(7) },
    { name: 'Same Time', email: 'same@two.example', receivedAt: AT(7), status: 'failed', folder: 'trash' },
    { name: 'Same Time', email: 'same@two.example', receivedAt: AT(7) },
  ]);
  idsOfB = await storeContacts(database, await tenantIdOf(database, HOSTS.b), [
    { name: 'anna of B', email: 'anna@one.example', message: 'The plumber of B' },
    { name: 'failed of B', status: 'failed' },
  ]);
});

afterAll(() => sites.site.stop());

const namesOf = async (query: string): Promise<readonly string[]> =>
  (await everyContact(a, query)).map(({ name }) => name);

describe('the list of messages (specification 1)', () => {
  it('shows the newest first, with the beginning of the message on one line', async () => {
    const [first, , third, , , last] = await everyContact(a);
    expect(first).toMatchObject({ name: 'Same Time', unread: true, folder: 'inbox', delivery: 'sent' });
    expect(third).toMatchObject({ name: 'Bo Li', delivery: 'off', excerpt: `${'x'.repeat(200)}…` });
    expect(last).toMatchObject({
      name: 'anna Smith',
      email: 'Anna@one.example',
      excerpt: 'Is the café open? Thanks',
      receivedAt: AT(1).toISOString(),
    });
  });

  it.each([
    ['view=inbox', ['Same Time', 'Same Time', 'Bo Li', 'Émile Roux', 'Anna Berg', 'anna Smith']],
    ['view=archived', ['Zoë Adams']],
    ['view=trash', ['Same Time', '李 明']],
    ['view=failed', ['Émile Roux']],
    ['unread=true', ['Same Time', 'Same Time', 'Bo Li', 'Émile Roux', 'anna Smith']],
    ['unread=false', ['Anna Berg']],
    ['delivery=off', ['Bo Li']],
    ['delivery=failed&view=all', ['Same Time', 'Émile Roux']],
    ['delivery=queued', []],
    ['delivery=retrying', []],
    ['delivery=sent&unread=false', ['Anna Berg']],
    [`from=${AT(2).toISOString()}&to=${AT(3).toISOString()}`, ['Émile Roux', 'Anna Berg']],
    ['q=ANNA', ['Anna Berg', 'anna Smith']],
    ['q=ann%20smi', ['anna Smith']],
    ['q=nna', []],
    ['q=anna@one.example', ['anna Smith']],
    ['q=two.example&unread=false', ['Anna Berg']],
    ['q=plumb', ['Anna Berg']],
    ['q=CAF%C3%89', ['anna Smith']],
    ['q=cafe%CC%81', ['anna Smith']],
    ['q=%E6%9D%8E&view=all', ['李 明']],
    ['q=%E6%82%A8%E5%A5%BD&view=trash', ['李 明']],
    ['q=bcdfg&view=archived', ['Zoë Adams']],
    ['q=%25', []],
    [`q=${encodeURIComponent("' OR 1=1 --")}`, []],
    [`q=${encodeURIComponent('anna & !berg | (x:*)')}`, []],
    [`q=${encodeURIComponent('\\')}`, []],
  ])('%s finds %j', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
    expect((await namesOf(`${query}&limit=1`)).toSorted()).toEqual(expected.toSorted());
    expect((await namesOf(`${query}&sort=name&order=desc&limit=1`)).toSorted()).toEqual(expected.toSorted());
    expect((await a.get(`/contacts/total?${query}`)).json()).toEqual({ total: expected.length, more: false });
  });

  const KEYS: Readonly<Record<string, (row: { name: string; email: string; receivedAt: string }) => string>> =
    {
      received: ({ receivedAt }) => receivedAt,
      name: ({ name }) => name.toLowerCase(),
      email: ({ email }) => email.toLowerCase(),
    };

  describe.each(['received', 'name', 'email'])('by %s', (sort) => {
    it.each([
      ['asc', 1],
      ['desc', 2],
      ['asc', 3],
      ['desc', 200],
    ])('%s, %i at a time: each message once', async (order, limit) => {
      const found = await everyContact(a, `view=all&sort=${sort}&order=${order}&limit=${limit}`);
      const keys = found.map((row) => `${KEYS[sort]?.(row)} ${row.id}`);
      const sorted = keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(keys).toEqual(order === 'asc' ? sorted : sorted.toReversed());
      expect(new Set(keys).size).toBe(9);
    });
  });

  it('counts for tabs and badges', async () => {
    const counted = (count: number): object => ({ count, more: false });
    expect((await a.get('/contacts/counts')).json()).toEqual({
      inbox: counted(6),
      unread: counted(5),
      held: counted(0),
      archived: counted(1),
      failed: counted(1),
      trash: counted(2),
    } satisfies Record<keyof ContactCounts, object>);
  });

  it.each([
    'view=spam',
    'unread=1',
    'delivery=refused',
    'from=yesterday',
    'to=',
    'q=',
    'sort=message',
    'order=up',
    'limit=0',
    'limit=201',
    'cursor=x',
    'offset=1',
    'page=2',
    'tenantId=x',
    'q=a&q=b',
  ])('refuses ?%s (Z-07)', async (query) => {
    const answer = await a.get(`/contacts?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation-failed' });
  });

  it.each([
    ['another order', ['received', 'ASC', 1, '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['a text for an instant', ['received', 'DESC', 'x', '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['an instant that nothing has', ['received', 'DESC', 9e15, '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['no id', ['received', 'DESC', 1, "' OR 1=1"]],
  ])('refuses a cursor with %s (Z-07)', async (_case, key) => {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    expect((await a.get(`/contacts?cursor=${cursor}`)).status).toBe(400);
  });
});

describe('two sites side by side (Z-03)', () => {
  it('neither list, search, count nor total of one holds messages of the other (Z-03)', async () => {
    expect(await everyContact(a, 'view=all&q=plumber%20of%20b')).toEqual([]);
    expect((await everyContact(b, 'view=all')).map(({ name }) => name)).toEqual(['failed of B', 'anna of B']);
    expect((await b.get('/contacts/counts')).json()).toMatchObject({
      inbox: { count: 2 },
      failed: { count: 1 },
    });
    expect((await b.get('/contacts/total?q=anna')).json()).toEqual({ total: 1, more: false });
  });

  it('a message of the other is not there (Z-03)', async () => {
    for (const id of idsOfB) expect((await a.get(`/contacts/${id}`)).status).toBe(404);
    expect(await contactOf(b, idsOfB[0] ?? '')).toMatchObject({ message: 'The plumber of B' });
  });

  it('a cursor of one leads nowhere at the other (Z-03)', async () => {
    const { nextCursor } = (await b.get('/contacts?limit=1')).json() as { nextCursor: string };
    expect((await everyContact(a, `cursor=${nextCursor}`)).map(({ name }) => name)).not.toContain(
      'anna of B',
    );
  });
});
