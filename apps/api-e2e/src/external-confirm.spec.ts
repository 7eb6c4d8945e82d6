import type { SessionInfo } from '@sitedesk/contract/identity';
import { type DirectorySite, startDirectorySite } from './harness/directory.js';
import { ageSignIns, enrol, forgetUsedCodes } from './harness/authenticator.js';
import type { EditorBrowser } from './harness/editor.js';

const CAME_BACK = '/admin/came-back';

describe('proving at a provider who one is, before a sensitive action (ID-18, ID-19)', () => {
  let site: DirectorySite;
  beforeAll(async () => {
    site = await startDirectorySite({ mappings: [{ groupId: 'g-admins', role: 'Administrator' }] });
    for (const subject of ['mia', 'noor'])
      site.directory.addUser({
        subject,
        email: `${subject}@directory.test`,
        emailVerified: true,
        name: subject,
        groups: ['g-admins'],
      });
  });
  afterAll(() => site.stop());
  afterEach(() => site.directory.behave());

  const sessionOf = async (browser: EditorBrowser): Promise<SessionInfo> => {
    const session = (await browser.get('/session')).json() as SessionInfo;
    browser.csrfToken = session.csrfToken;
    return session;
  };
  /** Someone who came through the directory, eleven minutes ago. */
  const someone = async (subject = 'mia'): Promise<EditorBrowser> => {
    const { browser } = await site.signInAs(subject);
    await sessionOf(browser);
    await site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    return browser;
  };
  const risky = async (browser: EditorBrowser): Promise<unknown> => {
    const answer = await browser.post('/account/external-identities', { providerId: site.provider.id });
    return answer.status === 200 ? 200 : (answer.json() as { code: string }).code;
  };
  const begin = async (browser: EditorBrowser, body: object = {}): Promise<string> => {
    const answer = await browser.post('/session/confirm/external', { providerId: site.provider.id, ...body });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.json() as { location: string }).location;
  };
  const comeBack = async (browser: EditorBrowser, location: string, subject = 'mia'): Promise<unknown> => {
    const callback = await site.directory.newVisitor().open(location, subject);
    return (await browser.get(`/external/callback${callback.search}`)).headers.location;
  };

  it('tells the page with what a person can prove it', async () => {
    const provider = { id: site.provider.id, name: 'Directory' };
    const none = { password: false, passkey: false };
    expect((await sessionOf(await someone())).proofs).toEqual({ ...none, providers: [provider] });
    const administrator = await site.administrator();
    expect((await sessionOf(administrator)).proofs).toEqual({
      password: true,
      passkey: false,
      providers: [],
    });
  });

  it('asks the provider for a fresh proof, and gives the session a new id and ten minutes', async () => {
    const browser = await someone();
    expect(await risky(browser)).toBe('recent-sign-in-required');
    const before = await sessionOf(browser);
    const location = await begin(browser);
    const { searchParams } = new URL(location);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    expect(await comeBack(browser, location)).toBe(CAME_BACK);
    const after = await sessionOf(browser);
    expect(after).toMatchObject({ account: before.account, endsAt: before.endsAt });
    expect(after.csrfToken).not.toBe(before.csrfToken); // ID-11
    expect(await risky(browser)).toBe(200);
    const [row] = await site.database.query(
      `SELECT outcome, after FROM audit_entry WHERE action = 'session.confirm' ORDER BY sequence DESC`,
    );
    expect(row).toMatchObject({ outcome: 'done', after: { methods: ['oidc'] } });
  });

  it('takes nobody else at the provider, and says so to the page behind the window', async () => {
    await site.signInAs('noor');
    const browser = await someone();
    expect(await comeBack(browser, await begin(browser), 'noor')).toBe(`${CAME_BACK}?problem=otherPerson`);
    expect(await risky(browser)).toBe('recent-sign-in-required');
    expect((await sessionOf(browser)).account.email).toBe('mia@directory.test');
  });

  it('takes the answer once, and in the session that asked alone', async () => {
    const [browser, other] = [await someone(), await someone()];
    const location = await begin(browser);
    const callback = await site.directory.newVisitor().open(location, 'mia');
    const external = [...browser.cookies].find(([name]) => name.includes('external'));
    other.cookies.set(external?.[0] ?? '', external?.[1] ?? '');
    const answer = await other.get(`/external/callback${callback.search}`);
    expect(answer.headers.location).toBe(`${CAME_BACK}?problem=expired`);
    expect(await risky(other)).toBe('recent-sign-in-required');
    await browser.get(`/external/callback${callback.search}`);
    expect(await risky(browser)).toBe('recent-sign-in-required');
  });

  it('takes no sign-in of long ago for a fresh one, where the provider says when it was', async () => {
    const browser = await someone();
    const location = await begin(browser);
    const visitor = site.directory.newVisitor();
    const callback = await visitor.open(location, 'mia');
    // As if it had begun five minutes later than the person signed in there.
    await site.database.query(`UPDATE external_sign_in SET expires_at = expires_at + interval '5 minutes'`);
    const answer = await browser.get(`/external/callback${callback.search}`);
    expect(answer.headers.location).toBe(`${CAME_BACK}?problem=refused`);
    expect(await risky(browser)).toBe('recent-sign-in-required');
  });

  it('wants the code as well of the person who has a second factor, here and at the sign-in (ID-16)', async () => {
    const { browser } = await site.signInAs('mia');
    await sessionOf(browser);
    const { app } = await enrol(browser);
    await forgetUsedCodes(site);
    await ageSignIns(site);
    const body = { providerId: site.provider.id };
    expect((await browser.post('/session/confirm/external', body)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'code' }],
    });
    const wrong = await browser.post('/session/confirm/external', { ...body, code: app.wrongCode() });
    expect(wrong.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    expect(await comeBack(browser, await begin(browser, { code: app.code() }))).toBe(CAME_BACK);
    expect(await sessionOf(browser).then(() => risky(browser))).toBe(200);
    const again = await site.signInAs('mia');
    expect(again.answer.headers.location).toBe(
      '/admin/#/sign-in?step=second-factor&returnTo=%2Fadmin%2Finbox',
    );
  });

  it('knows the providers of its own site alone, and needs a session and its token', async () => {
    const browser = await someone('noor');
    const strange = { providerId: '0197a8f0-0000-7000-8000-000000000000' };
    expect((await browser.post('/session/confirm/external', strange)).status).toBe(404);
    const body = { providerId: site.provider.id };
    expect((await site.browser().post('/session/confirm/external', body)).status).toBe(401);
    browser.csrfToken = undefined;
    expect((await browser.post('/session/confirm/external', body)).status).toBe(403);
  });
});
