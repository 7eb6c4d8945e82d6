import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { RoleSummary } from '@sitedesk/contract/roles';
import type { Locator, Page } from 'playwright-core';
import { newAdministrator, newProtectedPerson } from '../harness/authenticator.js';
import type { EditorBrowser } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, endSessions, startAdmin } from './support/admin.js';

/** A screen where someone edits something: where it is, and how to see what is stored. */
interface Screen {
  readonly path: string;
  stored(): Promise<string>;
}

/** What the list of the audit log asks the server. */
const AUDIT = /\/editor\/audit(\?|$)/;

const SCREENS = ['a user', 'a role', 'an author profile'] as const;

describe('people, roles and authors when things go wrong (UX-18, UX-20, UX-27)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const open = async (screen: (typeof SCREENS)[number]): Promise<Screen> => {
    if (screen === 'a user') {
      const { id } = await colleague(admin.site, anna, { displayName: 'As It Was' });
      const stored = async () =>
        ((await anna.get(`/users/${id}`)).json() as { displayName: string }).displayName;
      return { path: `/users/${id}`, stored };
    }
    const name = `As It Was ${Math.random()}`;
    if (screen === 'a role') {
      const made = (await anna.post('/roles', { name, permissions: [] })).json() as RoleSummary;
      const stored = async () => ((await anna.get(`/roles/${made.id}`)).json() as RoleSummary).name;
      return { path: `/roles/${made.id}`, stored };
    }
    const made = (await anna.post('/authors', { name })).json() as AuthorProfile;
    const stored = async () => ((await anna.get(`/authors/${made.id}`)).json() as AuthorProfile).name;
    return { path: `/authors/${made.id}`, stored };
  };
  const nameIn = (page: Page): Locator => page.getByLabel('Name', { exact: true });
  const save = (page: Page): Promise<void> => page.keyboard.press('Control+s');

  it.each(SCREENS)('a session that ends while someone edits %s costs nothing (UX-18)', async (screen) => {
    const credentials = await newAdministrator(admin.site);
    const page = await admin.page({ as: credentials, at: null });
    const { path, stored } = await open(screen);
    await page.goto(admin.url(path));
    await nameIn(page).fill(`Typed in ${screen}`);
    await endSessions(admin, page);
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(credentials.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: `Typed in ${screen}` }).waitFor();
    anna = await admin.site.administrator();
    expect(await stored()).toBe(`Typed in ${screen}`);
  });

  it.each(SCREENS)(
    'without a connection %s keeps what is typed, says so, and is saved later',
    async (screen) => {
      const page = await admin.page({ at: null });
      const { path, stored } = await open(screen);
      await page.goto(admin.url(path));
      await nameIn(page).fill(`Offline in ${screen}`);
      await page.context().setOffline(true);
      await page.getByText('You’re offline. What you’ve typed stays here').waitFor();
      await save(page);
      await page.getByText('Can’t reach the server.').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await stored()).toMatch(/^As It Was/);
      await page.context().setOffline(false);
      await page.getByText('You’re offline. What you’ve typed stays here').waitFor({ state: 'detached' });
      expect(await nameIn(page).inputValue()).toBe(`Offline in ${screen}`);
      await save(page);
      await page.getByRole('heading', { level: 1, name: `Offline in ${screen}` }).waitFor();
      expect(await stored()).toBe(`Offline in ${screen}`);
    },
  );

  it.each([
    ['/users', 'Manage users'],
    ['/roles', 'Manage roles'],
    ['/authors', 'Author profiles'],
    ['/security/audit', 'Audit log'],
  ])('%s says what is missing, and who has it (UX-27)', async (path, permission) => {
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await admin.page({ as: credentials, at: path });
    await page.getByText(`You need the permission “${permission}”`).waitFor();
    await page.getByText('Administrator', { exact: false }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('the audit log that cannot be loaded offers to try again, and then does', async () => {
    const page = await admin.page({ at: null });
    await page.route(AUDIT, (route) => route.abort());
    await page.goto(admin.url('/security/audit'));
    await page.getByText('Couldn’t load this').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(AUDIT);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[data-row]').first().waitFor();
  });

  it('5.6: signs in with password and second factor by the keyboard alone', async () => {
    const { credentials, app } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null, at: '/login' });
    await page.getByLabel('Email address').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(credentials.email);
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(credentials.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(app.code());
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  });
});

/** Presses Tab until the place has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('Tab');
    if (await place.and(page.locator(':focus')).count()) return;
  }
  throw new Error('The place is not reached by the Tab key.');
}
