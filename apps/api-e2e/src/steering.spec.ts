import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import type { EditorBrowser, EditorSite } from './harness/editor.js';
import { ADMINISTRATOR, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';
import { colleague } from './harness/people.js';
import { setSetting } from './harness/tenants.js';

const CAPTCHA = { Provider: 'captcha_widget', SiteKey: 'site', SecretKey: 'secret', RequireCaptcha: false };
/** Every setting that steers something, and a value that would serve an attacker. */
const STEERING: readonly (readonly [group: string, name: string, value: string])[] = [
  ['Identity', 'EditorUrl', 'https://evil.test'],
  ['Identity', 'TwoFactorRequiredRoles', 'Nobody'],
  ['EMAIL', 'ConnectionString', 'smtp://evil.test'],
  ['EMAIL', 'SenderEmail', 'evil@evil.test'],
  ['ContactApi', 'AdminEmail', 'evil@evil.test'],
  ['Retention', 'MessageDays', '7'],
  ['Retention', 'TrashDays', '1'],
  ['Retention', 'VersionDays', '7'],
  ['Retention', 'FileVersionDays', '30'],
  ['Retention', 'AttemptDays', '31'],
  ['Retention', 'EmailDays', '7'],
  ['Retention', 'WebhookDays', '7'],
  ['Retention', 'ImportDays', '7'],
  ['Retention', 'AuditDays', '30'],
  ['ContactApi', 'CaptchaSecretKey', 'evil'],
  ['CAPTCHA', 'Config', JSON.stringify({ ...CAPTCHA, ScriptUrl: 'https://evil.test/x.js' })],
  ['CAPTCHA', 'Config', JSON.stringify({ ...CAPTCHA, VerifyUrl: 'https://evil.test/verify' })],
];

describe('what steers links, emails, scripts and credentials', () => {
  let site: EditorSite;
  let owner: EditorBrowser;
  /** May change settings, and nothing else. */
  let settler: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    owner = await site.administrator();
    const role = { name: 'Settings only', permissions: ['settings.manage'] };
    const { id } = (await owner.post('/roles', role)).json() as { id: string };
    settler = (await colleague(site, owner, { roles: [id] })).browser;
  });
  afterAll(() => site.stop());

  async function set(
    browser: EditorBrowser,
    group: string,
    values: Readonly<Record<string, string | null>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const etag = String((await owner.get(`/settings/${group}`)).headers['etag']);
    return browser.put(`/settings/${group}`, { values }, { 'If-Match': etag, ...headers });
  }
  const stored = async (): Promise<unknown> =>
    site.database.query('SELECT "group", name, value FROM setting ORDER BY 1, 2');
  const age = (): Promise<unknown> =>
    site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
  const renew = (): Promise<unknown> => site.database.query('UPDATE session SET authenticated_at = now()');

  it.each(STEERING)('%s/%s is closed to an old session, and to an API token', async (group, name, value) => {
    const before = await stored();
    const made = await owner.post('/account/tokens', { name: 'robot', permissions: ['settings.manage'] });
    const { token } = made.json() as { token: string };
    await age();
    const answers = [
      await set(owner, group, { [name]: value }),
      await set(site.browser(), group, { [name]: value }, { Authorization: `Bearer ${token}` }),
    ];
    await renew();
    expect(answers.map((answer) => (answer.json() as { code: string }).code)).toEqual([
      'recent-sign-in-required',
      'sign-in-required',
    ]);
    expect(await stored()).toEqual(before);
  });

  it.each(
    STEERING.filter(
      ([, name]) => !['TwoFactorRequiredRoles', 'CaptchaSecretKey', 'AuditDays'].includes(name),
    ),
  )('%s/%s is closed to someone who lacks what it could give', async (group, name, value) => {
    const before = await stored();
    expect((await set(settler, group, { [name]: value })).json()).toMatchObject({
      status: 403,
      code: 'permission-missing',
    });
    expect(await stored()).toEqual(before);
  });

  it('hostnames lead links too', async () => {
    const refused = await settler.patch('/site', { hostnames: ['evil.test'] });
    expect(refused.json()).toMatchObject({ status: 403, code: 'permission-missing' });
    await age();
    expect((await owner.patch('/site', { hostnames: ['evil.test'] })).json()).toMatchObject({
      code: 'recent-sign-in-required',
    });
    expect((await owner.patch('/site', { name: 'Renamed' })).status).toBe(200);
    await renew();
    expect(await owner.get('/site')).toMatchObject({ status: 200 });
    expect(((await owner.get('/site')).json() as { hostnames: string[] }).hostnames).toEqual([]);
  });

  it('a reset and an undo are changes as well', async () => {
    await set(owner, 'Identity', { EditorUrl: 'https://editor.site.test' });
    await set(owner, 'Identity', { EditorUrl: null });
    const { items } = (await owner.get('/settings/history?group=Identity')).json() as {
      items: { id: string }[];
    };
    const etag = String((await owner.get('/settings/Identity')).headers['etag']);
    const answers = [
      await settler.post(`/settings/history/${items[0]?.id}/undo`),
      await settler.delete('/settings/EMAIL/ConnectionString', undefined, { 'If-Match': '"v0"' }),
      await settler.put(
        '/settings/Identity',
        { values: { EditorUrl: 'https://x.test' } },
        { 'If-Match': etag },
      ),
    ];
    // Nothing is stored at EMAIL/ConnectionString, so its reset changes nothing.
    expect(answers.map(({ status }) => status)).toEqual([403, 200, 403]);
  });

  it('all else is open to a holder of the permission, in an old session too', async () => {
    await age();
    const answers = [
      await set(settler, 'ContactApi', { MaxMessageLength: '1234' }),
      await set(settler, 'EMAIL', { SenderName: 'Site' }),
      await set(settler, 'CAPTCHA', { Config: JSON.stringify({ Provider: 'none' }) }),
    ];
    await renew();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('administrators hear of such a change', () => {
  let former: SmtpSink;
  let next: SmtpSink;
  let site: EditorSite;
  let owner: EditorBrowser;
  let second: string;

  beforeAll(async () => {
    [former, next] = await Promise.all([startSmtpSink({ tls: 'none' }), startSmtpSink({ tls: 'none' })]);
    site = await startEditorSite({ OUTBOX_RETRY_SECONDS: '1' });
    owner = await site.administrator();
    second = (await colleague(site, owner, { roles: ['Administrator'] })).credentials.email;
    await colleague(site, owner, { roles: ['Editor'] });
    await setSetting(site.database, 'Identity', 'EditorUrl', 'https://editor.site.test');
    await setSetting(site.database, 'EMAIL', 'SenderEmail', 'no-reply@site.test');
    await setSetting(site.database, 'EMAIL', 'ConnectionString', former.url);
  });
  afterAll(async () => {
    await site.stop();
    await Promise.all([former.close(), next.close()]);
  });

  async function set(group: string, values: Readonly<Record<string, string>>): Promise<void> {
    const etag = String((await owner.get(`/settings/${group}`)).headers['etag']);
    expect((await owner.put(`/settings/${group}`, { values }, { 'If-Match': etag })).status).toBe(200);
  }
  const heard = (sink: SmtpSink): readonly { readonly to: string; readonly text: string }[] =>
    sink.messages
      .filter(({ mail }) => mail.subject?.startsWith('A security setting'))
      .map(({ envelope, mail }) => ({ to: envelope.to.join(), text: mail.text ?? '' }));
  const everyAdministrator = (): readonly string[] => [ADMINISTRATOR.email, second].sort();
  const told = (sink: SmtpSink): Promise<void> =>
    eventually(() =>
      expect(
        heard(sink)
          .map(({ to }) => to)
          .sort(),
      ).toEqual(everyAdministrator()),
    );

  it('of where links lead, and links that were sent before end', async () => {
    await site.browser().post('/password-reset', { email: second });
    const reset = await eventually(() => {
      const found = former.messages.find(({ mail }) => mail.subject?.startsWith('Reset your password'));
      return /token=([\w-]+)/.exec(found?.mail.text ?? '')?.[1] ?? Promise.reject(new Error('No link yet.'));
    });
    await set('Identity', { EditorUrl: 'https://other.site.test' });
    await told(former);
    expect(heard(former)[0]?.text).toContain('Admin URL');
    const used = await site
      .browser()
      .post('/password-reset/complete', { token: reset, password: 'nine quiet lamps at the harbour' });
    expect(used.status).toBe(400);
  });

  it('of another email provider, through the one before, which the new one cannot swallow', async () => {
    former.clear();
    await set('EMAIL', { ConnectionString: next.url });
    await told(former);
    expect(heard(former)[0]?.text).toContain('Email provider');
    expect(heard(next)).toEqual([]);
  });

  it('a provider before that is away keeps no other email waiting', async () => {
    const away = await startSmtpSink({ tls: 'none' });
    await setSetting(site.database, 'EMAIL', 'ConnectionString', away.url);
    await away.close();
    await set('EMAIL', { ConnectionString: next.url });
    await eventually(async () => {
      const attempts = await site.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM delivery_attempt WHERE outcome = 'temporary'`,
      );
      expect(attempts[0]?.count).toBeGreaterThan(0);
    });
    await site.browser().post('/password-reset', { email: second });
    await eventually(() =>
      expect(next.messages.map(({ mail }) => mail.subject)).toContainEqual(
        expect.stringMatching(/^Reset your password/),
      ),
    );
  });
});
