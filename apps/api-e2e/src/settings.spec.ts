import type { AuditRecord } from '@sitedesk/contract/audit';
import type {
  SettingChangeEntry,
  SettingEntry,
  SettingGroupView,
  SettingsOverview,
} from '@sitedesk/contract/settings';
import { SECRET_MASK, SETTING_TEXTS } from '@sitedesk/contract/settings';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague, startTwoEditorSites } from './harness/people.js';

const CONNECTION = 'smtp://site:canary-mail-password@mail.site.test:587';
const SECRET_KEY = 'canary-captcha-secret';

async function groupOf(browser: EditorBrowser, group: string): Promise<SettingGroupView> {
  return (await browser.get(`/settings/${group}`)).json() as SettingGroupView;
}

/** Saves over whatever is there now. */
async function save(
  browser: EditorBrowser,
  group: string,
  values: Readonly<Record<string, string | null>>,
): Promise<Answer> {
  const { version } = await groupOf(browser, group);
  return browser.put(`/settings/${group}`, { values }, { 'If-Match': `"v${version}"` });
}

async function entryOf(
  browser: EditorBrowser,
  group: string,
  name: string,
): Promise<SettingEntry | undefined> {
  return (await groupOf(browser, group)).entries.find((entry) => entry.name === name);
}

async function history(browser: EditorBrowser, query = ''): Promise<readonly SettingChangeEntry[]> {
  const answer = (await browser.get(`/settings/history${query}`)).json();
  return (answer as { items: readonly SettingChangeEntry[] }).items;
}

