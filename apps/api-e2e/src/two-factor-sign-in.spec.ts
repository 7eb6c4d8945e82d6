import { EDITOR_PATH, IDENTITY_TEXTS, type SignInOutcome } from '@sitedesk/contract/identity';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { forgetUsedCodes, newProtectedPerson, type ProtectedPerson } from './harness/authenticator.js';
import { EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

const { wrongCodes } = TWO_FACTOR;

describe('signing in with a second factor (ID-11, ID-16, ID-17)', () => {
  let site: EditorSite;
  let other: RunningProcess;
  let person: ProtectedPerson;

  beforeAll(async () => {
    site = await startEditorSite();
    other = await startApi(site.database.url, BEHIND_LOCAL_PROXY);
  });
  afterAll(async () => {
    await other.stop();
    await site.stop();
  });
  beforeEach(async () => void (person = await newProtectedPerson(site)));

  /** A browser in which the password was right. */
  const pending = async (browser = site.browser()): Promise<EditorBrowser> => {
    const answer = await browser.signIn(person.credentials);
    expect(answer.json()).toMatchObject({ status: 'second-factor-required' });
    return browser;
  };
  const answerWith = (browser: EditorBrowser, code: string): Promise<Answer> =>
    browser.post('/session/second-factor', { code });
  const finish = async (browser: EditorBrowser, code: string): Promise<Answer> => {
    const answer = await answerWith(browser, code);
    if (answer.status === 200) browser.remember(answer.json() as SignInOutcome);
    return answer;
  };
  const failuresOf = async (): Promise<unknown> => {
    const [row] = await site.database.query<{ failed: number }>(
      `SELECT a.failed_sign_ins AS failed FROM account a JOIN totp_credential t ON t.account_id = a.id
        ORDER BY a.created_at DESC LIMIT 1`,
    );
    return row?.failed;
  };

  it('the code begins the session under a new id, and the pending one is dead (ID-11)', async () => {
    const browser = await pending();
    const before = browser.cookieHeader;
    const answer = await finish(browser, person.app.code());
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'signed-in',
      session: { account: { email: person.credentials.email, twoFactor: true }, enrolmentRequired: false },
    });
    expect(browser.cookies.get('__Host-sitedesk')).not.toBe(/__Host-sitedesk=([^;]+)/.exec(before)?.[1]);
    expect((await browser.get('/session')).status).toBe(200);
    const old = await call(`${site.api.url}${EDITOR_PATH}/session/second-factor`, {
      headers: { Cookie: before },
    });
    expect(old.status).toBe(401);
  });

  it.each([
    ['GET', '/session'],
    ['DELETE', '/session'],
    ['POST', '/session/confirm'],
    ['GET', '/account'],
    ['GET', '/account/two-factor'],
    ['POST', '/account/two-factor/totp'],
    ['DELETE', '/account/two-factor/totp'],
    ['POST', '/account/two-factor/recovery-codes'],
    ['GET', '/account/sessions'],
    ['GET', '/audit'],
  ])('a pending session does not open %s %s', async (method, path) => {
    const browser = await pending();
    const answer = await browser.send(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'sign-in-required' });
  });

  it('a full session has no second factor to give, and a stranger neither', async () => {
    expect((await answerWith(person.browser, person.app.code())).status).toBe(401);
    expect((await answerWith(site.browser(), person.app.code())).status).toBe(401);
  });

  it('the code must come from the own page, with the token of the pending session (DD-17)', async () => {
    const browser = await pending();
    const headers = { 'X-CSRF-TOKEN': 'A'.repeat(43) };
    const forged = await browser.post('/session/second-factor', { code: person.app.code() }, headers);
    expect(forged.status).toBe(403);
    expect((await answerWith(browser, person.app.code())).status).toBe(200);
  });

  it('says what is due to a page that was loaded again', async () => {
    const browser = await pending();
    const { csrfToken } = browser;
    const answer = await browser.get('/session/second-factor');
    expect(answer.json()).toEqual({
      status: 'second-factor-required',
      methods: ['otp', 'recovery'],
      csrfToken,
    });
  });

  it('a code works once, also for who has seen it being typed (ID-16)', async () => {
    const code = person.app.code();
    expect((await answerWith(await pending(), code)).status).toBe(200);
    const again = await answerWith(await pending(), code);
    expect(again.status).toBe(401);
    expect(again.json()).toMatchObject({ detail: IDENTITY_TEXTS.secondFactorRefused.text });
    expect((await answerWith(await pending(), person.app.code(1))).status).toBe(200);
  });

  it('no code of an earlier step counts after a later one (ID-16)', async () => {
    expect((await answerWith(await pending(), person.app.code(1))).status).toBe(200);
    expect((await answerWith(await pending(), person.app.code(0))).status).toBe(401);
  });

  it('of two instances that get the same code at the same moment, one takes it (ID-16)', async () => {
    for (let round = 0; round < 5; round += 1) {
      await forgetUsedCodes(site);
      const browsers = [
        await pending(),
        await pending(new EditorBrowser(other.url, { 'X-Forwarded-For': `203.0.113.${round}` })),
      ];
      const code = person.app.code();
      const answers = await Promise.all(browsers.map((browser) => answerWith(browser, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('the fifth wrong code ends the pending session; a new sign-in is open (ID-16)', async () => {
    const browser = await pending();
    for (let time = 1; time <= wrongCodes; time += 1) {
      const answer = await answerWith(browser, person.app.wrongCode());
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({
        code: time < wrongCodes ? 'second-factor-required' : 'sign-in-required',
        detail: IDENTITY_TEXTS.secondFactorRefused.text,
      });
    }
    expect((await answerWith(browser, person.app.code())).status).toBe(401);
    expect((await finish(await pending(browser), person.app.code())).status).toBe(200);
  });

  it('five tries are five, also when they come all at once (ID-16)', async () => {
    const browser = await pending();
    const wrong = Array.from({ length: 20 }, () => answerWith(browser, person.app.wrongCode()));
    for (const answer of await Promise.all(wrong)) expect(answer.status).toBe(401);
    expect(await failuresOf()).toBe(wrongCodes);
    expect((await answerWith(browser, person.app.code())).status).toBe(401);
  });

  it('wrong codes count on the account; the password alone takes nothing back, the whole sign-in does (ID-05)', async () => {
    const browser = await pending();
    await answerWith(browser, person.app.wrongCode());
    await answerWith(browser, person.app.wrongCode());
    await pending(browser);
    expect(await failuresOf()).toBe(2);
    await answerWith(browser, person.app.code());
    expect(await failuresOf()).toBe(0);
  });

  it('who has guessed a hundred codes in a row gets nothing for a right one (ID-05)', async () => {
    const browser = await pending();
    await site.database.query('UPDATE account SET failed_sign_ins = 100');
    try {
      expect((await answerWith(browser, person.app.code())).status).toBe(401);
      expect((await site.browser().signIn(person.credentials)).status).toBe(401);
    } finally {
      await site.database.query('UPDATE account SET failed_sign_ins = 0');
    }
  });

  it('a recovery code works once, however it is typed (ID-17)', async () => {
    const [code = ''] = person.recoveryCodes;
    const browser = await pending();
    expect((await finish(browser, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await browser.get('/account/two-factor')).json()).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await answerWith(await pending(), code)).status).toBe(401);
  });

  it('of two who use a recovery code at the same moment, one is let in (ID-17)', async () => {
    const [code = ''] = person.recoveryCodes;
    const browsers = [
      await pending(),
      await pending(new EditorBrowser(other.url, { 'X-Forwarded-For': '203.0.113.99' })),
    ];
    const answers = await Promise.all(browsers.map((browser) => answerWith(browser, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('two right codes for one pending session begin one session (ID-11)', async () => {
    const browser = await pending();
    const [first = '', second = ''] = person.recoveryCodes;
    const answers = await Promise.all([answerWith(browser, first), answerWith(browser, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it.each([{}, { code: '' }, { code: null }, { code: 123456 }, { code: ['123456'] }, { code: 'x', more: 1 }])(
    '%j is a 400, and no try (Z-08)',
    async (body) => {
      const browser = await pending();
      expect((await browser.post('/session/second-factor', body)).status).toBe(400);
      expect((await answerWith(browser, person.app.code())).status).toBe(200);
    },
  );

  it('every step leaves a row, with no code in it (G-06)', async () => {
    const browser = await pending();
    const wrong = person.app.wrongCode();
    await answerWith(browser, wrong);
    await finish(browser, person.app.code());
    const rows = await site.database.query(
      'SELECT action, outcome, reason, after FROM audit_entry ORDER BY sequence DESC LIMIT 3',
    );
    expect(rows).toMatchObject([
      { action: 'session.begin', outcome: 'done', after: { methods: ['pwd', 'otp'] } },
      { action: 'session.second-factor', outcome: 'refused', reason: 'wrong code' },
      { action: 'session.first-factor', outcome: 'done', after: { methods: ['pwd'] } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(wrong);
  });
});
