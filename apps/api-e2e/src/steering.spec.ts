import type { SettingsOverview } from '@sitedesk/contract/settings';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import type { EditorBrowser, EditorSite } from './harness/editor.js';
import { ADMINISTRATOR, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';
import { colleague } from './harness/people.js';
import { setSetting } from './harness/tenants.js';
import { changeWebhook, createWebhook } from './harness/webhooks.js';

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
  ['Identity', 'AllowRegistration', 'true'],
  ['Site', 'PublicUrl', 'https://evil.test'],
  ['AI', 'Endpoint', 'https://evil.test/v1'],
  ['AI', 'AccessToken', 'evil'],
  ['AI', 'Replies', 'true'],
  ['Publishing', 'RequireApproval', 'false'],
  ['Publishing', 'FourEyes', 'true'],
  ...['Endpoint', 'Bucket', 'Prefix', 'Region', 'AccessKeyId', 'SecretAccessKey'].flatMap((name) => [
    ['STORAGE', name, 'evil'] as const,
    ['Export', name, 'evil'] as const,
  ]),
  ...[
    'Provider',
    'CloudflareZone',
    'CloudflareToken',
    'CloudFrontDistribution',
    'CloudFrontKeyId',
    'CloudFrontSecret',
    'AzureProduct',
    'AzureDirectory',
    'AzureClient',
    'AzureSecret',
    'AzureSubscription',
    'AzureResourceGroup',
    'AzureProfile',
    'AzureEndpoint',
    'SucuriKey',
    'SucuriSecret',
  ].map((name) => ['CDN', name, 'evil'] as const),
  ['CAPTCHA', 'Config', JSON.stringify({ ...CAPTCHA, ScriptUrl: 'https://evil.test/x.js' })],
  ['CAPTCHA', 'Config', JSON.stringify({ ...CAPTCHA, VerifyUrl: 'https://evil.test/verify' })],
];

/** Steers nothing beyond what a holder of `settings.manage` may do: knowingly open to an old session and to API tokens. */
const OPEN: readonly string[] = [
  'ContactApi/MaxMessageLength',
  'ContactApi/DeliveryMode',
  'ContactApi/TokenHours',
  'ContactApi/AlertsEnabled',
  'ContactApi/FormPosts',
  'ContactApi/RequireCaptcha',
  'ContactApi/CaptchaProvider',
  'ContactApi/CaptchaSiteKey',
  'EMAIL/SenderName',
  'Site/Language',
  'Site/FeedContent',
  'Site/Icon',
  'Site/SocialImage',
  'Site/RobotsTxt',
  'Site/Search',
  'Site/TimeZone',
  'Export/AfterPublishing',
  'Files/QuotaMegabytes',
  'Files/FileMegabytes',
  'CDN/CloudflarePlan',
  'CDN/CloudFrontTags',
  'CDN/AllowClearAll',
  'CDN/CollectSeconds',
  'CDN/CheckSeconds',
  'AI/Enabled',
  'AI/Dialect',
  'AI/Model',
  'AI/Inline',
  'AI/Writing',
  'AI/AltText',
  'AI/Translations',
  'AI/Temperature',
  'AI/MaxTokens',
  'AI/Timeout',
  'AI/SiteTokensPerDay',
  'AI/UserTokensPerDay',
];

/** Opens no account and leads nothing elsewhere, so anyone with "System settings" may change it after a recent sign-in. */
const GIVES_NOTHING =
  /^(?:Identity\/(?:TwoFactor|AllowRegistration)|ContactApi\/CaptchaSecretKey|Retention\/AuditDays|AI\/AccessToken|Export\/|CDN\/)/;

