import { EDITOR_PATH, type SessionInfo } from '@sitedesk/contract/identity';
import type { RecoveryCodes, TotpEnrolment } from '@sitedesk/contract/two-factor';
import {
  ageSignIns,
  Authenticator,
  enrol,
  forgetUsedCodes,
  newAdministrator,
  newProtectedPerson,
} from './harness/authenticator.js';
import type { EditorBrowser, EditorSite } from './harness/editor.js';
import { startEditorSite } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';

const OWN = '/account/two-factor';

describe('setting a second factor up (ID-10, ID-11, ID-16, ID-17)', () => {
  let site: EditorSite;
  beforeAll(async () => void (site = await startEditorSite()));
  afterAll(() => site.stop());

  const someone = async (): Promise<EditorBrowser> => {
    const browser = site.browser();
    await browser.signIn(await newAdministrator(site));
    return browser;
  };
  const begin = async (browser: EditorBrowser): Promise<TotpEnrolment> =>
    (await browser.post(`${OWN}/totp`)).json() as TotpEnrolment;
  /** Answers a request that gives the session a new id, and goes on with it. */
  const renewing = async (browser: EditorBrowser, answer: Answer): Promise<Answer> => {
    const body = answer.json() as SessionInfo | RecoveryCodes;
    browser.csrfToken = 'session' in body ? body.session.csrfToken : body.csrfToken;
    return answer;
  };

  it('shows the secret once: as text, as an address and as a picture', async () => {
    const browser = await someone();
    const { secret, uri, qrSvg } = await begin(browser);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*admin-\d+%40site\.test\?/);
    expect(qrSvg).toMatch(/^<svg [^]*<\/svg>\s*$/);
    expect(qrSvg).not.toContain('<script');
    const state = await browser.get(OWN);
    expect(state.headers['cache-control']).toBe('no-store');
    expect(state.json()).toEqual({
      totpSince: null,
      recoveryCodesLeft: 0,
      methods: [],
      enrolmentRequired: false,
    });
  });

  it('the secret is encrypted and the codes are hashed in the database (ID-16, ID-17)', async () => {
    const browser = await someone();
    const { secret } = await begin(browser);
    const code = new Authenticator(secret).code();
    const answer = await browser.post(`${OWN}/totp/confirm`, { code });
    const { recoveryCodes } = answer.json() as RecoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    const stored = JSON.stringify([
      await site.database.query('SELECT * FROM totp_credential'),
      await site.database.query('SELECT * FROM recovery_code'),
      await site.database.query('SELECT * FROM audit_entry'),
    ]);
    expect(stored).toContain('pd:v1:');
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });

  it('a wrong code names the field and sets nothing up', async () => {
    const browser = await someone();
    const { secret } = await begin(browser);
    const code = new Authenticator(secret).wrongCode();
    const answer = await browser.post(`${OWN}/totp/confirm`, { code });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'code' }] });
    expect((await browser.get(OWN)).json()).toMatchObject({ totpSince: null, methods: [] });
  });

  it('the first right code ends every other session and gives this one a new id (ID-10, ID-11)', async () => {
    const credentials = await newAdministrator(site);
    const [here, elsewhere] = [site.browser(), site.browser()];
    await here.signIn(credentials);
    await elsewhere.signIn(credentials);
    const before = here.cookieHeader;
    const { code } = await enrol(here);
    expect((await elsewhere.get('/session')).status).toBe(401);
    const old = await call(`${site.api.url}${EDITOR_PATH}/session`, { headers: { Cookie: before } });
    expect(old.status).toBe(401);
    expect((await here.get(OWN)).json()).toEqual({
      totpSince: expect.any(String),
      recoveryCodesLeft: 10,
      methods: ['otp', 'recovery'],
      enrolmentRequired: false,
    });
    await elsewhere.signIn(credentials);
    const again = await elsewhere.post('/session/second-factor', { code });
    expect(again.status).toBe(401); // the code that confirmed is used up
  });

  it('a second begin makes the first secret void; a confirmed one is not replaced', async () => {
    const browser = await someone();
    const first = new Authenticator((await begin(browser)).secret);
    const second = new Authenticator((await begin(browser)).secret);
    expect((await browser.post(`${OWN}/totp/confirm`, { code: first.code() })).status).toBe(400);
    await renewing(browser, await browser.post(`${OWN}/totp/confirm`, { code: second.code() }));
    const third = await browser.post(`${OWN}/totp`);
    expect(third.status).toBe(409);
    expect(third.json()).toMatchObject({ code: 'two-factor-conflict' });
    expect((await browser.post(`${OWN}/totp/confirm`, { code: second.code(1) })).status).toBe(409);
  });

  it('new recovery codes make all earlier ones void (ID-17)', async () => {
    const { browser, credentials, recoveryCodes } = await newProtectedPerson(site);
    const answer = await renewing(browser, await browser.post(`${OWN}/recovery-codes`));
    const { recoveryCodes: fresh } = answer.json() as RecoveryCodes;
    expect(fresh).toHaveLength(10);
    const person = site.browser();
    await person.signIn(credentials);
    const use = (code = ''): Promise<Answer> => person.post('/session/second-factor', { code });
    expect((await use(recoveryCodes[0])).status).toBe(401);
    expect((await use(fresh[0])).status).toBe(200);
  });

  it('recovery codes without a second factor stand in for nothing', async () => {
    const answer = await (await someone()).post(`${OWN}/recovery-codes`);
    expect(answer.status).toBe(409);
  });

  it('removing it ends other sessions; the next sign-in asks for the password only (ID-10)', async () => {
    const { browser, credentials, app } = await newProtectedPerson(site);
    const elsewhere = site.browser();
    await elsewhere.signIn(credentials);
    elsewhere.remember(
      (await elsewhere.post('/session/second-factor', { code: app.code() })).json() as never,
    );
    expect((await elsewhere.get('/session')).status).toBe(200);
    const answer = await renewing(browser, await browser.delete(`${OWN}/totp`));
    expect(answer.json()).toMatchObject({ account: { twoFactor: false } });
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await browser.get(OWN)).json()).toMatchObject({ methods: [], recoveryCodesLeft: 0 });
    expect((await site.browser().signIn(credentials)).json()).toMatchObject({ status: 'signed-in' });
    expect((await browser.delete(`${OWN}/totp`)).status).toBe(409);
  });

  it.each([
    ['POST', `${OWN}/totp`],
    ['DELETE', `${OWN}/totp`],
    ['POST', `${OWN}/recovery-codes`],
  ])('%s %s wants a fresh proof first (UX-21)', async (method, path) => {
    const { browser } = await newProtectedPerson(site);
    await ageSignIns(site);
    const answer = await browser.send(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'recent-sign-in-required' });
  });

  describe('step-up', () => {
    const confirm = (browser: EditorBrowser, proof: object): Promise<Answer> =>
      browser.post('/session/confirm', proof);

    it('the password makes the session fresh, under a new id, with the end it had (ID-11)', async () => {
      const credentials = await newAdministrator(site);
      const browser = site.browser();
      await browser.signIn(credentials);
      await ageSignIns(site);
      const before = browser.cookieHeader;
      const { endsAt } = (await browser.get('/session')).json() as SessionInfo;
      const answer = await renewing(browser, await confirm(browser, { password: credentials.password }));
      expect(answer.json()).toMatchObject({ endsAt, account: { email: credentials.email } });
      const old = await call(`${site.api.url}${EDITOR_PATH}/session`, { headers: { Cookie: before } });
      expect(old.status).toBe(401);
      expect((await browser.post(`${OWN}/totp`)).status).toBe(200);
    });

    it('with a second factor it takes the password and a code, of either kind', async () => {
      const { browser, credentials, app, recoveryCodes } = await newProtectedPerson(site);
      const { password } = credentials;
      const missing = await confirm(browser, { password });
      expect(missing.status).toBe(400);
      expect(missing.json()).toMatchObject({ errors: [{ field: 'code' }] });
      expect((await confirm(browser, { code: app.code() })).status).toBe(400);
      const withApp = await confirm(browser, { password, code: app.code() });
      expect(withApp.status).toBe(200);
      await renewing(browser, withApp);
      expect((await confirm(browser, { password, code: recoveryCodes[0] })).status).toBe(200);
    });

    it('a wrong part refuses it, and a code beside a wrong password is not used up', async () => {
      const { browser, credentials, app } = await newProtectedPerson(site);
      const { password } = credentials;
      for (const proof of [
        { password, code: app.wrongCode() },
        { password: 'not the password', code: app.code() },
      ]) {
        const answer = await confirm(browser, proof);
        expect(answer.status).toBe(403);
        expect(answer.json()).toMatchObject({ code: 'recent-sign-in-required' });
      }
      expect((await confirm(browser, { password, code: app.code() })).status).toBe(200);
    });

    it('the fifth wrong proof ends the session (ID-16)', async () => {
      const { browser, credentials, app } = await newProtectedPerson(site);
      const { password } = credentials;
      const statuses: number[] = [];
      for (let time = 0; time < 5; time += 1) {
        statuses.push((await confirm(browser, { password, code: app.wrongCode() })).status);
      }
      expect(statuses).toEqual([403, 403, 403, 403, 401]);
      expect((await browser.get('/session')).status).toBe(401);
      await forgetUsedCodes(site);
    });

    it.each([{ password: null }, { password: 1 }, { password: 'x', code: {} }, { passwords: 'x' }])(
      '%j is a 400 (Z-08)',
      async (proof) => expect((await confirm(await someone(), proof)).status).toBe(400),
    );
  });
});
