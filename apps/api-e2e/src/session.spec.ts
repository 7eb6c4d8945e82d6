import { EDITOR_PATH, IDENTITY_TEXTS, type SessionInfo } from '@sitedesk/contract/identity';
import { PERMISSIONS } from '@sitedesk/contract/permissions';
import pg from 'pg';
import { openApi } from './harness/backends.js';
import { createMigratedDatabase } from './harness/database.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';

describe('sign-in and sessions (specification 5, DD-17)', () => {
  let site: EditorSite;

  beforeAll(async () => {
    site = await startEditorSite();
  });

  afterAll(() => site.stop());

  const sessionOf = async (browser: EditorBrowser): Promise<SessionInfo> =>
    (await browser.get('/session')).json() as SessionInfo;

  it('signs in and says who that is', async () => {
    const browser = site.browser();
    const answer = await browser.signIn(ADMINISTRATOR);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      status: 'signed-in',
      session: { account: { email: ADMINISTRATOR.email } },
    });
    const session = await sessionOf(browser);
    expect(session.roles).toEqual([{ id: 'Administrator', name: 'Administrator' }]);
    expect(session.permissions).toEqual([...PERMISSIONS]);
  });

  it('the cookie is a __Host- cookie of 256 bits, HttpOnly, Secure, SameSite=Lax, and stored as a hash only (DD-17)', async () => {
    const browser = site.browser();
    const [cookie = ''] = (await browser.signIn(ADMINISTRATOR)).headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-sitedesk=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const token = browser.cookies.get('__Host-sitedesk') ?? '';
    const rows = await site.database.query('SELECT * FROM session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ['a wrong password', { email: ADMINISTRATOR.email, password: 'not the right password' }],
    ['an unknown address', { email: 'nobody@site.test', password: 'not the right password' }],
  ])('refuses %s with the same words, and without a cookie (ID-04)', async (_case, credentials) => {
    const answer = await site.browser().signIn(credentials);
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ detail: IDENTITY_TEXTS.signInRefused.text });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('answers 401 as a problem without a session, never a redirect (DD-15)', async () => {
    const answer = await site.browser().get('/session');
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ status: 401, code: 'sign-in-required' });
  });

  it('a second sign-in makes a new id and ends the one before (ID-11)', async () => {
    const browser = await site.administrator();
    const before = browser.cookieHeader;
    await browser.signIn(ADMINISTRATOR);
    expect(browser.cookieHeader).not.toBe(before);
    const old = await call(`${site.api.url}${EDITOR_PATH}/session`, { headers: { Cookie: before } });
    expect(old.status).toBe(401);
  });

  it('after signing out the old cookie gives 401 (ID-13)', async () => {
    const browser = await site.administrator();
    const before = browser.cookieHeader;
    expect((await browser.delete('/session')).status).toBe(204);
    expect(browser.cookies.has('__Host-sitedesk')).toBe(false);
    const old = await call(`${site.api.url}${EDITOR_PATH}/session`, { headers: { Cookie: before } });
    expect(old.status).toBe(401);
  });

  it.each([
    ['no anti-forgery token', { 'X-CSRF-TOKEN': '' }],
    ['the token of somebody else', { 'X-CSRF-TOKEN': 'A'.repeat(43) }],
    ["another site's page", { Origin: 'https://evil.test' }],
    ['a cross-site request', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses a change with %s, and the session lives on (DD-17)', async (_case, headers) => {
    const browser = await site.administrator();
    const answer = await browser.delete('/session', undefined, headers);
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'invalid-anti-forgery-token' });
    expect((await browser.get('/session')).status).toBe(200);
  });

  it.each([
    ['a subdomain', (host: string) => ({ Origin: `https://shop.${host}`, 'Sec-Fetch-Site': 'same-site' })],
    ['a subdomain, in a browser that says no more', (host: string) => ({ Origin: `https://shop.${host}` })],
    ['another port', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['a page without TLS', (host: string) => ({ Origin: `http://${host}`, 'Sec-Fetch-Site': 'cross-site' })],
  ])('login CSRF: %s cannot sign anyone in, and nobody out', async (_who, headersOf) => {
    const { host } = new URL(site.api.url);
    const browser = await site.administrator();
    expect((await site.browser(headersOf(host)).signIn(ADMINISTRATOR)).status).toBe(403);
    expect((await browser.send('DELETE', '/session', undefined, headersOf(host))).status).toBe(403);
    expect((await browser.get('/session')).status).toBe(200);
  });

  it.each([['same-origin'], ['none'], [undefined]])(
    'its own page signs in, Sec-Fetch-Site %s',
    async (fetchSite) => {
      const { host } = new URL(site.api.url);
      const own = { Origin: `http://${host}`, ...(fetchSite ? { 'Sec-Fetch-Site': fetchSite } : {}) };
      expect((await site.browser(own).signIn(ADMINISTRATOR)).status).toBe(200);
    },
  );

  it("login CSRF: another site's page cannot sign anyone in", async () => {
    const browser = site.browser({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' });
    expect((await browser.signIn(ADMINISTRATOR)).status).toBe(403);
  });

  it.each([
    { email: ['a@site.test'], password: 'x' },
    { email: {}, password: 'x' },
    { email: null },
    { email: 1, password: 2 },
  ])('%j is a 400 that names the fields (Z-08)', async (body) => {
    const answer = await site.browser().post('/session', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation-failed' });
  });

  it('a member that is not for the person to set is refused by name (Z-06)', async () => {
    const answer = await site.browser().post('/session', { ...ADMINISTRATOR, tenantId: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'tenantId', message: 'tenantId isn’t a known field' }],
    });
  });

  it('a sign-in that was under way with the old password starts no session after the change (ID-10)', async () => {
    const id = (await sessionOf(await site.administrator())).account.id;
    const browser = site.browser();
    const change = new pg.Client({ connectionString: site.database.url });
    await change.connect();
    await change.query('BEGIN');
    await change.query(`UPDATE account SET password_changed_at = now() + interval '1 second' WHERE id = $1`, [
      id,
    ]);
    await change.query('DELETE FROM session WHERE account_id = $1', [id]);
    const answer = browser.signIn(ADMINISTRATOR);
    // The password has been verified, and the sign-in waits for the account.
    await eventually(async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await site.database.query(waiting)).toHaveLength(1);
    });
    await change.query('COMMIT');
    await change.end();
    expect((await answer).status).toBe(401);
    expect(await site.database.query('SELECT 1 FROM session WHERE account_id = $1', [id])).toEqual([]);
    expect((await browser.signIn(ADMINISTRATOR)).status).toBe(200);
  });

  it('every sign-in leaves a row, failures too (G-06)', async () => {
    await site.browser().signIn({ email: ADMINISTRATOR.email, password: 'wrong wrong wrong' });
    await site.administrator();
    const rows = await site.database.query(
      'SELECT action, outcome, reason, actor_label AS actor FROM audit_entry ORDER BY sequence DESC LIMIT 2',
    );
    expect(rows).toEqual([
      { action: 'session.begin', outcome: 'done', reason: null, actor: 'Administrator' },
      { action: 'session.begin', outcome: 'refused', reason: 'wrong password', actor: '' },
    ]);
  });
});

describe('first run (ID-23)', () => {
  it('opens with the code that was printed, once, and never again', async () => {
    const database = await createMigratedDatabase();
    const api = await openApi(database.url);
    try {
      const post = (code: string): ReturnType<typeof call> =>
        call(`${api.url}${EDITOR_PATH}/setup`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ code, ...ADMINISTRATOR }),
        });
      const state = async (): Promise<unknown> => (await call(`${api.url}${EDITOR_PATH}/setup`)).json();
      expect(await state()).toEqual({ open: true });
      expect((await post('WRONG-WRONG-WRONG-WRONG')).status).toBe(400);
      const code = /"setupCode":"([A-Z0-9-]+)"/.exec(api.output())?.[1] ?? '';
      expect((await Promise.all([post(code), post(code)])).map(({ status }) => status).sort()).toEqual([
        204, 410,
      ]);
      expect(await state()).toEqual({ open: false });
      expect((await post(code)).status).toBe(410);
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});
