import { EXTERNAL_SIGN_IN_LIMITS, type IdentityProviderView } from '@sitedesk/contract/external-sign-in';
import type { SessionInfo } from '@sitedesk/contract/identity';
import type { OidcMisbehaviour } from '@sitedesk/testing';
import { CLIENT, type DirectorySite, startDirectorySite } from './harness/directory.js';
import { ADMINISTRATOR, type EditorBrowser } from './harness/editor.js';
import { colleague } from './harness/people.js';

const problemOf = (location: unknown): string | null =>
  new URLSearchParams(String(location).split('?')[1]).get('problem');

const sessionOf = async (browser: EditorBrowser): Promise<SessionInfo> =>
  (await browser.get('/session')).json() as SessionInfo;

describe('signing in at an OpenID provider (ID-19)', () => {
  let site: DirectorySite;

  beforeAll(async () => {
    site = await startDirectorySite({ mappings: [{ groupId: 'g-editors', role: 'Editor' }] });
    const { directory } = site;
    directory.addUser({
      subject: 'mia',
      email: 'mia@directory.test',
      emailVerified: true,
      name: 'Mia',
      groups: ['g-editors'],
    });
    directory.addUser({
      subject: 'noor',
      email: 'noor@directory.test',
      emailVerified: true,
      name: 'Noor',
      groups: [],
    });
    directory.addUser({
      subject: 'unproven',
      email: 'x@directory.test',
      emailVerified: false,
      name: 'X',
      groups: [],
    });
    directory.addUser({
      subject: 'twin',
      email: ADMINISTRATOR.email,
      emailVerified: true,
      name: 'Twin',
      groups: [],
    });
  });

  afterAll(() => site.stop());
  afterEach(() => site.directory.behave());

  it('gives a person who is new an account, the roles of the groups, and a session', async () => {
    const { browser, answer } = await site.signInAs('mia');
    expect([answer.status, answer.headers.location]).toEqual([303, '/admin/inbox']);
    const session = await sessionOf(browser);
    expect(session.account).toMatchObject({ email: 'mia@directory.test', displayName: 'Mia' });
    expect(session.roles).toEqual([{ id: 'Editor', name: 'Editor' }]);
    const again = await sessionOf((await site.signInAs('mia')).browser);
    expect(again.account.id).toBe(session.account.id);
  });

  it('sends state, nonce and a PKCE challenge, and the verifier with the code (ID-19)', async () => {
    await site.signInAs('noor');
    const authorization = site.directory.requests
      .filter(({ query }) => query['client_id'] === CLIENT.clientId)
      .at(-1);
    expect(authorization?.query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{20}/),
      nonce: expect.stringMatching(/.{20}/),
      code_challenge: expect.stringMatching(/.{43}/),
      redirect_uri: 'http://localhost:4000/editor/external/callback',
    });
    const exchange = site.directory.requests
      .filter(({ form }) => form['grant_type'] === 'authorization_code')
      .at(-1);
    expect(exchange?.form['code_verifier']).toMatch(/.{43}/);
  });

  it.each<OidcMisbehaviour>([
    ...([
      'alg-none',
      'hs256-with-public-key',
      'hs256-with-client-secret',
      'wrong-issuer',
      'wrong-audience',
    ] as const),
    ...(['expired', 'missing-nonce', 'wrong-nonce', 'unknown-key', 'unknown-key-known-id'] as const),
    ...(['tampered-claims', 'no-id-token', 'token-500', 'token-garbage'] as const),
  ])('refuses an answer with %s, and starts no session (ID-19)', async (misbehaviour) => {
    site.directory.misbehave(misbehaviour, { times: 3 });
    const { browser, answer } = await site.signInAs('mia');
    expect([answer.status, problemOf(answer.headers.location)]).toEqual([303, 'refused']);
    expect((await browser.get('/session')).status).toBe(401);
  });

  it('the address of a local account does not link: both must be proved (ID-19)', async () => {
    const { browser, answer } = await site.signInAs('twin');
    expect(problemOf(answer.headers.location)).toBe('addressTaken');
    expect((await browser.get('/session')).status).toBe(401);
    expect(await site.database.query(`SELECT 1 FROM external_identity WHERE subject = 'twin'`)).toEqual([]);
  });

  it('a subject that cannot be stored is refused, and no error of the server', async () => {
    site.directory.addUser({
      subject: 'a\0b',
      email: 'nul@directory.test',
      emailVerified: true,
      name: 'N',
      groups: [],
    });
    const { answer } = await site.signInAs('a\0b');
    expect([answer.status, problemOf(answer.headers.location)]).toEqual([303, 'refused']);
  });

  it('anyone who is signed in links an identity, signs in with it, and unlinks it (ID-19)', async () => {
    const owner = await site.administrator();
    const link = await owner.post('/account/external-identities', { providerId: site.provider.id });
    const { location } = link.json() as { location: string };
    const callback = await site.directory.newVisitor().open(location, 'twin');
    expect((await owner.get(`/external/callback${callback.search}`)).headers.location).toBe('/admin/');
    const { browser } = await site.signInAs('twin');
    expect((await sessionOf(browser)).account.email).toBe(ADMINISTRATOR.email);
    const { items } = (await owner.get('/account/external-identities')).json() as { items: { id: string }[] };
    expect(items).toHaveLength(1);
    expect((await owner.delete(`/account/external-identities/${items[0]?.id}`)).status).toBe(204);
    expect(problemOf((await site.signInAs('twin')).answer.headers.location)).toBe('addressTaken');
  });

  it('every sign-in that fails leaves one row, and goes back with where it was to lead (G-06)', async () => {
    const rows = async () =>
      site.database.query(
        `SELECT reason FROM audit_entry WHERE action = 'session.begin' AND outcome = 'refused' ORDER BY sequence`,
      );
    const before = (await rows()).length;
    site.directory.misbehave('token-500', { times: 3 });
    const places = [(await site.signInAs('mia')).answer.headers.location];
    site.directory.behave();
    places.push((await site.signInAs('twin')).answer.headers.location);
    places.push((await site.browser().get('/external/callback?state=x&code=y')).headers.location);
    expect(places).toEqual([
      '/admin/#/sign-in?problem=refused&returnTo=%2Fadmin%2Finbox',
      '/admin/#/sign-in?problem=addressTaken&returnTo=%2Fadmin%2Finbox',
      '/admin/#/sign-in?problem=expired',
    ]);
    const reasons = (await rows()).slice(before).map((row) => row['reason']);
    expect(reasons.sort()).toEqual(['external: addressTaken', 'external: expired', 'external: refused']);
  });

  it('a provider that is switched off in the meantime sends the browser back to the sign-in page', async () => {
    const browser = site.browser();
    const start = await browser.get(`/external/${site.provider.id}/start?returnTo=/admin/inbox`);
    const callback = await site.directory.newVisitor().open(String(start.headers.location), 'mia');
    await site.database.query('UPDATE identity_provider SET enabled = false');
    const back = await browser.get(`/external/callback${callback.search}`);
    const again = await browser.get(`/external/${site.provider.id}/start?returnTo=/admin/inbox`);
    await site.database.query('UPDATE identity_provider SET enabled = true');
    for (const { status, headers } of [back, again]) {
      const page = '/admin/#/sign-in?problem=unavailable&returnTo=%2Fadmin%2Finbox';
      expect([status, headers.location]).toEqual([303, page]);
    }
    expect((await browser.get(`/external/${site.provider.id.replace(/.$/, 'f')}x/start`)).status).toBe(404);
  });

  it('an address that the provider has not verified makes no account', async () => {
    expect(problemOf((await site.signInAs('unproven')).answer.headers.location)).toBe('addressMissing');
  });

  it('the answer counts once, in the browser that asked, and not in another', async () => {
    const [asking, other] = [site.browser(), site.browser()];
    const start = await asking.get(`/external/${site.provider.id}/start`);
    const callback = await site.directory.newVisitor().open(String(start.headers.location), 'mia');
    const path = `/external/callback${callback.search}`;
    expect(problemOf((await other.get(path)).headers.location)).toBe('expired');
    expect((await asking.get(path)).headers.location).toBe('/admin/');
    expect(problemOf((await asking.get(path)).headers.location)).toBe('expired');
    expect(problemOf((await asking.get('/external/callback?state=x&code=y')).headers.location)).toBe(
      'expired',
    );
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'javascript:alert(1)',
    '/%09/evil.test/..//evil.test\n',
    'admin',
  ])('never sends the browser to %j (ID-21)', async (returnTo) => {
    const browser = site.browser();
    const start = await browser.get(
      `/external/${site.provider.id}/start?returnTo=${encodeURIComponent(returnTo)}`,
    );
    const callback = await site.directory.newVisitor().open(String(start.headers.location), 'mia');
    const { location } = (await browser.get(`/external/callback${callback.search}`)).headers;
    expect(location === '/admin/' || /^\/(?![/\\])/.test(String(location))).toBe(true);
    expect(new URL(String(location), 'https://site.test').host).toBe('site.test');
  });

  it('an account that is disabled cannot sign in this way either', async () => {
    await site.signInAs('noor');
    await site.database.query(`UPDATE account SET status = 'disabled' WHERE display_name = 'Noor'`);
    expect(problemOf((await site.signInAs('noor')).answer.headers.location)).toBe('disabled');
    await site.database.query(`UPDATE account SET status = 'active' WHERE display_name = 'Noor'`);
  });

  it('never tells the secret, and drops it when the issuer changes (S-01, S-08)', async () => {
    const browser = await site.administrator();
    const path = `/identity-providers/${site.provider.id}`;
    const shown = await browser.get(path);
    expect(shown.text).not.toContain(CLIENT.clientSecret);
    expect(shown.json()).toMatchObject({ clientSecret: { isSet: true } });
    expect(JSON.stringify(await site.database.query('SELECT * FROM identity_provider'))).not.toContain(
      CLIENT.clientSecret,
    );
    const { name, preset, clientId, scopes } = shown.json() as IdentityProviderView;
    const moved = { name, preset, clientId, scopes: [...scopes], issuer: 'https://elsewhere.test' };
    const other = (
      await browser.post('/identity-providers', { ...moved, clientSecret: 'x' })
    ).json() as IdentityProviderView;
    const changed = await browser.put(
      `/identity-providers/${other.id}`,
      { ...moved, issuer: 'https://evil.test' },
      { 'If-Match': '"v1"' },
    );
    expect(changed.json()).toMatchObject({ clientSecret: { isSet: false } });
  });

  it('nobody maps a group to more than he may do himself (Z-02)', async () => {
    const owner = await site.administrator();
    const role = await owner.post('/roles', { name: 'Settings only', permissions: ['settings.manage'] });
    const { id } = role.json() as { id: string };
    const { browser } = await colleague(site, owner, { roles: [id] });
    const body = { name: 'Own', preset: 'custom', issuer: 'https://own.test', clientId: 'x' };
    const mapped = await browser.post('/identity-providers', {
      ...body,
      mappings: [{ groupId: 'g', role: 'Administrator' }],
    });
    expect(mapped.json()).toMatchObject({ status: 403, code: 'permission-missing' });
    expect(
      (await browser.post('/identity-providers', { ...body, mappings: [{ groupId: 'g', role: id }] })).status,
    ).toBe(201);
  });

  it('takes as many group mappings as it says it does', async () => {
    const browser = await site.administrator();
    const mappings = Array.from({ length: EXTERNAL_SIGN_IN_LIMITS.mappings }, (_, index) => ({
      groupId: `${index}`.padEnd(EXTERNAL_SIGN_IN_LIMITS.groupId.max, '€'),
      role: 'Editor',
    }));
    const body = { name: 'Many groups', preset: 'custom', issuer: 'https://many.test', clientId: 'x' };
    const made = await browser.post('/identity-providers', { ...body, mappings });
    expect(made.status).toBe(201);
    const { id, mappings: stored } = made.json() as IdentityProviderView;
    expect(stored).toHaveLength(mappings.length);
    const tooMany = [...mappings, { groupId: 'one more', role: 'Editor' }];
    expect((await browser.post('/identity-providers', { ...body, mappings: tooMany })).json()).toMatchObject({
      status: 400,
      code: 'validation-failed',
    });
    await browser.delete(`/identity-providers/${id}`);
  });

  it.each([
    'http://10.0.0.1',
    'http://[::ffff:10.0.0.1]',
    'http://169.254.169.254',
    'https://100.64.0.1',
    'http://0x0a000001',
  ])('an issuer at %s is never asked (S-06)', async (issuer) => {
    const browser = await site.administrator();
    const body = { name: 'Inside', preset: 'custom', issuer, clientId: 'x' };
    const { id } = (await browser.post('/identity-providers', body)).json() as IdentityProviderView;
    const check = (await browser.post(`/identity-providers/${id}/check`)).json();
    expect(check).toMatchObject({
      ok: false,
      detail: expect.stringContaining('isn’t a public address'),
      detailCode: { code: 'provider-check.failed', params: { words: { code: 'outbound.notPublic' } } },
    });
    await browser.delete(`/identity-providers/${id}`);
  });
});