describe('settings in the editor (specification 2.3)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite({ EMAIL__SENDERNAME: 'From the environment' });
    admin = await site.administrator();
  });
  afterAll(() => site.stop());

  it('tells of every value where it comes from, and refuses to change what stands above (S-04)', async () => {
    const { groups } = (await admin.get('/settings')).json() as SettingsOverview;
    const all = groups.flatMap(({ entries }) => entries);
    expect(groups.map(({ group }) => group)).toEqual([
      'ContactApi',
      'CAPTCHA',
      'EMAIL',
      'Identity',
      'Site',
      'Export',
      'Publishing',
      'Files',
      'CDN',
      'STORAGE',
      'AI',
      'Retention',
    ]);
    const find = (name: string): SettingEntry | undefined => all.find((entry) => entry.name === name);
    expect(find('SenderName')).toMatchObject({
      value: 'From the environment',
      source: 'environment',
      variable: 'EMAIL__SENDERNAME',
      locked: expect.stringContaining('EMAIL__SENDERNAME'),
    });
    expect(find('MaxMessageLength')).toMatchObject({
      source: 'default',
      value: null,
      defaultValue: '5000',
      locked: null,
    });
    const refused = await save(admin, 'EMAIL', { SenderName: 'Mine' });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      errors: [{ field: 'values.SenderName', message: expect.stringContaining('EMAIL__SENDERNAME') }],
    });
  });

  it('checks a group as a whole, each problem at its field, and stores nothing of a save that is refused', async () => {
    const answer = await save(admin, 'ContactApi', {
      MaxMessageLength: '9',
      AdminEmail: 'nobody',
      TokenHours: '6',
    });
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: expect.arrayContaining([
        { field: 'values.AdminEmail', message: 'must be an email address', code: 'setting-fault.email' },
        {
          field: 'values.MaxMessageLength',
          message: 'must be at least 10',
          code: 'setting-fault.atLeast',
          params: { min: 10 },
        },
      ]),
    });
    expect(await entryOf(admin, 'ContactApi', 'TokenHours')).toMatchObject({ source: 'default' });
    const unknown = await save(admin, 'ContactApi', { Adminemail: 'a@b.test', Nothing: 'x' });
    expect(unknown.json()).toMatchObject({
      errors: [{ field: 'values.Nothing', message: SETTING_TEXTS.unknown.text }],
    });
    expect((await admin.get('/settings/Nothing')).status).toBe(404);
  });

  it.each([
    ['EMAIL', { SenderName: 'half a pair: \uD800' }],
    ['ContactApi', { CaptchaSiteKey: 'a NUL: \0' }],
    ['CAPTCHA', { Config: '{"Provider":"captcha_widget","SiteKey":"a NUL: \\u0000"}' }],
    ['CAPTCHA', { Config: '{"Provider":"captcha_widget","SiteKey":"half a pair: \\ud800"}' }],
  ])('%s refuses what the database cannot keep: %j', async (group, values) => {
    const match = { 'If-Match': String((await admin.get(`/settings/${group}`)).headers['etag']) };
    // As its own octets: a client library would mend half a pair.
    const body = JSON.stringify({ values });
    expect(
      (await admin.send('PUT', `/settings/${group}`, body, { ...match, 'Content-Type': 'application/json' }))
        .status,
    ).toBe(400);
  });

  it('counts at once, also for the visitor, and one name can be reset', async () => {
    expect((await save(admin, 'ContactApi', { MaxMessageLength: '1234' })).status).toBe(200);
    const script = await fetch(`${site.api.url}/_api/contact/site-contact.js`);
    expect(await script.text()).toContain('"maxMessageLength":1234');
    const { version } = await groupOf(admin, 'ContactApi');
    const reset = await admin.delete('/settings/ContactApi/MaxMessageLength', undefined, {
      'If-Match': `"v${version}"`,
    });
    expect(reset.json()).toMatchObject({ version: version + 1 });
    expect(await entryOf(admin, 'ContactApi', 'MaxMessageLength')).toMatchObject({
      source: 'default',
      value: null,
    });
  });

  it('of two that save what they both have seen, the second one is 412; without a version it is 428', async () => {
    const { version } = await groupOf(admin, 'ContactApi');
    const seen = { 'If-Match': `"v${version}"` };
    const both = await Promise.all(
      ['1500', '1600'].map((MaxMessageLength) =>
        admin.put('/settings/ContactApi', { values: { MaxMessageLength } }, seen),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await admin.put('/settings/ContactApi', { values: { TokenHours: '3' } })).status).toBe(428);
    const after = await groupOf(admin, 'ContactApi');
    expect(after.version).toBe(version + 1);
  });

  it('a secret is written and never read; left out or masked it stays, null takes it away (S-01)', async () => {
    expect(
      (await save(admin, 'EMAIL', { ConnectionString: CONNECTION, SenderEmail: 'website@site.test' })).status,
    ).toBe(200);
    const entry = await entryOf(admin, 'EMAIL', 'ConnectionString');
    expect(entry).toMatchObject({
      value: null,
      secret: { isSet: true, updatedAt: expect.any(String) },
      parts: { kind: 'smtp', host: 'mail.site.test', user: 'site', password: { isSet: true } },
    });
    expect(
      (await save(admin, 'EMAIL', { ConnectionString: SECRET_MASK, SenderEmail: 'other@site.test' })).status,
    ).toBe(200);
    expect((await entryOf(admin, 'EMAIL', 'ConnectionString'))?.secret).toEqual(entry?.secret);
    const half = await save(admin, 'EMAIL', { ConnectionString: `smtp://site:${SECRET_MASK}@evil.test` });
    expect(half.json()).toMatchObject({
      errors: [{ field: 'values.ConnectionString', message: SETTING_TEXTS.maskInText.text }],
    });
    expect((await save(admin, 'EMAIL', { ConnectionString: null })).status).toBe(200);
    expect(await entryOf(admin, 'EMAIL', 'ConnectionString')).toMatchObject({ secret: { isSet: false } });
  });

  it('the CAPTCHA keeps its secret key for its own endpoint only (S-08)', async () => {
    const config = (more: object): string =>
      JSON.stringify({ Provider: 'captcha_widget', SiteKey: 'site-key', RequireCaptcha: false, ...more });
    expect((await save(admin, 'CAPTCHA', { Config: config({ SecretKey: SECRET_KEY }) })).status).toBe(200);
    expect((await save(admin, 'CAPTCHA', { Config: config({ SiteKey: 'another' }) })).status).toBe(200);
    expect((await entryOf(admin, 'CAPTCHA', 'Config'))?.parts).toMatchObject({
      SiteKey: 'another',
      SecretKey: { isSet: true },
    });
    const required = await save(admin, 'CAPTCHA', {
      Config: config({ RequireCaptcha: true, VerifyUrl: 'https://evil.test/siteverify' }),
    });
    expect(required.json()).toMatchObject({
      errors: [{ field: 'values.Config.SecretKey', message: 'is required' }],
    });
    expect(
      (await save(admin, 'CAPTCHA', { Config: config({ VerifyUrl: 'https://evil.test/verify' }) })).status,
    ).toBe(200);
    expect((await entryOf(admin, 'CAPTCHA', 'Config'))?.parts).toMatchObject({ SecretKey: { isSet: false } });
  });

  it('keeps a history that can be undone, with reasons when it cannot', async () => {
    await save(admin, 'ContactApi', { AdminEmail: 'first@site.test' });
    await save(admin, 'ContactApi', { AdminEmail: 'second@site.test', TokenHours: '5' });
    const [newest, older] = await history(admin, '?group=ContactApi&name=AdminEmail&limit=2');
    expect(newest).toMatchObject({
      kind: 'save',
      actor: { kind: 'account', label: 'Administrator' },
      items: expect.arrayContaining([
        expect.objectContaining({
          name: 'AdminEmail',
          before: { value: 'first@site.test', isSet: true, parts: null },
          after: { value: 'second@site.test', isSet: true, parts: null },
        }),
      ]),
      undoProblem: null,
    });
    expect(older?.undoProblem).toBe(SETTING_TEXTS.undoChangedSince.text);
    expect((await admin.post(`/settings/history/${older?.id}/undo`)).status).toBe(409);
    expect((await admin.post(`/settings/history/${newest?.id}/undo`)).status).toBe(200);
    expect(await entryOf(admin, 'ContactApi', 'AdminEmail')).toMatchObject({ value: 'first@site.test' });
    expect(await entryOf(admin, 'ContactApi', 'TokenHours')).toMatchObject({ source: 'default' });
    expect((await history(admin, '?limit=1'))[0]).toMatchObject({ kind: 'undo', undoes: newest?.id });
  });

  it('no undo brings a secret back (S-01)', async () => {
    await save(admin, 'EMAIL', { ConnectionString: CONNECTION });
    await save(admin, 'EMAIL', { ConnectionString: 'none:' });
    const [newest] = await history(admin, '?group=EMAIL&limit=1');
    expect(newest?.undoProblem).toContain('ConnectionString');
    const undo = await admin.post(`/settings/history/${newest?.id}/undo`);
    expect(undo.json()).toMatchObject({ status: 409, detail: newest?.undoProblem });
  });

  it('nobody locks himself out by asking for a second factor that he does not have (UX-16)', async () => {
    const answer = await save(admin, 'Identity', { TwoFactorRequiredRoles: 'Administrator' });
    expect(answer.json()).toMatchObject({
      status: 400,
      errors: [{ field: 'values.TwoFactorRequiredRoles', message: expect.stringContaining('second factor') }],
    });
    expect((await save(admin, 'Identity', { TwoFactorRequiredRoles: 'Editor' })).status).toBe(200);
    expect((await admin.get('/settings')).status).toBe(200);
  });

  it('every change is in the audit log with what was before and after, addresses shortened, secrets hidden (S-09)', async () => {
    await save(admin, 'ContactApi', { AdminEmail: 'audited@site.test' });
    const { items } = (await admin.get('/audit?action=setting.change&limit=1')).json() as {
      items: readonly AuditRecord[];
    };
    expect(items[0]).toMatchObject({
      target: { kind: 'setting-group', id: 'ContactApi' },
      after: {
        names: ['AdminEmail'],
        changes: [{ name: 'AdminEmail', secret: false, after: 'au…@site.test' }],
      },
    });
    expect(JSON.stringify(items[0])).not.toContain('audited@');
  });

  it('is for those who may change settings, and for nobody else', async () => {
    const editor = await colleague(site, admin, { roles: ['Editor'] });
    for (const path of ['/settings', '/settings/EMAIL', '/settings/history'])
      expect((await editor.browser.get(path)).status).toBe(403);
    expect(
      (await editor.browser.put('/settings/EMAIL', { values: { SenderEmail: 'x@y.test' } })).status,
    ).toBe(403);
  });

  it('none of the secrets is in anything that was answered, logged or kept for people (S-01)', async () => {
    const answers = await Promise.all(
      ['/settings', '/settings/history?limit=100', '/email', '/audit?limit=100'].map((path) =>
        admin.get(path),
      ),
    );
    const stored = await site.database.query('SELECT * FROM setting_change');
    const everything = [...answers.map(({ text }) => text), site.api.output(), JSON.stringify(stored)].join(
      '\n',
    );
    expect(everything).not.toMatch(/canary-(mail-password|captcha-secret)/);
    expect(everything).toContain('ConnectionString');
  });
});

