import type { OwnAccount, OwnSession } from '@sitedesk/contract/account';
import {
  type AccountSite,
  EDITOR_URL,
  linkIn,
  mailTo,
  newPerson,
  type Person,
  signedIn,
  startAccountSite,
} from './harness/account-emails.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { storeUnchecked } from './harness/stored-setting.js';

const NEW_PASSWORD = 'eleven wooden boats at the jetty';

describe("a person's own account (ID-07, ID-10, ID-11, ID-14)", () => {
  let site: AccountSite;
  let person: Person;
  let newEmail: string;
  beforeAll(async () => void (site = await startAccountSite()));
  afterAll(() => site.stop());
  beforeEach(async () => {
    site.sink.behave('ok');
    person = await newPerson(site);
    newEmail = person.email.replace('@site.test', '@elsewhere.test');
    site.sink.clear();
  });

  const signIn = (): Promise<EditorBrowser> => signedIn(site, person);
  const accountOf = async (browser: EditorBrowser): Promise<OwnAccount> =>
    (await browser.get('/account')).json() as OwnAccount;
  const sessionsOf = async (browser: EditorBrowser): Promise<readonly OwnSession[]> =>
    ((await browser.get('/account/sessions')).json() as { items: OwnSession[] }).items;
  const changeEmail = (browser: EditorBrowser, email = newEmail): Promise<Answer> =>
    browser.post('/account/email', { email, currentPassword: person.password });

  it('shows it, with nothing secret', async () => {
    const answer = await (await signIn()).get('/account');
    expect(answer.headers.etag).toBe('"v2"');
    expect(answer.json()).toEqual({
      id: expect.any(String),
      email: person.email,
      displayName: 'Dana Ruiz',
      hasPassword: true,
      twoFactor: false,
      pendingEmail: null,
      version: 2,
      passwordChangedAt: expect.any(String),
      createdAt: expect.any(String),
      lastSignInAt: expect.any(String),
    });
    expect((await site.browser().get('/account')).status).toBe(401);
  });

  it('changes the name, if nobody else has in the meantime', async () => {
    const browser = await signIn();
    const patch = (displayName: unknown, version?: string): Promise<Answer> =>
      browser.patch('/account', { displayName }, version === undefined ? {} : { 'If-Match': version });
    expect((await patch('Anna Berg')).status).toBe(428);
    const changed = await patch('  Anna Berg ', '"v2"');
    expect(changed.headers.etag).toBe('"v3"');
    expect(changed.json()).toMatchObject({ displayName: 'Anna Berg', version: 3 });
    expect((await patch('Somebody', '"v2"')).status).toBe(412);
    for (const name of ['', 7, null, {}, ['x'], 'a\nb', 'x'.repeat(101)])
      expect((await patch(name, '"v3"')).status).toBe(400);
    expect((await accountOf(browser)).displayName).toBe('Anna Berg');
  });

  it('a new password ends every other session, and this one gets a new id (ID-10, ID-11)', async () => {
    const [browser, other] = [await signIn(), await signIn()];
    const before = browser.cookies.get('__Host-sitedesk');
    const old = new EditorBrowser(site.api.url);
    old.cookies.set('__Host-sitedesk', before ?? '');
    const answer = await browser.post('/account/password', {
      currentPassword: person.password,
      newPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'signed-in' });
    expect(browser.cookies.get('__Host-sitedesk')).not.toBe(before);
    expect((await browser.get('/session')).status).toBe(200);
    expect((await other.get('/session')).status).toBe(401);
    expect((await old.get('/session')).status).toBe(401);
    await mailTo(site, person.email, 'Your password for');
    expect((await site.browser().signIn(person)).status).toBe(401);
    expect((await site.browser().signIn({ ...person, password: NEW_PASSWORD })).status).toBe(200);
  });

  it.each([
    ['a wrong current password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 'currentPassword'],
    ['a weak new password', { newPassword: 'weak' }, 'newPassword'],
    ['an object', { currentPassword: {}, newPassword: NEW_PASSWORD }, 'currentPassword'],
    ['a missing field', { newPassword: undefined }, 'newPassword'],
  ])('refuses %s by its field, and the session lives on', async (_case, body, field) => {
    const browser = await signIn();
    const answer = await browser.post('/account/password', { currentPassword: person.password, ...body });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
    expect((await browser.get('/session')).status).toBe(200);
  });

  it('wrong current passwords count like wrong sign-ins (ID-05)', async () => {
    const browser = await signIn();
    const guess = (currentPassword: string): Promise<Answer> =>
      browser.post('/account/password', { currentPassword, newPassword: NEW_PASSWORD });
    for (let time = 0; time < 6; time += 1) expect((await guess(`wrong ${time}`)).status).toBe(400);
    expect((await guess(person.password)).status).toBe(400);
  });

  it('the address changes when the new one is confirmed, and the old one is told', async () => {
    const browser = await signIn();
    const answer = await changeEmail(browser);
    expect(answer.status).toBe(202);
    expect(answer.json()).toEqual({
      expiresAt: expect.any(String),
      delivery: { status: 'sent', detail: null, detailCode: null },
    });
    expect(await accountOf(browser)).toMatchObject({ email: person.email, pendingEmail: newEmail });
    const { link, token } = linkIn(await mailTo(site, newEmail, 'Confirm your new email address'));
    expect(link).toBe(`${EDITOR_URL}/admin/#/confirm-email?token=${token}`);
    expect((await site.browser().post('/email-confirmation', { token })).status).toBe(204);
    const notice = await mailTo(site, person.email, 'Your email address for');
    expect(notice.mail.text).not.toContain(newEmail);
    expect(await accountOf(browser)).toMatchObject({ email: newEmail, pendingEmail: null, version: 3 });
    expect((await site.browser().signIn(person)).status).toBe(401);
    expect((await site.browser().signIn({ ...person, email: newEmail })).status).toBe(200);
    const [row] = await site.database.query(
      `SELECT before, after FROM audit_entry WHERE action = 'account.change-email' ORDER BY sequence DESC LIMIT 1`,
    );
    expect(row).toEqual({ before: { email: 'pe…@site.test' }, after: { email: 'pe…@elsewhere.test' } });
  });

  it('a reset link dies when the address changes (ID-07)', async () => {
    const browser = await signIn();
    await site.browser().post('/password-reset', { email: person.email });
    const reset = linkIn(await mailTo(site, person.email, 'Reset your password')).token;
    await changeEmail(browser);
    const { token } = linkIn(await mailTo(site, newEmail, 'Confirm your new email address'));
    await site.browser().post('/email-confirmation', { token });
    const answer = await site
      .browser()
      .post('/password-reset/complete', { token: reset, password: NEW_PASSWORD });
    expect(answer.status).toBe(400);
  });

  it('an address that another account has is not told to who asks for it, but refused in the end', async () => {
    const browser = await signIn();
    await changeEmail(browser);
    const { token } = linkIn(await mailTo(site, newEmail, 'Confirm your new email address'));
    const register = { email: newEmail, displayName: 'Dana Ruiz', password: NEW_PASSWORD };
    await site.browser().post('/registration', register);
    const other = linkIn(await mailTo(site, newEmail, 'Confirm your email address'));
    expect((await site.browser().post('/email-confirmation', { token: other.token })).status).toBe(204);
    expect((await site.browser().post('/email-confirmation', { token })).status).toBe(409);
    expect((await accountOf(browser)).email).toBe(person.email);
    expect((await site.browser().signIn({ email: newEmail, password: NEW_PASSWORD })).status).toBe(200);
  });

  it.each([
    ['451-rcpt', 'queued', '451'],
    ['550-rcpt', 'refused', '550'],
  ] as const)(
    'a mail server that is "%s" is reported as %s, in its own words (UX-17)',
    async (behaviour, status, words) => {
      site.sink.behave(behaviour);
      const answer = await changeEmail(await signIn());
      expect(answer.json()).toMatchObject({ delivery: { status, detail: expect.stringContaining(words) } });
      if (status !== 'queued') return;
      site.sink.behave('ok');
      await mailTo(site, newEmail, 'Confirm your new email address');
    },
  );

  it('sees the own sessions, and ends one of them or all others (ID-14)', async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const listed = await sessionsOf(one);
    expect(listed.map(({ current }) => current).sort()).toEqual([false, false, true]);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      [
        'clientAddress',
        'createdAt',
        'current',
        'expiresAt',
        'id',
        'lastSeenAt',
        'methods',
        'userAgent',
      ].sort(),
    );
    const idOfTwo = (await sessionsOf(two)).find(({ current }) => current)?.id ?? '';
    expect((await one.delete(`/account/sessions/${idOfTwo}`)).status).toBe(204);
    expect((await two.get('/session')).status).toBe(401);
    expect((await one.delete(`/account/sessions/${idOfTwo}`)).status).toBe(404);
    expect((await one.delete('/account/sessions/x')).status).toBe(404);
    expect((await one.delete('/account/sessions')).status).toBe(204);
    expect((await three.get('/session')).status).toBe(401);
    expect(await sessionsOf(one)).toHaveLength(1);
  });
});

