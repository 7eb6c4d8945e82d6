import type { UserSummary } from '@sitedesk/contract/users';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { colleague, everyUser, invite } from './harness/people.js';

const NAMES = [
  'anna Smith',
  'Anna Berg',
  'Änne Vogel',
  'Zoë Adams',
  'zara Young',
  'Bo Li',
  'Émile Roux',
  '李 明',
];

let site: EditorSite;
let admin: EditorBrowser;
let users: readonly UserSummary[];
beforeAll(async () => {
  site = await startEditorSite();
  admin = await site.administrator();
  for (const displayName of NAMES) await invite(admin, { displayName, roles: ['Author'] });
  await colleague(site, admin, { displayName: 'Signed In', roles: ['Reviewer', 'Author'] });
  const disabled = await invite(admin, { displayName: 'Not Any More' });
  await admin.post(`/users/${disabled.user.id}/disable`);
  users = await everyUser(admin, 'limit=200');
});
afterAll(() => site.stop());

const namesOf = async (query: string): Promise<readonly string[]> =>
  (await everyUser(admin, query)).map(({ displayName }) => displayName);
const COUNT = NAMES.length + 3;

describe('the list of users', () => {
  it('shows everyone once, the newest first, with the address opened', () => {
    expect(users).toHaveLength(COUNT);
    expect(users.at(-1)).toMatchObject({ displayName: 'Administrator', email: ADMINISTRATOR.email });
    expect(users.map(({ createdAt }) => createdAt)).toEqual(
      users
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(JSON.stringify(users)).not.toMatch(/password|hash|pd:v1/i);
  });

  const KEYS: Readonly<Record<string, (user: UserSummary) => string>> = {
    createdAt: ({ createdAt }) => createdAt,
    displayName: ({ displayName }) => displayName.normalize('NFC').toLowerCase(),
    lastSignInAt: ({ lastSignInAt }) => lastSignInAt ?? '',
  };
  const sorted = (sort: string): readonly string[] =>
    users
      .map((user) => `${KEYS[sort]?.(user)} ${user.id}`)
      .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

  describe.each(['createdAt', 'displayName', 'lastSignInAt'])('by %s', (sort) => {
    it.each([
      ['asc', 1],
      ['desc', 2],
      ['asc', 3],
      ['desc', 200],
    ])('%s, %i at a time: each user once', async (order, limit) => {
      const found = await everyUser(admin, `sort=${sort}&order=${order}&limit=${limit}`);
      const keys = found.map((user) => `${KEYS[sort]?.(user)} ${user.id}`);
      expect(keys).toEqual(order === 'asc' ? sorted(sort) : sorted(sort).toReversed());
    });
  });

  it.each([
    ['status=invited', NAMES],
    ['status=disabled', ['Not Any More']],
    ['role=Reviewer', ['Signed In']],
    ['role=Author&status=active', ['Signed In']],
    ['role=Administrator', ['Administrator']],
    ['emailConfirmed=true', ['Administrator', 'Signed In']],
    ['emailConfirmed=false&status=disabled', ['Not Any More']],
    ['twoFactor=true', []],
    ['q=ANNA', ['anna Smith', 'Anna Berg']],
    ['q=anna%20b', ['Anna Berg']],
    ['q=%C3%84NN', ['Änne Vogel']],
    ['q=A%CC%88nn', ['Änne Vogel']],
    ['q=%E6%9D%8E', ['李 明']],
    ['q=%25', []],
    ['q=_nna', []],
    ['q=nna', []],
    [`q=${ADMINISTRATOR.email.toUpperCase()}`, ['Administrator']],
    ['q=anna.berg', []],
    ['q=anna.berg@site', []],
  ])('%s finds %j', async (query, expected) => {
    expect((await namesOf(query)).toSorted()).toEqual([...expected].toSorted());
    expect((await namesOf(`${query}&sort=lastSignInAt&order=asc&limit=1`)).toSorted()).toEqual(
      [...expected].toSorted(),
    );
  });

  it.each([
    'passwordHash=x',
    'tenantId=x',
    'email=x',
    'filter[email]=x',
    'sort[]=createdAt',
    '__proto__=x',
    'offset=1',
    'sort=email',
    'sort=passwordHash',
    'order=down',
    'status=any',
    'emailConfirmed=1',
    'twoFactor=',
    'role=x',
    'limit=0',
    'limit=201',
    'limit=1e2',
    'limit=-1',
    'q=',
    'status=active&status=active',
    'cursor=x',
    'cursor=',
  ])('refuses ?%s (Z-07)', async (query) => {
    const answer = await admin.get(`/users?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation-failed' });
  });

  it.each([
    ['another order', ['createdAt', 'ASC', 1, '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['another column', ['passwordHash', 'DESC', 1, '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['no id', ['createdAt', 'DESC', 1, "' OR 1=1"]],
    ['an instant that nothing has', ['createdAt', 'DESC', 9e15, '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['a text for an instant', ['createdAt', 'DESC', 'x', '01a1fde3-a1f3-7eca-bc78-da0bc3b56a76']],
    ['an object', { sort: 'createdAt' }],
  ])('refuses a cursor with %s (Z-07)', async (_case, key) => {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const answer = await admin.get(`/users?cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'cursor' }] });
  });

  it('finds those with a second factor, and those without', async () => {
    const { id } = await colleague(site, admin, { displayName: 'Well Protected' });
    await site.database.query(
      `INSERT INTO totp_credential (account_id, tenant_id, secret, created_at, confirmed_at)
       SELECT id, tenant_id, 'x', now(), now() FROM account WHERE id = $1`,
      [id],
    );
    expect(await everyUser(admin, 'twoFactor=true')).toMatchObject([{ id, twoFactor: true }]);
    expect(await namesOf('twoFactor=false&q=well')).toEqual([]);
    expect((await admin.get(`/users/${id}`)).json()).toMatchObject({ twoFactor: true });
    await admin.delete(`/users/${id}`, {});
  });

  it('a new name is found and sorted at once, no matter who changed it', async () => {
    const { user } = await invite(admin, { displayName: 'Before' });
    await admin.patch(`/users/${user.id}`, { displayName: 'Xaver' }, { 'If-Match': `"v${user.version}"` });
    expect(await namesOf('q=xav')).toEqual(['Xaver']);
    expect(await namesOf('q=before')).toEqual([]);
    const person = await colleague(site, admin, { displayName: 'Ygor' });
    const own = await person.browser.get('/account');
    await person.browser.patch(
      '/account',
      { displayName: 'Quirin' },
      { 'If-Match': String(own.headers.etag) },
    );
    expect(await namesOf('q=quir')).toEqual(['Quirin']);
  });
});
