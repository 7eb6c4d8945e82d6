import { ADMINISTRATOR } from '../harness/editor.js';
import { type Admin, axeFindings, signIn, startAdmin } from './support/admin.js';

describe('the shell of the administration (users.md 5.3)', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin()));
  afterAll(() => admin.stop());

  it('takes a person in, and back to the page that was asked for', async () => {
    const page = await admin.page({ as: null });
    await page.goto(admin.url('/me'));
    await page.waitForURL(/\/login\?next=/);
    await signIn(page, page.url(), ADMINISTRATOR);
    expect(new URL(page.url()).pathname).toBe('/admin/me');
    await page.context().close();
  });

  it('ID-04: says the same of a wrong password and of an unknown address', async () => {
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
    expect(words[0]).toMatch(/not right/);
    await page.context().close();
  });

  it('can be used with the keyboard alone: skip link, palette, shortcuts, sign-in', async () => {
    const page = await admin.page({ as: null });
    await page.goto(admin.url('/login'));
    await page.getByLabel('Email address').waitFor();
    await page.keyboard.type(ADMINISTRATOR.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('my account');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/me$/);
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(/\/admin\/$/);
    await page.context().close();
  });

  it('has its theme before the first paint, and keeps what one chooses', async () => {
    const page = await admin.page({ theme: 'dark' });
    const isDark = (): Promise<boolean> =>
      page.evaluate(`document.documentElement.classList.contains('dark')`) as Promise<boolean>;
    expect(await isDark()).toBe(true);
    await page.getByRole('button', { name: /Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Theme' }).hover();
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click();
    expect(await isDark()).toBe(false);
    await page.reload();
    expect(await isDark()).toBe(false);
    await page.context().close();
  });

  it('speaks German', async () => {
    const page = await admin.page();
    await page.evaluate(`localStorage.setItem('sitedesk.preferences', JSON.stringify({ locale: 'de' }))`);
    await page.goto(admin.url('/nirgendwo'));
    await page.getByText('Seite nicht gefunden').first().waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.context().close();
  });

  it('tells that the connection is gone, and that it is back', async () => {
    const page = await admin.page();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has no serious finding of axe, %s', async (theme) => {
    const page = await admin.page({ theme, as: null });
    await page.goto(admin.url('/login'));
    await page.getByLabel('Email address').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await signIn(page, admin.url('/login'), ADMINISTRATOR);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('asks nothing of strangers, runs nothing its policy forbids, and has no errors', () => {
    expect(admin.complaints()).toEqual([]);
  });
});
