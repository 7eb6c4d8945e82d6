import { ADMINISTRATOR } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { writeTo } from '../harness/mailing-list.js';
import { colleague } from '../harness/people.js';
import { mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, axeFindings, pressTogether, signIn, startAdmin } from './support/admin.js';

describe('the shell of the administration', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin()));
  afterAll(() => admin.stop());

  it('takes a person in, and back to the page that was asked for', async () => {
    const page = await admin.page({ as: null, at: '/me' });
    await page.waitForURL(/\/login\?next=/);
    await signIn(page, page.url(), ADMINISTRATOR);
    expect(new URL(page.url()).pathname).toBe('/admin/me');
  });

  it('says the same of a wrong password and of an unknown address (ID-04)', async () => {
    const page = await admin.page({ as: null });
    const words: (string | null)[] = [];
    for (const email of [ADMINISTRATOR.email, 'nobody@site.test']) {
      await page.goto(admin.url('/login'));
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      words.push(await page.getByRole('alert').textContent());
    }
    expect(words[0]).toBe(words[1]);
    expect(words[0]).toMatch(/is incorrect/);
  });

  it('can be used with the keyboard alone: skip link, palette, shortcuts, sign-in', async () => {
    const page = await admin.page({ as: null, at: '/login' });
    await page.getByLabel('Email address').waitFor();
    await page.keyboard.type(ADMINISTRATOR.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').locator('input:focus').waitFor();
    await page.keyboard.type('my account');
    await page.getByRole('option', { name: 'My account' }).and(page.locator('[data-highlighted]')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/me$/);
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressTogether(page, 'g', 'h');
    await page.waitForURL(/\/admin\/$/);
  });

  it('has its theme before the first paint, and keeps what one chooses', async () => {
    const page = await admin.page({ theme: 'dark' });
    const isDark = (): Promise<boolean> =>
      page.evaluate(`document.documentElement.classList.contains('dark')`) as Promise<boolean>;
    expect(await isDark()).toBe(true);
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Theme' }).hover();
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click();
    await page.locator('html:not(.dark)').waitFor({ state: 'attached' });
    await page.reload();
    expect(await isDark()).toBe(false);
  });

  it('has no transitions for people who want less motion: not even short ones, which slow every change', async () => {
    const page = await admin.page();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(
      await page.evaluate(`[...new Set([...document.querySelectorAll('*')].map(
        (element) => getComputedStyle(element).transitionDuration,
      ))]`),
    ).toEqual(['0s']);
  });

  it('speaks German', async () => {
    const reader = await colleague(admin.site, await admin.site.administrator());
    await reader.browser.patch('/account/preferences', { locale: 'de' });
    const page = await admin.page({ as: reader.credentials, at: '/nirgendwo' });
    await page.getByText('Seite nicht gefunden').first().waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  });

  it('has loaded the screens ahead, which open without a connection', async () => {
    const page = await admin.page({ ahead: true });
    // One after another, in the order of their names.
    const isLoaded = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/FilesPage-'))`;
    await eventually(async () => expect(await page.evaluate(isLoaded)).toBe(true));
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Authors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Authors' }).waitFor();
  });

  it('tells that the connection is gone, and that it is back', async () => {
    const page = await admin.page();
    await page.context().setOffline(true);
    await page.getByText('You’re offline').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You’re offline').waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)('has no serious finding of axe, %s', async (theme) => {
    const page = await admin.page({ theme, as: null, at: '/login' });
    await page.getByLabel('Email address').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await signIn(page, admin.url('/login'), ADMINISTRATOR);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('emails that were given up, from every screen', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin({ ...WITHOUT_LIMITS, ...mailBy('none:') })));
  afterAll(() => admin.stop());

  it('are counted at Email, live, and no more when they are gone', async () => {
    const page = await admin.page();
    const { database, api } = admin.site;
    await page.getByRole('button', { name: /needs? attention/i }).waitFor();
    expect(await page.getByRole('link', { name: /^Email/ }).textContent()).toBe('Email');
    await writeTo(api.url, 'one@example.com');
    await eventually(async () => {
      const rows = await database.query(`UPDATE job SET state = 'dead' WHERE state = 'done' RETURNING id`);
      if (rows.length === 0) throw new Error('The email is not sent yet.');
    });
    await writeTo(api.url, 'two@example.com');
    await page.getByRole('link', { name: 'Email 1 problem' }).waitFor();
    await database.query(`UPDATE job SET state = 'done' WHERE state = 'dead'`);
    const read = page.waitForResponse('**/editor/email');
    await page.reload();
    await read;
    await page.getByRole('link', { name: 'Email', exact: true }).waitFor();
  });
});

describe('what needs attention, from every screen', () => {
  let admin: Admin;
  // Nothing says how mail leaves, so the doctor finds that.
  beforeAll(async () => void (admin = await startAdmin(WITHOUT_LIMITS)));
  afterAll(() => admin.stop());

  it('counts what the doctor finds at System, and lists in the bell what leads to a remedy', async () => {
    const page = await admin.page();
    await page.getByRole('link', { name: /System \d problem/ }).waitFor();
    await page.goto(admin.url('/roles'));
    await page.getByRole('button', { name: /items? needs? attention/ }).click();
    const list = page.getByRole('region', { name: 'Needs attention' });
    await list.getByText('Can’t send email').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page
        .locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)')
        .waitFor({ state: 'attached' });
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      expect(await axeFindings(page)).toEqual([]);
    }
    await list.getByRole('link', { name: /^Set up email/ }).click();
    await page.waitForURL(/\/settings\/email$/);
    await list.waitFor({ state: 'detached' });
  });

  it('asks nothing about mail and the system for an author', async () => {
    const administrator = await admin.site.administrator();
    const { credentials } = await colleague(admin.site, administrator, { roles: ['Author'] });
    const page = await admin.page({ as: credentials });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole('button', { name: 'Nothing needs attention' }).click();
    await page
      .getByRole('region', { name: 'Needs attention' })
      .last()
      .getByText('You’re all caught up.')
      .waitFor();
    expect(asked.filter((path) => /\/editor\/(email|system)$/.test(path))).toEqual([]);
  });
});

describe('high contrast', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin({ ...WITHOUT_LIMITS, EMAIL__CONNECTIONSTRING: 'none:' });
    await writeTo(admin.site.api.url, 'one@example.com');
  });
  afterAll(() => admin.stop());

  it('is what the system asks for while nobody has chosen, and not when someone has chosen otherwise', async () => {
    const page = await admin.page();
    const isHigh = (): Promise<unknown> =>
      page.evaluate(`document.documentElement.classList.contains('contrast')`);
    expect(await isHigh()).toBe(false);
    await page.emulateMedia({ contrast: 'more' });
    await page.locator('html.contrast').waitFor({ state: 'attached' });
    await page.reload();
    expect(await isHigh()).toBe(true);
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Theme' }).hover();
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click();
    await page.locator('html:not(.contrast)').waitFor({ state: 'attached' });
    await page.reload();
    expect(await isHigh()).toBe(false);
    await (await admin.site.administrator()).patch('/account/preferences', { theme: null });
  });

  it.each(['/inbox', '/settings', '/users'])(
    'has no serious finding of axe at 7:1, light and dark: %s',
    async (path) => {
      const page = await admin.page({ at: null });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ contrast: 'more', colorScheme });
        await page.goto(admin.url(path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await axeFindings(page, { enhanced: true })).toEqual([]);
      }
    },
  );
});
