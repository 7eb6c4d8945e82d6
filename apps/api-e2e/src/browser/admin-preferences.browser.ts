import type { Page } from 'playwright-core';
import { type EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, type Colleague } from '../harness/people.js';
import { type Admin, signIn, startAdmin } from './support/admin.js';

describe('preferences that belong to the account (UI-22)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let cleo: Colleague;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  beforeEach(async () => void (cleo = await colleague(admin.site, anna)));
  afterAll(() => admin.stop());

  const choose = async (page: Page, menu: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: /Account menu|Kontomenü/ }).click();
    await page.getByRole('menuitem', { name: menu }).hover();
    await page.getByRole('menuitemcheckbox', { name: item }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  };
  const looks = (page: Page): Promise<unknown> =>
    page.evaluate(
      `({ lang: document.documentElement.lang, dark: document.documentElement.classList.contains('dark') })`,
    );
  const stored = async (): Promise<unknown> =>
    ((await cleo.browser.get('/session')).json() as { preferences: unknown }).preferences;

  it('are the same on another device, and the sign-in page keeps the device’s last', async () => {
    const page = await admin.page({ as: cleo.credentials });
    await choose(page, 'Theme', 'Dark');
    await choose(page, 'Language', 'Deutsch');
    await eventually(async () => expect(await stored()).toMatchObject({ theme: 'dark', locale: 'de' }));
    const other = await admin.page({ as: cleo.credentials });
    await other.getByRole('link', { name: 'Benutzer' }).or(other.getByText('Start')).first().waitFor();
    expect(await looks(other)).toEqual({ lang: 'de', dark: true });
    await other.getByRole('button', { name: /Kontomenü/ }).click();
    await other.getByRole('menuitem', { name: 'Abmelden' }).click();
    await other.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await looks(other)).toEqual({ lang: 'de', dark: true });
  });

  it('are not those of another account in the same browser', async () => {
    const page = await admin.page({ as: cleo.credentials });
    await choose(page, 'Theme', 'Dark');
    await eventually(async () => expect(await stored()).toMatchObject({ theme: 'dark' }));
    await page.context().clearCookies();
    const other = await colleague(admin.site, anna);
    await signIn(page, admin.url('/login'), other.credentials);
    await eventually(async () => expect(await looks(page)).toEqual({ lang: 'en', dark: false }));
    const answer = (await other.browser.get('/session')).json();
    expect(answer).toMatchObject({ preferences: { theme: null } });
  });

  it('are kept while there is no connection, and saved with the next session', async () => {
    const page = await admin.page({ as: cleo.credentials });
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await choose(page, 'Theme', 'Dark');
    await page.getByText('Saved on this device only').first().waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await eventually(async () => expect(await stored()).toMatchObject({ theme: 'dark' }));
    expect(await looks(page)).toEqual({ lang: 'en', dark: true });
  });

  it('bring along what was chosen before there was an account, and the browser’s time zone', async () => {
    const page = await admin.page({ as: null, at: '/login' });
    await page.evaluate(`localStorage.setItem('sitedesk.preferences', '{"density":"compact"}')`);
    await signIn(page, admin.url('/login'), cleo.credentials);
    const zone = await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
    await eventually(async () =>
      expect(await stored()).toEqual({
        theme: null,
        density: 'compact',
        locale: null,
        shortcuts: null,
        navCollapsed: null,
        timeZone: null,
        startPage: null,
        browserLocale: 'en',
        browserTimeZone: zone,
      }),
    );
  });

  it.each(['null', '"dark"', '{'])('are the system’s where the browser has kept %s', async (kept) => {
    const page = await admin.page({ as: null, at: '/login' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(`localStorage.setItem('sitedesk.preferences', ${JSON.stringify(kept)})`);
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await page.reload();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect([await looks(page), failures]).toEqual([{ lang: 'en', dark: true }, []]);
  });

  it('stay as saved when a session that was read before arrives after', async () => {
    const page = await admin.page({ as: null, at: '/login' });
    await page.evaluate(`localStorage.setItem('sitedesk.preferences', '{"density":"compact"}')`);
    let letSave!: () => void;
    const isRead = new Promise<void>((resolve) => (letSave = resolve));
    await page.route('**/editor/account/preferences', async (route) => {
      await isRead;
      await route.continue();
    });
    await page.route('**/editor/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      letSave();
      const known = `JSON.parse(localStorage.getItem('sitedesk.preferences')).account.stored.density`;
      await eventually(async () => expect(await page.evaluate(known)).toBe('compact'));
      await route.fulfill({ response });
    });
    await signIn(page, admin.url('/login'), cleo.credentials);
    expect(await page.evaluate('document.documentElement.dataset.density')).toBe('compact');
    expect(await stored()).toMatchObject({ density: 'compact' });
  });

  it('follow another page that has saved in the meantime', async () => {
    const page = await admin.page({ as: cleo.credentials });
    const other = await admin.page({ as: cleo.credentials });
    await choose(page, 'Theme', 'Dark');
    await eventually(async () => expect(await stored()).toMatchObject({ theme: 'dark' }));
    await choose(other, 'Density', 'Compact');
    await eventually(async () => expect(await looks(other)).toEqual({ lang: 'en', dark: true }));
    await choose(other, 'Language', 'Deutsch');
    await eventually(async () => expect(await stored()).toMatchObject({ locale: 'de' }));
    expect(await stored()).toMatchObject({ theme: 'dark', density: 'compact' });
  });
});
