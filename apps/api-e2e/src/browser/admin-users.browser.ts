import type { SavedUser, UserSummary } from '@sitedesk/contract/users';
import type { Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, everyUser, invite, matching, userOf } from '../harness/people.js';
import {
  type Admin,
  axeFindings,
  findingsInEveryLook,
  isCopied,
  pressTogether,
  startAdmin,
} from './support/admin.js';

describe('users (UI-13, UX-17, UX-24, UX-27)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const rowOf = (page: Page, name: string): ReturnType<Page['locator']> =>
    page.getByRole('row').filter({ hasText: name });
  const ownId = async (): Promise<string> => {
    const all: readonly UserSummary[] = await everyUser(anna, '');
    return all.find(({ email }) => email === ADMINISTRATOR.email)?.id ?? '';
  };

  it('invites someone, tells the truth about the email, and gives the link that works (UX-17)', async () => {
    const page = await admin.page();
    await pressTogether(page, 'g', 'u');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill('not an address');
    await dialog.getByLabel('Name', { exact: true }).fill('Ida Sol');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('Enter an email address').waitFor();
    await dialog.getByLabel('Email address').fill('ida@site.test');
    await dialog.getByRole('checkbox', { name: 'Editor' }).check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByText('No email was sent').waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).click();
    const link = await isCopied(page, /\/admin/);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await rowOf(page, 'Ida Sol').getByText('Invited').first().waitFor();

    const guest = await admin.page({ as: null });
    await guest.goto(admin.url(link.slice(link.indexOf('/admin') + '/admin'.length)));
    await guest.getByText('ida@site.test').first().waitFor();
  });

  it('invites several people at once, and says of each address what became of it', async () => {
    const waiting = await invite(anna, { displayName: 'Patient Wim' });
    const page = await admin.page({ at: '/users' });
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog');
    const addresses = dialog.getByLabel('Email addresses');
    await addresses.fill('one@many.test; nobody, two@many.test');
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
    await dialog.getByText('Not an email address: nobody').waitFor();
    await addresses.fill(
      `"Sol, Uma" <uma@many.test>, jo.lee@many.test;\nUMA@many.test ${waiting.user.email}\n${ADMINISTRATOR.email} x@-.test`,
    );
    await dialog.getByRole('checkbox', { name: 'Editor' }).check();
    await dialog.getByRole('button', { name: 'Send 5 invitations' }).click();
    await dialog.getByRole('heading', { name: '2 of 5 invited' }).waitFor();
    const result = (email: string) => dialog.getByRole('listitem').filter({ hasText: email });
    await result('jo.lee@many.test').getByText('No email was sent').waitFor();
    await result(ADMINISTRATOR.email).getByText('Already a user: Administrator').waitFor();
    await result('x@-.test').getByText('Enter an email address').waitFor();
    await dialog.getByText('invited once: UMA@many.test').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await result(waiting.user.email).getByRole('button', { name: 'Resend invitation' }).click();
    await result(waiting.user.email).getByText('No email was sent').waitFor();
    await dialog.getByRole('button', { name: 'Edit and retry failed' }).click();
    expect(await addresses.inputValue()).toBe('"X" <x@-.test>');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const row = rowOf(page, 'Sol, Uma');
    await row.getByText('Editor').waitFor();
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
    await page
      .getByRole('dialog', { name: 'Invitation for Sol, Uma' })
      .getByText('No email was sent')
      .waitFor();
  });

  it('keeps filters in the address, over reload and over looking at someone (UX-23)', async () => {
    await invite(anna, { displayName: 'Waiting Wanda' });
    const page = await admin.page({ at: '/users' });
    await rowOf(page, 'Waiting Wanda').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Invited' }).click();
    await page.waitForURL(/status=invited/);
    await page.getByLabel('Start of a name').fill('Waiting');
    await page.waitForURL(/q=Waiting/);
    await page.reload();
    await page
      .getByRole('button', { name: /Waiting Wanda/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Waiting Wanda' }).waitFor();
    await page.getByRole('link', { name: 'All users' }).click();
    await page.waitForURL(/\/users\?.*status=invited/);
    await rowOf(page, 'Waiting Wanda').waitFor();
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' }); // the heading, and Wanda
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await rowOf(page, ADMINISTRATOR.email).waitFor();
  });

  it('acts on all that match, after a preview that names who is left out and why (UX-24)', async () => {
    for (const name of ['Bulk Anton', 'Bulk Berta', 'Bulk Carl']) await invite(anna, { displayName: name });
    const page = await admin.page({ at: '/users' });
    await rowOf(page, 'Bulk Carl').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This is your own account').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Start of a name').fill('Bulk');
    await page.waitForURL(/q=Bulk/);
    await rowOf(page, ADMINISTRATOR.email).waitFor({ state: 'detached' });
    await rowOf(page, 'Bulk Carl').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const confirm = dialog.getByRole('button', { name: 'Delete: 3 users' });
    await dialog.getByLabel('Type 3 to confirm').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Type 3 to confirm').fill('3');
    await confirm.click();
    await page.getByText('No users match').waitFor();
    expect(await everyUser(anna, 'q=Bulk')).toEqual([]);
  });

  it('acts on more than can be named, shows how far it is, can be stopped, and goes on (UX-24)', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async (_, part) => {
        for (let one = 0; one < 65; one += 1) {
          const person = { email: `crowd-${part}-${one}@site.test`, displayName: `Crowd ${part} ${one}` };
          // A busy site asks to try again.
          await eventually(async () => {
            const made = await anna.post('/users', { ...person, roles: [], sendInvitation: false });
            expect(made.status).toBe(201);
          });
        }
      }),
    );
    const page = await admin.page({ at: '/users?q=Crowd' });
    await rowOf(page, 'Crowd 0 0').or(rowOf(page, 'Crowd 7')).first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText('All 520 matches are selected.').waitFor();
    await page.getByText('520 selected').waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable 520 users?' });
    await dialog.getByText('This applies to 520 users').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The second batch fails; what is done stays done, and it goes on from there.
    let batches = 0;
    await page.route('**/users/bulk/matching', (route) =>
      (batches += 1) === 2 ? route.abort() : route.continue(),
    );
    await dialog.getByRole('button', { name: 'Disable: 520 users' }).click();
    await dialog.getByText('Can’t reach the server.').waitFor();
    await dialog.getByText('100 of 520 users').waitFor();
    await dialog.getByText('The remaining users weren’t changed.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('520 users done.').waitFor();
    expect(batches).toBe(7);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('520 selected').waitFor({ state: 'detached' });
    expect(await everyUser(anna, 'q=Crowd&status=active')).toEqual([]);
    expect(await everyUser(anna, 'q=Crowd&status=invited')).toEqual([]);
  });

  it('tells at its place that the last administrator stays one (ID-13)', async () => {
    const page = await admin.page({ at: `/users/${await ownId()}?tab=roles` });
    await page.getByRole('checkbox', { name: 'Administrator' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This is the only administrator who can sign in').first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByRole('checkbox', { name: 'Administrator' }).isChecked()).toBe(true);
  });

  it('keeps what is typed when someone else saved in the meantime, and saves it when told to (UX-19)', async () => {
    const { user }: SavedUser = await invite(anna, { displayName: 'Before Change' });
    const page = await admin.page({ at: `/users/${user.id}` });
    await page.getByLabel('Name', { exact: true }).fill('Typed Here');
    await anna.patch(`/users/${user.id}`, { displayName: 'Saved There' }, await matching(anna, user.id));
    await page.keyboard.press('Control+s');
    await page.getByText('Someone else saved changes').waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed Here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Typed Here' }).waitFor();
    expect((await userOf(anna, user.id)).displayName).toBe('Typed Here');
  });

  it('shows why someone may do something, and ends a session (ID-14, UX-27)', async () => {
    const ben = await colleague(admin.site, anna, { displayName: 'Ben Okafor', roles: ['Editor'] });
    const page = await admin.page({ at: `/users/${ben.id}?tab=roles` });
    const publish = page.getByRole('listitem').filter({ hasText: 'Publish pages' });
    await publish.getByText('from Editor').waitFor();
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('Not signed in anywhere.').waitFor();
    expect((await ben.browser.get('/session')).status).toBe(401);
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('Ben Okafor signed in').first().waitFor();
    await page.getByRole('button', { name: 'More actions: Ben Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Disable…' }).click();
    await page
      .getByRole('dialog', { name: 'Disable Ben Okafor?' })
      .getByRole('button', { name: 'Disable' })
      .click();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
    expect((await userOf(anna, ben.id)).status).toBe('disabled');
  });

  it('tells why the page stays closed to someone without the permission', async () => {
    const { credentials } = await colleague(admin.site, anna, { roles: ['Editor'] });
    const page = await admin.page({ as: credentials, at: '/users' });
    await page.getByText('You need the permission “Manage users”').waitFor();
  });

  it('has no serious finding of axe, in both themes, at a desk and on a phone', async () => {
    const id = await ownId();
    const page = await admin.page({ at: '/users' });
    await page.locator('[data-row]').first().waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite user' }).click();
    await page.getByRole('checkbox', { name: 'Editor' }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    for (const tab of ['profile', 'roles', 'security', 'activity']) {
      await page.goto(admin.url(`/users/${id}?tab=${tab}`));
      const words =
        { profile: 'Created', roles: 'Editor dashboard', security: 'Sessions' }[tab] ??
        'Open in the audit log';
      await page.getByRole('tabpanel').getByText(words).locator('visible=true').first().waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
    }
  });
});
