import { type OidcTestProvider, startOidcProvider } from '@sitedesk/testing';
import type { IdentityProviderView } from '@sitedesk/contract/external-sign-in';
import type { Page } from 'playwright-core';
import { ageSignIns, enrol, forgetUsedCodes } from '../harness/authenticator.js';
import { CLIENT } from '../harness/directory.js';
import { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, axeFindings, endSessions, startAdmin } from './support/admin.js';

describe('people who sign in at a provider alone (ID-18, ID-19, UX-18)', () => {
  let admin: Admin;
  let directory: OidcTestProvider;
  beforeAll(async () => {
    directory = await startOidcProvider();
    admin = await startAdmin({ OUTBOUND_ALLOW: '127.0.0.1/32' }, [new URL(directory.issuer).origin]);
    await setSetting(admin.site.database, 'Identity', 'EditorUrl', admin.url('').replace(/\/admin$/, ''));
    const administrator = await admin.site.administrator();
    const made = await administrator.post('/identity-providers', {
      name: 'Directory',
      preset: 'custom',
      issuer: directory.issuer,
      ...CLIENT,
      allowSignUp: true,
      groupClaim: 'groups',
      mappings: [{ groupId: 'g-admins', role: 'Administrator' }],
    });
    const { redirectUri } = made.json() as IdentityProviderView;
    directory.addClient({ ...CLIENT, redirectUris: [String(redirectUri)] });
    for (const name of ['Mia', 'Noor', 'Kim'])
      directory.addUser({
        subject: name.toLowerCase(),
        email: `${name.toLowerCase()}@directory.test`,
        name,
        emailVerified: true,
        groups: ['g-admins'],
      });
  });
  afterAll(async () => {
    await admin.stop();
    await directory.close();
  });

  /** Comes through the provider, as a stranger to this browser does. */
  const arrive = async (name: string, options: Parameters<Admin['page']>[0] = {}): Promise<Page> => {
    const page = await admin.page({ ...options, as: null, at: '/login' });
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
    'sign in again in a window of the provider when the session ends in the middle of an edit (%s) (UX-18)',
    async (theme) => {
      const page = await arrive('Mia', { theme });
      await isHome(page);
      await page.goto(admin.url('/me'));
      await page.getByLabel('Name').fill(`Typed before the end, ${theme}`);
      await endSessions(admin, page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign in again' });
      await dialog.getByRole('button', { name: 'Continue with Directory' }).waitFor();
      expect(await dialog.getByLabel('Password', { exact: true }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await popupOf(page, 'Sign in again');
      await page.getByText('Name saved').first().waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe(`Typed before the end, ${theme}`);
    },
  );

  it('prove it once more at the provider before a sensitive action, and try again after a refusal (ID-18)', async () => {
    const page = await arrive('Noor');
    await isHome(page);
    await page.goto(admin.url('/me?part=tokens'));
    await page.getByRole('button', { name: 'New token', exact: true }).click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('checkbox', { name: 'Audit log' }).click();
    await ageSignIns(admin.site);
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const wrong = await popupOf(page, 'Confirm it’s you');
    await wrong.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('didn’t confirm your identity').waitFor();
    await eventually(() => expect(wrong.isClosed()).toBe(true));
    const right = await popupOf(page, 'Confirm it’s you');
    // Though someone is signed in at the provider: it was told to ask again.
    await right.getByRole('button', { name: 'Sign in as Noor' }).click();
    await page.getByRole('dialog', { name: 'Token “Nightly export”' }).waitFor();
  });

  it('type a code as well when they have a second factor, at the sign-in and in the dialog (ID-16)', async () => {
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
    await endSessions(admin, page);
    await forgetUsedCodes(admin.site);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await popupOf(page, 'Sign in again');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel(/authenticator app/).fill(app.code());
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Name saved').first().waitFor();
  });
});