describe('groups of a directory (ID-20, ID-22)', () => {
  let site: DirectorySite;
  const MANY = Array.from({ length: 11 }, (_, index) => `g-${index}`);

  beforeAll(async () => {
    site = await startDirectorySite({
      mappings: [
        { groupId: 'g-10', role: 'Editor' },
        { groupId: 'g-admins', role: 'Administrator' },
      ],
    });
    const person = { emailVerified: true } as const;
    site.directory.addUser({
      ...person,
      subject: 'kim',
      email: 'kim@directory.test',
      name: 'Kim',
      groups: MANY,
    });
    site.directory.addUser({
      ...person,
      subject: 'lou',
      email: 'lou@directory.test',
      name: 'Lou',
      groups: ['g-admins'],
    });
  });

  afterAll(() => site.stop());
  afterEach(() => site.directory.behave());

  const makeStale = (minutes: number) =>
    site.database.query(`UPDATE external_identity SET groups_read_at = now() - make_interval(mins => $1)`, [
      minutes,
    ]);
  const rolesOf = async (browser: EditorBrowser): Promise<readonly string[]> =>
    (await sessionOf(browser)).roles.map(({ name }) => name);

  it('more groups than the claim holds are read from the directory, by id, all pages', async () => {
    const { browser } = await site.signInAs('kim');
    expect(await rolesOf(browser)).toEqual(['Editor']);
    const [row] = await site.database.query<{ groups: string[] }>(
      `SELECT groups FROM external_identity WHERE subject = 'kim'`,
    );
    expect([...(row?.groups ?? [])].sort()).toEqual([...MANY].sort());
  });

  it.each(['error-500', 'garbage', 'wrong-types', 'foreign-next-link', 'forbidden'] as const)(
    'a directory that answers with %s lets nobody in with half of the groups',
    async (behaviour) => {
      site.directory.directoryBehaves(behaviour);
      expect(problemOf((await site.signInAs('kim')).answer.headers.location)).toBe('refused');
      site.directory.directoryBehaves('ok');
    },
  );

  it('anyone who leaves the group loses its role within a quarter of an hour, in the same session (ID-20)', async () => {
    const { browser } = await site.signInAs('kim');
    site.directory.setGroups('kim', ['g-1']);
    expect(await rolesOf(browser)).toEqual(['Editor']);
    await makeStale(16);
    expect(await rolesOf(browser)).toEqual([]);
    site.directory.setGroups('kim', MANY);
    await makeStale(16);
    expect(await rolesOf(browser)).toEqual(['Editor']);
  });

  it('anyone who may not sign in there anymore is out (ID-20)', async () => {
    const { browser } = await site.signInAs('kim');
    site.directory.disableUser('kim');
    await makeStale(16);
    expect((await browser.get('/session')).status).toBe(401);
    site.directory.enableUser('kim');
  });

  it('while the provider does not answer, what was read last counts for an hour, and no longer (ID-20)', async () => {
    const { browser } = await site.signInAs('kim');
    site.directory.misbehave('token-500', { times: Infinity });
    await makeStale(30);
    expect(await rolesOf(browser)).toEqual(['Editor']);
    await makeStale(61);
    expect((await browser.get('/session')).status).toBe(401);
  });

  it('roles assigned manually are kept apart from mapped ones', async () => {
    const { browser } = await site.signInAs('kim');
    const { account } = await sessionOf(browser);
    await site.database.query(
      `INSERT INTO account_role (account_id, role_key, source, tenant_id)
       SELECT id, 'Reviewer', 'manual', tenant_id FROM account WHERE id = $1`,
      [account.id],
    );
    expect(await rolesOf(browser)).toEqual(expect.arrayContaining(['Editor', 'Reviewer']));
    site.directory.setGroups('kim', []);
    await makeStale(16);
    expect(await rolesOf(browser)).toEqual(['Reviewer']);
    site.directory.setGroups('kim', MANY);
  });

  it('a mapping never demotes the last administrator (ID-22)', async () => {
    const { browser } = await site.signInAs('lou');
    expect(await rolesOf(browser)).toEqual(['Administrator']);
    await site.database.query(
      `DELETE FROM account_role WHERE role_key = 'Administrator' AND source = 'manual'`,
    );
    site.directory.setGroups('lou', []);
    await makeStale(16);
    expect(await rolesOf(browser)).toEqual(['Administrator']);
  });
});
