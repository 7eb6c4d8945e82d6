import { type OidcTestProvider, startOidcProvider } from '@sitedesk/testing';
import type { IdentityProviderView } from '@sitedesk/contract';
import type { Page } from 'playwright-core';
import { ageSignIns, enrol, forgetUsedCodes } from '../harness/authenticator.js';
import { CLIENT } from '../harness/directory.js';
import { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

jest.setTimeout(60_000);

describe('people who sign in at a provider alone (ID-18, ID-19, C18)', () => {
  let admin: Admin;
  let directory: OidcTestProvider;
  beforeAll(async () => {
    [admin, directory] = await Promise.all([
      startAdmin({ OUTBOUND_ALLOW: '127.0.0.1/32' }),
      startOidcProvider(),
    ]);
    await setSetting(admin.site.database, 'Identity', 'EditorUrl', admin.url('').replace(/\/admin$/, ''));
    const administrator = await admin.site.administrator();
    const made = await administrator.post('/identity-providers', {
      ...{ name: 'Directory', preset: 'custom', issuer: directory.issuer, ...CLIENT },
      ...{ allowSignUp: true, groupClaim: 'groups' },
      mappings: [{ groupId: 'g-admins', role: 'Administrator' }],
    });
    const { redirectUri } = made.json() as IdentityProviderView;
    directory.addClient({ ...CLIENT, redirectUris: [String(redirectUri)] });
    for (const name of ['Mia', 'Noor', 'Kim'])
      directory.addUser({
        ...{ subject: name.toLowerCase(), email: `${name.toLowerCase()}@directory.test`, name },
        ...{ emailVerified: true, groups: ['g-admins'] },
      });
  });
  afterAll(async () => {
    await admin.stop();
    await directory.close();
  });

  /** Comes through the provider, as a stranger to this browser does. */
  const arrive = async (name: string, options: Parameters<Admin['page']>[0] = {}): Promise<Page> => {
    const page = await admin.page({ ...options, as: null });
    await page.goto(admin.url('/login'));
    await page.getByRole('link', { name: 'Continue with Directory' }).click();
    await page.getByRole('button', { name: `Sign in as ${name}` }).click();
    return page;
  };
  const isHome = (page: Page): Promise<void> =>
    page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  /** Clicks the provider's button of the dialog; the window that opens. */
  const popupOf = async (page: Page, dialog: string): Promise<Page> => {
    const button = page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Continue with' });
    const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
    return popup;
  };

  it.each(['light', 'dark'] as const)(
    'C18: sign in again in a window of the provider when the session ends in the middle of an edit (%s)',
    async (theme) => {
      const page = await arrive('Mia', { theme });
      await isHome(page);
      await page.goto(admin.url('/me'));
      await page.getByLabel('Name').fill(`Typed before the end, ${theme}`);
      await admin.site.database.query('DELETE FROM session');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByRole('button', { name: 'Continue with Directory' }).waitFor();
      expect(await dialog.getByLabel('Password', { exact: true }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await popupOf(page, 'Sign in again');
      await page.getByText('Your name is saved').first().waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe(`Typed before the end, ${theme}`);
      await page.context().close();
    },
  );

  it('ID-18: prove it once more at the provider before a risky act, and try again after a refusal', async () => {
    const page = await arrive('Noor');
    await isHome(page);
    await page.goto(admin.url('/me?part=tokens'));
    await page.getByRole('button', { name: 'New token', exact: true }).click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('checkbox', { name: 'Read the audit log' }).click();
    await ageSignIns(admin.site);
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const wrong = await popupOf(page, 'Confirm that it is you');
    await wrong.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('did not confirm who you are').waitFor();
    await eventually(() => expect(wrong.isClosed()).toBe(true));
    const right = await popupOf(page, 'Confirm that it is you');
    // Though somebody is signed in at the provider: it was told to ask anew.
    await right.getByRole('button', { name: 'Sign in as Noor' }).click();
    await page.getByRole('dialog', { name: 'Token “Nightly export”' }).waitFor();
    await page.context().close();
  });

  it('ID-16: type a code as well when they have a second factor, at the sign-in and in the dialog', async () => {
    const first = await arrive('Kim');
    await isHome(first);
    const browser = new EditorBrowser(admin.site.api.url);
    for (const { name, value } of await first.context().cookies()) browser.cookies.set(name, value);
    browser.csrfToken = ((await browser.get('/session')).json() as { csrfToken: string }).csrfToken;
    const { app } = await enrol(browser);
    await first.context().close();
    await forgetUsedCodes(admin.site);

    const page = await arrive('Kim');
    await page.getByLabel('Code').fill(app.code());
    await isHome(page);
    await page.goto(admin.url('/me'));
    await page.getByLabel('Name').fill('Kim with a code');
    await admin.site.database.query('DELETE FROM session');
    await forgetUsedCodes(admin.site);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await popupOf(page, 'Sign in again');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel(/authenticator app/).fill(app.code());
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Your name is saved').first().waitFor();
    await page.context().close();
  });

  it('asks nobody but the provider, runs nothing its policy forbids, and has no errors', () => {
    const others = admin
      .complaints()
      .filter((each) => !each.startsWith(`foreign request ${directory.issuer}/`));
    expect(others).toEqual([]);
  });
});