describe('a CAPTCHA whose parts are set elsewhere (S-04)', () => {
  it('is locked, and says so in words', async () => {
    const site = await startEditorSite({ CONTACTAPI__CAPTCHASITEKEY: 'public-key' });
    try {
      expect(await entryOf(await site.administrator(), 'CAPTCHA', 'Config')).toMatchObject({
        locked: SETTING_TEXTS.captchaElsewhere.text,
        lockedCode: { code: 'settings.captchaElsewhere' },
      });
    } finally {
      await site.stop();
    }
  });
});

describe('settings of two sites', () => {
  it('neither sees, changes or undoes what is the other’s (Z-03)', async () => {
    const { a, b, site } = await startTwoEditorSites();
    try {
      await save(a, 'ContactApi', { AdminEmail: 'owner@a.test' });
      await save(b, 'ContactApi', { AdminEmail: 'owner@b.test' });
      expect(await entryOf(a, 'ContactApi', 'AdminEmail')).toMatchObject({ value: 'owner@a.test' });
      expect((await a.get('/settings/history')).text).not.toContain('owner@b.test');
      const [change] = await history(b);
      expect((await a.post(`/settings/history/${change?.id}/undo`)).status).toBe(404);
      expect(await entryOf(b, 'ContactApi', 'AdminEmail')).toMatchObject({ value: 'owner@b.test' });
    } finally {
      await site.stop();
    }
  });
});