describe('what steers links, emails, scripts and credentials', () => {
  let site: EditorSite;
  let owner: EditorBrowser;
  /** May change settings, and nothing else. */
  let settler: EditorBrowser;
  /** Of an API token that may change settings. */
  let token: string;

  beforeAll(async () => {
    site = await startEditorSite();
    owner = await site.administrator();
    const made = await owner.post('/account/tokens', { name: 'robot', permissions: ['settings.manage'] });
    ({ token } = made.json() as { token: string });
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

  it.each(STEERING.filter(([group, name]) => !GIVES_NOTHING.test(`${group}/${name}`)))(
    '%s/%s is closed to someone who lacks what it could give',
    async (group, name, value) => {
      const before = await stored();
      expect((await set(settler, group, { [name]: value })).json()).toMatchObject({
        status: 403,
        code: 'permission-missing',
      });
      expect(await stored()).toEqual(before);
    },
  );

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

  it('there is no setting that is neither closed nor knowingly open', async () => {
    const { groups } = (await owner.get('/settings')).json() as SettingsOverview;
    const names = groups.flatMap(({ group, entries }) => entries.map(({ name }) => `${group}/${name}`));
    const known = new Set([...OPEN, ...STEERING.map(([group, name]) => `${group}/${name}`)]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    await age();
    const codes: unknown[] = [];
    for (const [group = '', name = ''] of OPEN.map((each) => each.split('/')))
      codes.push((await set(owner, group, { [name]: 'probe' })).json());
    await renew();
    expect(codes.filter((answer) => JSON.stringify(answer).includes('recent-sign-in'))).toEqual([]);
  });

  it('a webhook that sends messages is led elsewhere only by someone who reads messages', async () => {
    const hook = await createWebhook(owner, 'https://hooks.test/', {
      events: ['contact.submitted'],
      body: 'full',
    });
    const role = { name: 'Webhooks only', permissions: ['webhooks.manage'] };
    const { id: roleId } = (await owner.post('/roles', role)).json() as { id: string };
    const { browser: hooker } = await colleague(site, owner, { roles: [roleId] });
    const changes = [
      { url: 'https://evil.test/' },
      { url: 'https://evil.test/', enabled: false },
      { events: ['contact.submitted', 'contact.held'] },
    ];
    for (const change of changes)
      expect((await changeWebhook(hooker, hook.id, change)).json()).toMatchObject({
        status: 403,
        code: 'permission-missing',
      });
    expect((await changeWebhook(hooker, hook.id, { enabled: false })).status).toBe(200);
    expect((await changeWebhook(hooker, hook.id, { enabled: true })).status).toBe(403);
    expect((await changeWebhook(hooker, hook.id, { body: 'thin', url: 'https://other.test/' })).status).toBe(
      200,
    );
  });

  it('files are moved only by someone who may read, exchange and deploy them', async () => {
    const role = { name: 'CDN only', permissions: ['cdn.manage'] };
    const { id: roleId } = (await owner.post('/roles', role)).json() as { id: string };
    const { browser } = await colleague(site, owner, { roles: [roleId] });
    expect((await browser.post('/storage/move')).json()).toMatchObject({
      status: 403,
      code: 'permission-missing',
      permissions: ['files.read', 'files.manage', 'deployments.manage'],
    });
    const { version } = (await owner.get('/storage')).json() as { version: number };
    const saved = await browser.put(
      '/storage',
      { values: { Endpoint: 'https://evil.test' } },
      { 'If-Match': `"v${version}"` },
    );
    expect(saved.json()).toMatchObject({ status: 403, code: 'permission-missing' });
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
    const other = await colleague(site, owner, { roles: ['Administrator'] });
    second = other.credentials.email;
    await other.browser.patch('/account/preferences', { browserLocale: 'en' });
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

  it('of where links to drafts, texts, files and addresses of visitors go, in the language of each', async () => {
    former.clear();
    next.clear();
    await setSetting(site.database, 'EMAIL', 'ConnectionString', former.url);
    await owner.patch('/account/preferences', { locale: 'de', timeZone: 'Europe/Zurich' });
    await set('Site', { PublicUrl: 'https://www.site.test' });
    await set('AI', { Endpoint: 'https://ai.site.test/v1' });
    await set('Publishing', { RequireApproval: 'true' });
    await set('STORAGE', { Endpoint: 'https://s3.site.test', Bucket: 'files-of-site', Prefix: 'a' });
    const whats = (to: string): readonly string[] =>
      former.messages
        .filter(({ envelope }) => envelope.to.includes(to))
        .map(({ mail }) => /^(?:What|Was): (.+)$/m.exec(mail.text ?? '')?.[1] ?? '')
        .toSorted();
    await eventually(() => {
      expect(whats(second)).toEqual([
        'AI endpoint',
        'Approval before publishing',
        'File storage',
        'Public URL',
      ]);
      expect(whats(ADMINISTRATOR.email)).toEqual([
        'Dateispeicher',
        'Endpunkt der KI',
        'Freigabe vor dem Veröffentlichen',
        'Öffentliche URL',
      ]);
    });
    const german = former.messages.find(({ envelope }) => envelope.to.includes(ADMINISTRATOR.email));
    expect(german?.mail.subject).toMatch(/^Eine Sicherheitseinstellung von .+ wurde geändert$/);
    expect(german?.mail.text).toMatch(/^Wann: .+ (?:MEZ|MESZ)$/m);
    expect(german?.mail.html).toContain('<html lang="de">');
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