describe('the truth about emails that do not leave (UX-17)', () => {
  const changeEmail = async (site: AccountSite): Promise<Answer> => {
    const browser = await site.administrator();
    const body = { email: 'anna@elsewhere.test', currentPassword: ADMINISTRATOR.password };
    return browser.post('/account/email', body);
  };

  it('a mail server that says nothing keeps nobody waiting for long', async () => {
    const site = await startAccountSite();
    try {
      site.sink.behave('silent');
      expect((await changeEmail(site)).json()).toMatchObject({
        delivery: { status: 'queued', detail: null },
      });
    } finally {
      await site.stop();
    }
  });

  it.each([
    ['no provider', { EMAIL__CONNECTIONSTRING: '' }, undefined, 'No email provider'],
    ['no sender', { EMAIL__SENDEREMAIL: '' }, undefined, 'No sender address'],
    ['no address of the editor', { IDENTITY__EDITORURL: '' }, undefined, 'The admin URL'],
    [
      'an address of the editor that is not safe',
      { IDENTITY__EDITORURL: '' },
      'http://site.test',
      'Identity/EditorUrl',
    ],
  ])('with %s it says what is missing, and queues nothing', async (_case, env, stored, words) => {
    const site = await startAccountSite(env);
    try {
      if (stored !== undefined) {
        const url = { group: 'Identity', name: 'EditorUrl', value: stored, secret: false };
        await storeUnchecked(site.database, url);
      }
      expect((await changeEmail(site)).json()).toMatchObject({
        delivery: { status: 'not-configured', detail: expect.stringContaining(words) },
      });
      expect(await site.database.query('SELECT id FROM job')).toEqual([]);
    } finally {
      await site.stop();
    }
  });
});
