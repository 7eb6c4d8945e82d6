import type { EditorBrowser } from '../harness/editor.js';
import { colleague, invite } from '../harness/people.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('sign-ins and active sessions (UI-21)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  it('shows who is signed in, and ends a session after naming it (ID-14)', async () => {
    const ben = await colleague(admin.site, anna, { displayName: 'Ben Okafor', roles: ['Editor'] });
    const page = await admin.page({ at: '/security/audit' });
    await page
      .getByRole('navigation', { name: 'Security' })
      .getByRole('link', { name: 'Active sessions' })
      .click();
    await page.getByText('This session').locator('visible=true').first().waitFor();
    await page.getByRole('button', { name: /^Sign out Ben Okafor/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out Ben Okafor?' });
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Ben Okafor signed out on').first().waitFor();
    await page.getByRole('button', { name: /^Sign out Ben Okafor/ }).waitFor({ state: 'detached' });
    expect((await ben.browser.get('/session')).status).toBe(401);
  });

  it('tells sign-ins from the rest, and shows new entries by themselves when it is asked to', async () => {
    const page = await admin.page({ at: '/security/audit' });
    const { user } = await invite(anna, { displayName: 'Before' });
    await page.reload();
    await page.getByText('created the user').first().waitFor();
    await page.getByRole('link', { name: 'Sign-ins' }).click();
    await page.waitForURL(/action=session/);
    await page.getByText('created the user').first().waitFor({ state: 'detached' });
    await page.getByText('signed in').first().waitFor();
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('switch', { name: 'Live' }).click();
    await anna.delete(`/users/${user.id}`, {});
    await page.getByText('deleted the user').first().waitFor();
  });

  it('has no serious finding of axe, in both themes, at a desk and on a phone', async () => {
    const page = await admin.page({ at: '/security/sessions' });
    await page.getByText('This session').locator('visible=true').first().waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.goto(admin.url('/security/audit?action=session.'));
    await page.getByText('signed in').locator('visible=true').first().waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
