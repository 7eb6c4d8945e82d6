import { CDN_PROVIDERS } from '@sitedesk/contract/cdn';
import type { SettingEntry, SettingsOverview } from '@sitedesk/contract/settings';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { createArticle, publishArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { storeUnchecked } from '../harness/stored-setting.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, startAdmin } from './support/admin.js';

/** Joined words, as in files and variables: `SenderEmail`. */
const KEY_NAME = /^[A-Z][a-z]+([A-Z][a-z]+)+$/;

describe('the home of the settings (UI-20)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let page: Page;
  let known: readonly SettingEntry[];
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    known = await entries();
    page = await admin.page();
  });
  afterAll(() => admin.stop());

  const entries = async (): Promise<readonly SettingEntry[]> =>
    ((await anna.get('/settings')).json() as SettingsOverview).groups.flatMap((group) => group.entries);
  const stored = async (name: string): Promise<string | null | undefined> =>
    (await entries()).find((entry) => entry.name === name)?.value;
  const open = async (path: string, on = page): Promise<void> => {
    await on.goto(admin.url(path));
    await on.getByRole('heading', { level: 1 }).waitFor();
    await on.waitForLoadState('networkidle');
  };
  const toast = (): Locator => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  const save = (): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
  const search = (): Locator => page.getByLabel('Search all settings');
  /** The page itself and those that it leads to. */
  const pages = async (): Promise<readonly string[]> => {
    await open('/settings');
    const cards = page.getByRole('region', { name: 'More settings' }).getByRole('link');
    await cards.first().waitFor();
    const paths = await cards.evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))));
    return ['/settings', ...paths.map((path) => path.replace(/^\/admin/, ''))];
  };

  it('has every setting of the server exactly once, and an older way to set it nowhere', async () => {
    const shown: string[] = [];
    const idsOn = async (path: string): Promise<readonly string[]> => {
      await open(path);
      await page.locator('main [data-setting]').first().waitFor();
      return page
        .locator('main [data-setting]')
        .evaluateAll((fields) => fields.map((field) => String(field.getAttribute('data-setting'))));
    };
    for (const path of await pages()) {
      const ids = await idsOn(path);
      shown.push(...ids);
      // The fields of a CDN are there with it.
      for (const provider of ids.includes('CDN.Provider') ? CDN_PROVIDERS : []) {
        await setSetting(admin.site.database, 'CDN', 'Provider', provider);
        const own = await idsOn(path);
        expect(new Set(own).size).toBe(own.length);
        shown.push(...own.filter((id) => !shown.includes(id)));
      }
    }
    expect(shown.filter((id, index) => shown.indexOf(id) !== index)).toEqual([]);
    const idOf = ({ group, name }: SettingEntry): string => `${group}.${name}`;
    const missing = known.filter((entry) => !entry.legacy && !shown.includes(idOf(entry)));
    expect(missing.map(idOf)).toEqual([]);
    const older = known.filter((entry) => entry.legacy);
    expect(older.length).toBeGreaterThan(0);
    expect(older.map(idOf).filter((id) => shown.includes(id))).toEqual([]);
  });

  it.each(['en', 'de'] as const)('names none of them as files and variables do: %s', async (locale) => {
    // Also where something is wrong.
    await storeUnchecked(admin.site.database, {
      group: 'EMAIL',
      name: 'SenderEmail',
      value: 'nobody',
      secret: false,
    });
    const groups = new Set(known.map(({ group }) => group));
    const parts = known.flatMap((entry) => Object.keys(entry.parts ?? {}));
    const names = [...groups, ...parts, ...known.map(({ name }) => name)].filter((name) =>
      KEY_NAME.test(name),
    );
    expect(names).toContain('SenderEmail');
    const paths = await pages();
    await anna.patch('/account/preferences', { locale });
    const reader = await admin.page({ at: null });
    for (const path of [...paths, '/settings?view=history', '/settings?q=e', '/system', '/']) {
      await open(path, reader);
      expect(await reader.locator('html').getAttribute('lang')).toBe(locale);
      const text = await reader.locator('main').innerText();
      const shown = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
      expect({ path, shown }).toEqual({ path, shown: [] });
    }
    await anna.patch('/account/preferences', { locale: 'en' });
    await setSetting(admin.site.database, 'EMAIL', 'SenderEmail', 'website@site.test');
  });

  it.each([
    ['csrf', 'Form token lifetime', /\/settings\/contact#/],
    ['maximum length', 'Maximum message length', /\/settings\/contact#/],
    ['CONTACTAPI__ADMINEMAIL', 'Recipient', /\/settings\/contact#/],
    ['noreply', 'Sender address', /\/settings\/email#/],
    ['2fa', 'Roles that require a second factor', /\/settings#/],
    ['brand', 'Site name', /\/settings#/],
    ['gdpr trash', 'Trash', /\/settings#/],
    ['storage period outbox', 'Sent emails', /\/settings#/],
  ])('leads from “%s” to “%s”', async (term, label, address) => {
    await open('/settings');
    await search().fill(term);
    await search().press('Enter');
    await page.waitForURL(address);
    const field = page.locator('main [data-setting]').filter({ hasText: label }).first();
    await eventually(async () =>
      expect(await field.evaluate((one) => one.contains(one.ownerDocument.activeElement))).toBe(true),
    );
    expect(await field.evaluate((one) => one.classList.contains('is-sought'))).toBe(true);
    expect(page.url()).not.toContain('q=');
  });

  it('leads to what brings a field that is not there, and says where nothing is found', async () => {
    await open('/settings');
    await search().fill('captcha site key');
    await page.getByRole('status').filter({ hasText: 'One setting found' }).waitFor({ state: 'attached' });
    await page.getByRole('link', { name: /^Site key/ }).click();
    await page.waitForURL(/\/settings\/spam#/);
    await eventually(async () => expect(await page.locator(':focus').getAttribute('role')).toBe('radio'));
    await open('/settings?q=zzz');
    await page.getByText('No settings match “zzz”.', { exact: true }).waitFor();
    await page.getByText('No settings found', { exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('heading', { name: 'General' }).waitFor();
  });

  it('switches a flag, says what counts, and takes it back to the default', async () => {
    await open('/settings');
    const flag = page.getByRole('switch', { name: 'Allow public registration' });
    expect(await flag.isChecked()).toBe(false);
    await page.locator('#section-Identity').getByText('Off', { exact: true }).waitFor();
    await flag.click();
    await save();
    await toast().getByText('Sign-in and accounts saved').waitFor();
    expect(await stored('AllowRegistration')).toBe('true');
    await page.getByRole('link', { name: /Show changes: Allow public registration/ }).waitFor();
    await page.getByRole('button', { name: 'Reset to default: Allow public registration' }).click();
    expect(await flag.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await save();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await stored('AllowRegistration')).toBeNull();
  });

  it('picks roles, and shows a word that is none so that it can be taken out', async () => {
    await setSetting(admin.site.database, 'Identity', 'TwoFactorRequiredRoles', 'Edtior');
    await open('/settings');
    const picker = page.getByRole('button', { name: /^Roles that require a second factor/ });
    await picker.getByText('Edtior (no such role)').waitFor();
    await picker.click();
    await page.getByRole('option', { name: 'Edtior (no such role)' }).click();
    await page.getByRole('option', { name: 'Editor', exact: true }).click();
    await page.getByRole('option', { name: 'Author', exact: true }).click();
    await page.keyboard.press('Escape');
    await save();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await stored('TwoFactorRequiredRoles')).toBe('Editor, Author');
  });

  it('undoes a save from its toast', async () => {
    await open('/settings/contact');
    const before = await stored('MaxMessageLength');
    await page.getByRole('textbox', { name: 'Maximum message length' }).fill('2222');
    await save();
    await toast().getByRole('button', { name: 'Undo' }).click();
    await toast().getByText('Change undone').waitFor();
    expect(await stored('MaxMessageLength')).toBe(before);
    await eventually(async () =>
      expect(await page.getByRole('textbox', { name: 'Maximum message length' }).inputValue()).toBe(
        before ?? '',
      ),
    );
    await open('/settings');
    const name = await page.getByLabel('Site name').inputValue();
    await page.getByLabel('Site name').fill('Another name');
    await save();
    await toast().getByRole('button', { name: 'Undo' }).click();
    await toast().getByText('Change undone').waitFor();
    await eventually(async () => expect(await page.getByLabel('Site name').inputValue()).toBe(name));
  });

  it('does not undo over what someone else has saved since', async () => {
    await open('/settings/contact');
    await page.getByRole('textbox', { name: 'Maximum message length' }).fill('3333');
    await save();
    const undo = toast().getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    const { version } = (await anna.get('/settings/ContactApi')).json() as { readonly version: number };
    const values = { MaxMessageLength: '4444' };
    await anna.put('/settings/ContactApi', { values }, { 'If-Match': `"v${version}"` });
    await undo.click();
    await toast().getByText('This setting was changed again later.', { exact: false }).waitFor();
    expect(await stored('MaxMessageLength')).toBe('4444');
  });

  it('offers no undo of a secret that was replaced, as the old one is gone', async () => {
    const text = 'smtp://user:first-password@mail.site.test:587';
    await setSetting(admin.site.database, 'EMAIL', 'SenderEmail', 'website@site.test');
    const { version } = (await anna.get('/settings/EMAIL')).json() as { readonly version: number };
    await anna.put(
      '/settings/EMAIL',
      { values: { ConnectionString: text } },
      { 'If-Match': `"v${version}"` },
    );
    await open('/settings/email');
    await page.getByRole('button', { name: 'Replace: Connection string' }).click();
    await page.getByRole('textbox', { name: 'Connection string' }).fill(text.replace('first', 'second'));
    await save();
    await toast().getByText('Saved', { exact: true }).waitFor();
    expect(await toast().getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  it('saves the public site as files, and says why where it can’t', async () => {
    await createArticle(anna, { title: 'Opening hours', slug: 'hours' }).then(({ number }) =>
      publishArticle(anna, number),
    );
    await open('/settings');
    const start = page.getByRole('button', { name: 'Export', exact: true });
    await page.route('**/editor/public-site/export', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, code: 'busy', detail: 'Other exports are running.' }),
      }),
    );
    await start.click();
    await page.getByRole('alert').getByText('Other exports are running.').waitFor();
    await page.unroute('**/editor/public-site/export');
    const [saved] = await Promise.all([page.waitForEvent('download'), start.click()]);
    expect(saved.suggestedFilename()).toBe('site.zip');
    const archive = await readFile(await saved.path());
    expect([archive.subarray(0, 4).toString('latin1'), archive.includes('hours/index.html')]).toEqual([
      'PK\u0003\u0004',
      true,
    ]);
    await toast()
      .getByText(/^Exported the public site: /)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
