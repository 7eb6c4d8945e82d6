import type { OwnAccount, OwnSession } from '@sitedesk/contract';
import { type AccountSite, EDITOR_URL, linkIn, mailTo, startAccountSite } from './harness/account-mails.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';

jest.setTimeout(20_000);

const NEW_PASSWORD = 'eleven wooden boats at the jetty';
const NEW_EMAIL = 'anna@elsewhere.test';

describe("a person's own account (acceptance ID-07, ID-10, ID-11, ID-14)", () => {
  let site: AccountSite;
  beforeEach(async () => void (site = await startAccountSite({ IDENTITY__ALLOWREGISTRATION: 'true' })));
  afterEach(() => site.stop());

  const accountOf = async (browser: EditorBrowser): Promise<OwnAccount> =>
    (await browser.get('/account')).json() as OwnAccount;
  const sessionsOf = async (browser: EditorBrowser): Promise<readonly OwnSession[]> =>
    ((await browser.get('/account/sessions')).json() as { items: OwnSession[] }).items;
  const changeEmail = (browser: EditorBrowser, email = NEW_EMAIL): Promise<Answer> =>
    browser.post('/account/email', { email, currentPassword: ADMINISTRATOR.password });

  it('shows it, with nothing secret', async () => {
    const answer = await (await site.administrator()).get('/account');
    expect(answer.headers.etag).toBe('"v1"');
    expect(answer.json()).toEqual({
      ...{ id: expect.any(String), email: ADMINISTRATOR.email, displayName: 'Administrator' },
      ...{ hasPassword: true, twoFactor: false, pendingEmail: null, version: 1 },
      ...{
        passwordChangedAt: expect.any(String),
        createdAt: expect.any(String),
        lastSignInAt: expect.any(String),
      },
    });
    expect((await site.browser().get('/account')).status).toBe(401);
  });

  it('changes the name, if nobody else has meanwhile', async () => {
    const browser = await site.administrator();
    const patch = (displayName: unknown, version?: string): Promise<Answer> =>
      browser.patch('/account', { displayName }, version === undefined ? {} : { 'If-Match': version });
    expect((await patch('Anna Berg')).status).toBe(428);
    const changed = await patch('  Anna Berg ', '"v1"');
    expect(changed.headers.etag).toBe('"v2"');
    expect(changed.json()).toMatchObject({ displayName: 'Anna Berg', version: 2 });
    expect((await patch('Somebody', '"v1"')).status).toBe(412);
    for (const name of ['', 7, null, {}, ['x'], 'a\nb', 'x'.repeat(101)])
      expect((await patch(name, '"v2"')).status).toBe(400);
    expect((await accountOf(browser)).displayName).toBe('Anna Berg');
  });

  it('ID-10, ID-11: a new password ends every other session, and this one gets a new id', async () => {
    const [browser, other] = [await site.administrator(), await site.administrator()];
    const before = browser.cookies.get('__Host-sitedesk');
    const old = new EditorBrowser(site.api.url);
    old.cookies.set('__Host-sitedesk', before ?? '');
    const answer = await browser.post('/account/password', {
      currentPassword: ADMINISTRATOR.password,
      newPassword: NEW_PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ status: 'signed-in' });
    expect(browser.cookies.get('__Host-sitedesk')).not.toBe(before);
    expect((await browser.get('/session')).status).toBe(200);
    expect((await other.get('/session')).status).toBe(401);
    expect((await old.get('/session')).status).toBe(401);
    await mailTo(site, ADMINISTRATOR.email, 'Your password for');
    expect((await site.browser().signIn(ADMINISTRATOR)).status).toBe(401);
    expect((await site.browser().signIn({ ...ADMINISTRATOR, password: NEW_PASSWORD })).status).toBe(200);
  });

  it.each([
    ['a wrong current password', { currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 'currentPassword'],
    ['a weak new password', { currentPassword: ADMINISTRATOR.password, newPassword: 'weak' }, 'newPassword'],
    ['an object', { currentPassword: {}, newPassword: NEW_PASSWORD }, 'currentPassword'],
    ['a missing field', { currentPassword: ADMINISTRATOR.password }, 'newPassword'],
  ])('refuses %s by its field, and the session lives on', async (_case, body, field) => {
    const browser = await site.administrator();
    const answer = await browser.post('/account/password', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
    expect((await browser.get('/session')).status).toBe(200);
  });

  it('ID-05: wrong current passwords count like wrong sign-ins', async () => {
    const browser = await site.administrator();
    const guess = (currentPassword: string): Promise<Answer> =>
      browser.post('/account/password', { currentPassword, newPassword: NEW_PASSWORD });
    for (let time = 0; time < 6; time += 1) expect((await guess(`wrong ${time}`)).status).toBe(400);
    expect((await guess(ADMINISTRATOR.password)).status).toBe(400);
  });

  it('the address changes when the new one is confirmed, and the old one is told', async () => {
    const browser = await site.administrator();
    const answer = await changeEmail(browser);
    expect(answer.status).toBe(202);
    expect(answer.json()).toEqual({ expiresAt: expect.any(String), mail: { status: 'sent', detail: null } });
    expect(await accountOf(browser)).toMatchObject({ email: ADMINISTRATOR.email, pendingEmail: NEW_EMAIL });
    const { link, token } = linkIn(await mailTo(site, NEW_EMAIL, 'Confirm your new address'));
    expect(link).toBe(`${EDITOR_URL}/admin/#/confirm-email?token=${token}`);
    expect((await site.browser().post('/email-confirmation', { token })).status).toBe(204);
    const notice = await mailTo(site, ADMINISTRATOR.email, 'Your address for');
    expect(notice.mail.text).not.toContain(NEW_EMAIL);
    expect(await accountOf(browser)).toMatchObject({ email: NEW_EMAIL, pendingEmail: null, version: 2 });
    expect((await site.browser().signIn(ADMINISTRATOR)).status).toBe(401);
    expect((await site.browser().signIn({ ...ADMINISTRATOR, email: NEW_EMAIL })).status).toBe(200);
    const [row] = await site.database.query(
      `SELECT before, after FROM audit_entry WHERE action = 'account.change-email'`,
    );
    expect(row).toEqual({ before: { email: 'an…@site.test' }, after: { email: 'an…@elsewhere.test' } });
  });

  it('ID-07: a reset link dies when the address changes', async () => {
    const browser = await site.administrator();
    await site.browser().post('/password-reset', { email: ADMINISTRATOR.email });
    const reset = linkIn(await mailTo(site, ADMINISTRATOR.email, 'Choose a new password')).token;
    await changeEmail(browser);
    const { token } = linkIn(await mailTo(site, NEW_EMAIL, 'Confirm your new address'));
    await site.browser().post('/email-confirmation', { token });
    const answer = await site
      .browser()
      .post('/password-reset/complete', { token: reset, password: NEW_PASSWORD });
    expect(answer.status).toBe(400);
  });

  it('an address that another account has is not told to who asks for it, but refused in the end', async () => {
    const browser = await site.administrator();
    await changeEmail(browser);
    const { token } = linkIn(await mailTo(site, NEW_EMAIL, 'Confirm your new address'));
    const register = { email: NEW_EMAIL, displayName: 'Dana Ruiz', password: NEW_PASSWORD };
    await site.browser().post('/registration', register);
    const other = linkIn(await mailTo(site, NEW_EMAIL, 'Confirm your address'));
    expect((await site.browser().post('/email-confirmation', { token: other.token })).status).toBe(204);
    expect((await site.browser().post('/email-confirmation', { token })).status).toBe(409);
    expect((await accountOf(browser)).email).toBe(ADMINISTRATOR.email);
    expect((await site.browser().signIn({ email: NEW_EMAIL, password: NEW_PASSWORD })).status).toBe(200);
  });

  it.each([
    ['451-rcpt', 'queued', '451'],
    ['550-rcpt', 'refused', '550'],
  ] as const)(
    'C17: a mail server that is "%s" is reported as %s, in its own words',
    async (behaviour, status, words) => {
      site.sink.behave(behaviour);
      const answer = await changeEmail(await site.administrator());
      expect(answer.json()).toMatchObject({ mail: { status, detail: expect.stringContaining(words) } });
      if (status !== 'queued') return;
      site.sink.behave('ok');
      await mailTo(site, NEW_EMAIL, 'Confirm your new address');
    },
  );

  it('C17: a mail server that says nothing keeps nobody waiting for long', async () => {
    site.sink.behave('silent');
    const answer = await changeEmail(await site.administrator());
    expect(answer.json()).toMatchObject({ mail: { status: 'queued', detail: null } });
  });

  it('ID-14: sees the own sessions, and ends one of them or all others', async () => {
    const [one, two, three] = [
      await site.administrator(),
      await site.administrator(),
      await site.administrator(),
    ];
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

  it('C17: without a mail provider it says so, and what is missing', async () => {
    const bare = await startAccountSite({ EMAIL__CONNECTIONSTRING: '' });
    try {
      const answer = await changeEmail(await bare.administrator());
      expect(answer.json()).toMatchObject({
        mail: { status: 'not-configured', detail: expect.stringContaining('EMAIL/ConnectionString') },
      });
      await eventually(async () =>
        expect(await bare.database.query('SELECT id FROM outbox_message')).toEqual([]),
      );
    } finally {
      await bare.stop();
    }
  });
});
