import type { RoleSummary } from '@sitedesk/contract/roles';
import type { EditorBrowser } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, pressTogether, startAdmin } from './support/admin.js';

describe('roles (UI-14, UX-27)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const makeRole = async (name: string, permissions: readonly string[]): Promise<RoleSummary> =>
    (await anna.post('/roles', { name, permissions })).json() as RoleSummary; // the contract's word
  const roles = async (): Promise<readonly RoleSummary[]> =>
    ((await anna.get('/roles')).json() as { items: RoleSummary[] }).items; // the contract's word

  it('shows a built-in role as it stays, and changes a copy of it, with the keyboard alone (UX-27)', async () => {
    const page = await admin.page();
    await pressTogether(page, 'g', 'r');
    await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
    await page.getByRole('button', { name: 'Editor', exact: false }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Editor' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.getByRole('link', { name: 'Duplicate' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/roles\/new\?from=Editor/);
    const publish = page.getByRole('checkbox', { name: 'Publish pages' });
    await publish.and(page.locator('[data-state=checked]')).waitFor();
    await publish.focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Name', { exact: true }).fill('Editor');
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByText('A role with this name already exists.').first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Careful editor');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Careful editor' }).waitFor();
    const made = (await roles()).find(({ name }) => name === 'Careful editor');
    expect(made?.permissions).not.toContain('pages.publish');
    expect(made?.permissions).toContain('pages.edit-all');
  });

  it('saves what a role allows, and keeps what is typed when someone else saved in the meantime', async () => {
    const role = await makeRole('Night desk', ['dashboard.view']);
    const page = await admin.page({ at: `/roles/${role.id}` });
    await page.getByRole('checkbox', { name: 'Contact management' }).check();
    await anna.patch(`/roles/${role.id}`, { description: 'Changed first' }, { 'If-Match': '"v1"' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('They changed: Description.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const now = (await roles()).find(({ id }) => id === role.id);
    expect(now?.permissions).toEqual(['dashboard.view', 'contacts.manage']);
    expect(now?.description).toBe('Changed first');
  });

  it('says what each permission lets people do, and what a change means for whom before it is saved', async () => {
    const role = await makeRole('Front desk', ['dashboard.view', 'contacts.manage']);
    await colleague(admin.site, anna, { roles: [role.id] });
    const page = await admin.page({ at: `/roles/${role.id}` });
    await page.getByText('Read, archive, delete and export messages').waitFor();
    const messages = page.getByRole('checkbox', { name: 'Contact management' });
    await messages.uncheck();
    await page.getByRole('checkbox', { name: 'Audit log' }).check();
    const bar = page.getByRole('status').filter({ hasText: 'Adds' });
    await bar.waitFor();
    expect((await bar.textContent())?.trim()).toBe(
      'Adds: Audit log. Removes: Contact management. Applies immediately to 1 user with this role.',
    );
    await messages.check();
    await page.getByText('Adds: Audit log. Applies').waitFor();
  });

  it('compares roles on the narrowest screen without scrolling sideways', async () => {
    const page = await admin.page({ screen: 'phone', at: null });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(admin.url('/roles?tab=matrix'));
    const row = page.locator('dl > div').filter({ hasText: 'Contact management' });
    await row.getByText('Administrator, Editor').waitFor();
    const wide = await page.evaluate(
      `[...document.querySelectorAll('main, main *')].filter((e) => e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX)).length + Math.max(0, document.documentElement.scrollWidth - 320)`,
    );
    expect(wide).toBe(0);
  });

  it('says why someone may do something, in an address that can be passed on (UX-27)', async () => {
    const { id } = await colleague(admin.site, anna, { displayName: 'Ben Okafor', roles: ['Author'] });
    const page = await admin.page({ at: '/roles?tab=why' });
    await page.getByRole('button', { name: /^User: / }).click();
    await page.getByPlaceholder('Type to search…').fill('Ben');
    await page.getByRole('option', { name: /Ben Okafor/ }).click();
    await page.getByRole('combobox', { name: 'Permission' }).click();
    await page.getByRole('option', { name: 'Publish pages' }).click();
    await page.getByText('Ben Okafor doesn’t have the permission “Publish pages”').waitFor();
    await page.getByText('Administrator, Editor').waitFor();
    await page.goto(admin.url(`/roles?tab=why&user=${id}&permission=pages.create`));
    await page.getByText('Ben Okafor has the permission “Create pages”').waitFor();
    await page.getByText('grants it, assigned manually').waitFor();
  });

  it('deletes several roles at once, after telling what stays and who can do less', async () => {
    const one = await makeRole('Going one', ['contacts.manage']);
    await makeRole('Going two', []);
    await colleague(admin.site, anna, { displayName: 'Clara Lind', roles: [one.id] });
    const page = await admin.page({ at: '/roles' });
    for (const name of ['Editor', 'Going one', 'Going two'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 roles?' });
    await dialog.getByText('Built-in roles can’t be changed').waitFor();
    await dialog.getByText('Clara Lind').waitFor();
    await dialog.getByText('Contact management').waitFor();
    await dialog.getByRole('button', { name: 'Delete 2 roles' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Going one' }).waitFor({ state: 'detached' });
    expect((await roles()).filter(({ name }) => name.startsWith('Going'))).toEqual([]);
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await admin.page({ theme, screen });
    for (const [path, words] of [
      ['/roles', 'Full access'],
      ['/roles?tab=matrix', 'Compare what each role allows'],
      ['/roles?tab=why', 'Choose a user'],
      ['/roles/Editor', 'This role can’t be edited'],
      ['/roles/new?from=Author', 'You can only grant permissions'],
    ] as const) {
      await page.goto(admin.url(path));
      await page.getByText(words).locator('visible=true').first().waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
  });
});
