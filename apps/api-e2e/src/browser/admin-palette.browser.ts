import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { writeTo } from '../harness/mailing-list.js';
import { colleague } from '../harness/people.js';
import { mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('the command palette', () => {
  let admin: Admin;
  let page: Page;
  let author: { readonly email: string; readonly password: string };
  /** Of the palette in German. */
  let reader: typeof author;
  beforeAll(async () => {
    admin = await startAdmin({ ...WITHOUT_LIMITS, ...mailBy('none:') });
    await writeTo(admin.site.api.url, 'zora@example.com', { name: 'Zora Quist' });
    const administrator = await admin.site.administrator();
    const german = await colleague(admin.site, administrator, { roles: ['Administrator'] });
    await german.browser.patch('/account/preferences', { locale: 'de' });
    reader = german.credentials;
    author = (await colleague(admin.site, administrator, { roles: ['Author'] })).credentials;
  });
  afterAll(() => admin.stop());

  const palette = (): ReturnType<Page['getByRole']> =>
    page.getByRole('dialog', { name: /^(Command palette|Befehle)$/ });
  const option = (name: string | RegExp): ReturnType<Page['getByRole']> =>
    palette().getByRole('option', { name });
  async function open(): Promise<void> {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().locator('input:focus').waitFor();
  }

  it('finds a message by its sender and opens it, and keeps no name in the browser', async () => {
    page = await admin.page();
    await open();
    await page.keyboard.type('Zora Q');
    await option(/Zora Quist/).click();
    await page.getByRole('dialog', { name: 'Zora Quist' }).waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Zora');
  });

  it('finds a user by name, and a setting by what the page calls it or as files spell it', async () => {
    page = await admin.page();
    await open();
    await page.keyboard.type('Administ');
    await option(/Administrator.*anna/).click();
    await page.waitForURL(/\/users\/[0-9a-f-]+$/);
    await open();
    await page.keyboard.type('maxmessagelength');
    await option(/Maximum message length/).click();
    await page.waitForURL(/\/settings\/contact#ContactApi\.MaxMessageLength$/);
  });

  it('keeps what is typed before it is there', async () => {
    page = await admin.page();
    let load = (): void => undefined;
    const typed = new Promise<void>((resolve) => (load = resolve));
    await page.route(/CommandPalette-.*\.js/, (route) => typed.then(() => route.continue()));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Homx');
    await page.keyboard.press('Backspace');
    load();
    await option(/^Home/).waitFor();
    expect(await palette().locator('input').inputValue()).toBe('Hom');
  });

  it('stays on the row that the person has moved to while the list grows', async () => {
    await colleague(admin.site, await admin.site.administrator(), { displayName: 'Theme Park' });
    page = await admin.page();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/editor/users?**', (route) => answered.then(() => route.continue()));
    await open();
    await page.keyboard.type('theme');
    const taken = palette().locator('[role=option][data-highlighted]');
    await eventually(async () => expect(await taken.textContent()).toBe('Theme: System'));
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await taken.textContent()).toBe('Theme: Light'));
    answer();
    await option(/Theme Park/).waitFor();
    expect(await taken.textContent()).toBe('Theme: Light');
    await page.keyboard.type(':'); // another search begins at its first row
    await eventually(async () =>
      expect(await palette().getByRole('option').first().getAttribute('data-highlighted')).toBe(''),
    );
  });

  it('asks the server once for what was typed in one go, and not at all while it is closed', async () => {
    page = await admin.page();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/editor\/(users|contacts)\?/.test(request.url())) asked.push(new URL(request.url()).search);
    });
    await open();
    expect(asked).toEqual([]);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000); // however slow the machine is, it is typed in one go
    await page.keyboard.type('Zora');
    await page.clock.resume();
    await option(/Zora Quist/).waitFor();
    expect(asked.every((search) => search.includes('q=Zora'))).toBe(true);
    expect(asked).toHaveLength(2);
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(asked).toHaveLength(2);
  });

  it('invites, sends a test email, exports, turns the alerts off and back, and changes the theme', async () => {
    page = await admin.page();
    await open();
    await option('Invite user').click();
    await page.getByRole('dialog', { name: /Invite/ }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await open();
    await option('Send test email').click();
    await page.getByText('Test email accepted').waitFor();
    await open();
    await option('Export messages').click();
    await page.getByRole('dialog', { name: /Export/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const administrator = await admin.site.administrator();
    const alerts = async (): Promise<unknown> => (await administrator.get('/contacts/alerts')).json();
    await open();
    await option('Turn email alerts for new messages on or off').click();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .waitFor();
    expect(await alerts()).toMatchObject({ enabled: false });
    const answered = page.waitForResponse('**/editor/contacts/alerts');
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await answered;
    await page.locator('#inbox-banner').getByText('nobody gets notified').waitFor({ state: 'detached' });
    await open();
    await option('Switch between light and dark').click();
    await page.locator('html.dark').waitFor({ state: 'attached' });
    expect(await alerts()).toMatchObject({ enabled: true });
    await administrator.patch('/account/preferences', { theme: null });
  });

  it.each([
    ['log out', 'Sign out'],
    ['language', 'Language: Deutsch'],
    ['passkey', 'My account: password, passkeys, second factor'],
    ['density', 'Density: Compact'],
    ['sso', 'Sign-in providers'],
    ['newsletter', 'Mailing list'],
    ['turnstile', 'CAPTCHA'],
    ['timezone', 'My account: language, time zone, keyboard'],
    ['devices', 'Sessions'],
  ])('finds %j', async (typed, name) => {
    page = await admin.page();
    await open();
    await page.keyboard.type(typed);
    await option(name).waitFor();
  });

  it.each([
    ['ausloggen', 'Abmelden'],
    ['sprache', 'Sprache: English'],
    ['passkey', 'Mein Konto: Passwort, Passkeys, zweiter Faktor'],
    ['dichte', 'Dichte: Kompakt'],
    ['rechte', 'Rollen'],
  ])('finds %j in German', async (typed, name) => {
    page = await admin.page({ as: reader });
    await open();
    await page.keyboard.type(typed);
    await option(name).first().waitFor();
  });

  it('lists everything before anything is typed', async () => {
    page = await admin.page();
    await page.evaluate(`new MutationObserver(() => {
      const count = document.querySelectorAll('[role="option"]').length;
      if (count > 0) window.drawnFirst ??= count;
    }).observe(document.body, { childList: true, subtree: true })`);
    await open();
    await option('Sign out').waitFor();
    expect(await palette().getByRole('option').count()).toBeGreaterThan(30);
    // What is seen of the list is drawn before the rest.
    expect(await page.evaluate('drawnFirst')).toBe(12);
  });

  it('has what was chosen last first, and the shortcuts beside', async () => {
    page = await admin.page();
    await open();
    await option(/^Roles/).click();
    await page.waitForURL(/\/roles$/);
    await open();
    await palette().getByText('Recent').waitFor();
    expect(await palette().getByRole('option').first().textContent()).toMatch(/Roles\s*g\s*r/i);
  });

  it('shows an author neither people, messages and settings nor acts on them, and asks for none', async () => {
    page = await admin.page({ as: author });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/editor\/(users|contacts|settings)/.test(request.url())) asked.push(request.url());
    });
    await open();
    await option(/^Home/).waitFor();
    for (const name of ['Invite user', 'Send test email', 'Export messages', 'Settings'])
      expect(await option(name).count()).toBe(0);
    await page.keyboard.type('Zora');
    await palette().getByText('No results for “Zora”.').waitFor();
    expect(asked).toEqual([]);
  });

  it.each([
    ['desk', 'light'],
    ['phone', 'dark'],
  ] as const)('has no serious finding of axe, %s, %s', async (screen, theme) => {
    page = await admin.page({ screen, theme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().locator('input:focus').waitFor();
    await page.keyboard.type('Zora');
    await option(/Zora Quist/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
