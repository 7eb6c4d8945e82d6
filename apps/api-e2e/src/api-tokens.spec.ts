import { API_TOKEN_LIMITS, type NewApiToken } from '@sitedesk/contract/api-tokens';
import { runSetupCommand } from './harness/backends.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { addTenant, MULTI } from './harness/tenants.js';

describe('API tokens', () => {
  let site: EditorSite;
  let owner: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    owner = await site.administrator();
  });

  afterAll(() => site.stop());

  const make = async (more: Readonly<Record<string, unknown>> = {}): Promise<NewApiToken> =>
    (
      await owner.post('/account/tokens', { name: 'Build server', permissions: ['authors.manage'], ...more })
    ).json() as NewApiToken;
  const using = (token: string): EditorBrowser => site.browser({ Authorization: `Bearer ${token}` });
  const createAuthor = (browser: EditorBrowser): Promise<Answer> =>
    browser.post('/authors', { name: 'Mia Lind' });

  it('is shown once, and stored as a hash only', async () => {
    const made = await make();
    expect(made.token).toMatch(/^sitedesk_[A-Za-z0-9_-]{43}$/);
    expect(made.token.endsWith(made.hint)).toBe(true);
    expect((await owner.get('/account/tokens')).text).not.toContain(made.token);
    expect(JSON.stringify(await site.database.query('SELECT * FROM api_token'))).not.toContain(made.token);
    const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
    expect(days).toBe(API_TOKEN_LIMITS.days.default);
  });

  it('lets a program do what it was made for, without cookie and anti-forgery token, and says when it was used', async () => {
    const made = await make();
    const answer = await createAuthor(using(made.token));
    expect(answer.status).toBe(201);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { items } = (await owner.get('/account/tokens')).json() as { items: NewApiToken[] };
    expect(items.find(({ id }) => id === made.id)?.lastUsedAt).not.toBeNull();
    const [row] = await site.database.query(
      `SELECT actor_kind AS kind, actor_label AS label FROM audit_entry WHERE action = 'author.create' ORDER BY sequence DESC LIMIT 1`,
    );
    expect(row).toEqual({ kind: 'token', label: 'Administrator (Build server)' });
  });

  it('allows nothing beyond its own permissions, nor a person’s own affairs', async () => {
    const { token } = await make({ permissions: ['dashboard.view'] });
    const refused = await createAuthor(using(token));
    expect(refused.status).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'permission-missing', permission: 'authors.manage' });
    for (const path of ['/session', '/account/tokens'])
      expect((await using(token).get(path)).status).toBe(403);
    expect((await using(token).post('/encryption-key')).status).toBe(403);
  });

  it('is never mixed with a cookie: a wrong token beside a good session is 401', async () => {
    const browser = await site.administrator();
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', `Bearer sitedesk_${'A'.repeat(43)}`, '']) {
      expect((await browser.get('/session', { Authorization: authorization })).status).toBe(401);
    }
    expect((await browser.get('/session')).status).toBe(200);
  });

  it.each([
    [
      'after it was ended',
      async (made: NewApiToken) => void (await owner.delete(`/account/tokens/${made.id}`)),
    ],
    [
      'after it expired',
      async (made: NewApiToken) =>
        void (await site.database.query(`UPDATE api_token SET expires_at = now() WHERE id = $1`, [made.id])),
    ],
  ])('is refused %s, on the next request', async (_when, end) => {
    const made = await make();
    expect((await createAuthor(using(made.token))).status).toBe(201);
    await end(made);
    expect((await createAuthor(using(made.token))).status).toBe(401);
  });

  it('never allows more than its owner may do now', async () => {
    const made = await make();
    await site.database.query(`UPDATE account_role SET role_key = 'Reviewer'`);
    const answer = await createAuthor(using(made.token));
    await site.database.query(`UPDATE account_role SET role_key = 'Administrator'`);
    expect(answer.status).toBe(403);
  });

  it('cannot be made for permissions that one does not have, nor without an expiry', async () => {
    for (const body of [
      { name: 'x', permissions: ['everything'] },
      { name: 'x', permissions: [] },
      { name: 'x', permissions: 'authors.manage' },
      { name: 'x', permissions: [['authors.manage']] },
      { name: 'x', permissions: ['authors.manage'], expiresInDays: 367 },
      { name: 'x', permissions: ['authors.manage'], expiresInDays: '90' },
      { name: { a: 1 }, permissions: ['authors.manage'] },
      { name: 'x', permissions: ['authors.manage'], accountId: 'somebody' },
    ]) {
      expect({ body, status: (await owner.post('/account/tokens', body)).status }).toEqual({
        body,
        status: 400,
      });
    }
  });

  const fill = (tokens: number) =>
    site.database.query(
      `INSERT INTO api_token (id, tenant_id, account_id, name, token_hash, hint, permissions, created_at, expires_at)
       SELECT gen_random_uuid(), tenant_id, id, 'filler', 'filler ' || n, 'fill', '{}', now(), now()
         FROM account, generate_series(1, $1::int) AS n`,
      [tokens],
    );

  it('one too many is a conflict of state, not a fault of the request (DD-19)', async () => {
    await fill(API_TOKEN_LIMITS.perAccount);
    const answer = await owner.post('/account/tokens', { name: 'x', permissions: ['authors.manage'] });
    await site.database.query(`DELETE FROM api_token WHERE name = 'filler'`);
    expect(answer.json()).toMatchObject({ status: 409, code: 'wrong-state' });
  });

  it('the limit holds for tokens that are created at once (DD-19)', async () => {
    await site.database.query('DELETE FROM api_token');
    await fill(API_TOKEN_LIMITS.perAccount - 2);
    const create = () => owner.post('/account/tokens', { name: 'many', permissions: ['authors.manage'] });
    const answers = await Promise.all(Array.from({ length: 6 }, create));
    await site.database.query('DELETE FROM api_token');
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  it('asks who it is, when the sign-in is older than ten minutes', async () => {
    const browser = await site.administrator();
    await site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    const answer = await browser.post('/account/tokens', { name: 'x', permissions: ['authors.manage'] });
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'recent-sign-in-required' });
  });

  it('belongs to its tenant: at another one it is unknown (Z-05)', async () => {
    const several = await startEditorSite({ ...MULTI, SETUP_ADMIN_EMAIL: '', SETUP_ADMIN_PASSWORD: '' });
    try {
      await addTenant(several.database, 'A', 'a.test');
      await addTenant(several.database, 'B', 'b.test');
      const tokenOfA = await tokenAt(several, 'a.test');
      const status = async (host: string): Promise<number> =>
        (await several.browser({ Host: host, Authorization: `Bearer ${tokenOfA}` }).get('/authors')).status;
      expect([await status('a.test'), await status('b.test')]).toEqual([200, 401]);
    } finally {
      await several.stop();
    }
  });
});

/** Makes the administrator of a site among several with its setup code, and a token of his. */
async function tokenAt(several: EditorSite, host: string): Promise<string> {
  const code = (
    await runSetupCommand('admin', ['setup-code', '--tenant', host], several.database.url, MULTI)
  ).trim();
  const browser = several.browser({ Host: host });
  await browser.post('/setup', { code, ...ADMINISTRATOR });
  await browser.signIn(ADMINISTRATOR);
  const made = await browser.post('/account/tokens', { name: 'x', permissions: ['dashboard.view'] });
  return (made.json() as NewApiToken).token;
}
