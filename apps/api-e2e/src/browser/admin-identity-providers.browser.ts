import { type OidcTestProvider, startOidcProvider } from '@sitedesk/testing';
import { CLIENT } from '../harness/directory.js';
import { ADMINISTRATOR } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, axeFindings, startAdmin, startSession } from './support/admin.js';

describe('sign-in providers (ID-19, ID-20)', () => {
  let admin: Admin;
  let directory: OidcTestProvider;
  beforeAll(async () => {
    [admin, directory] = await Promise.all([
      startAdmin({ OUTBOUND_ALLOW: '127.0.0.1/32' }),
      startOidcProvider(),
    ]);
    const editorUrl = new URL(admin.url('/')).origin;
    await setSetting(admin.site.database, 'Identity', 'EditorUrl', editorUrl);
    directory.addUser({ subject: 'mia', email: 'mia@directory.test', emailVerified: true, name: 'Mia' });
  });
  afterAll(async () => {
    await admin.stop();
    await directory.close();
  });

  it('is added from a preset, checked, changed, and says what is wrong with it (ID-19)', async () => {
    const page = await admin.page({ at: '/settings/sign-in' });
    await page.getByText('No sign-in providers').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add provider' }).click();
    await page.getByRole('menuitem', { name: 'Other (OpenID Connect)' }).click();
    // The provider asks for it before it gives what has to be saved here.
    const redirect = `${new URL(admin.url('/')).origin}/editor/external/callback`;
    await page.locator('code', { hasText: redirect }).waitFor();
    await page.getByText('Enter this URL at the provider.').waitFor();
    await page.getByLabel('Name').fill('Directory');
    await page.getByLabel('Issuer URL').fill('ftp://not.web');
    await page.getByLabel('Client ID').fill(CLIENT.clientId);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/URL that starts with https/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Issuer URL').fill('http://127.0.0.1:1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/settings\/sign-in\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This configuration doesn’t work.').waitFor();
    await page.getByLabel('Issuer URL').fill(directory.issuer);
    await page.getByText('belongs to the previous issuer').waitFor();
    await page.getByLabel('Client secret').last().fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByLabel('Group 1', { exact: true }).fill('writers');
    await page.getByRole('combobox', { name: 'Role for group 1' }).click();
    await page.getByRole('option', { name: 'Editor' }).click();
    await page.getByRole('switch', { name: 'Create accounts automatically' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The provider responds').waitFor();
    const redirectUri = (await page.locator('code').first().textContent()) ?? '';
    expect(redirectUri).toBe(redirect);
    directory.addClient({ ...CLIENT, redirectUris: [redirectUri] });
    await page.reload();
    expect(await page.getByLabel('Group 1', { exact: true }).inputValue()).toBe('writers');
    await page.getByText('Set', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(CLIENT.clientSecret);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is connected in the account, and disconnected (ID-19)', async () => {
    await admin.site.database.query('DELETE FROM external_identity'); // of a first try on a busy machine
    const { credentials } = await colleague(admin.site, await admin.site.administrator(), {
      roles: ['Editor'],
    });
    const page = await admin.browser.newPage();
    const { origin } = new URL(admin.url('/'));
    await startSession(page.context(), origin, credentials);
    await page.goto(admin.url('/me?part=sign-in'));
    await page.getByRole('button', { name: 'Connect Directory' }).click();
    await page.getByRole('button', { name: 'Sign in as Mia' }).click();
    await page.waitForURL(/\/admin\/me/);
    await page.getByText('Connected since').waitFor();
    // Nobody else can connect the same identity; that is told where it began.
    const other = await admin.browser.newPage();
    await startSession(other.context(), origin, ADMINISTRATOR);
    await other.goto(admin.url('/me?part=sign-in'));
    await other.getByRole('button', { name: 'Connect Directory' }).click();
    await other.getByRole('button', { name: 'Sign in as Mia' }).click();
    await other.getByText('This identity belongs to another account on this site.').waitFor();
    expect(new URL(other.url()).pathname).toBe('/admin/me');
    await other.close();
    await page.getByRole('button', { name: 'Disconnect Directory' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByRole('button', { name: 'Connect Directory' }).waitFor();
    await page.close();
  });

  it('signs a new person in from the sign-in page (ID-19)', async () => {
    const page = await admin.browser.newPage();
    await page.goto(admin.url('/login?next=/me'));
    await page.getByRole('link', { name: 'Continue with Directory' }).click();
    await page.getByRole('button', { name: 'Sign in as Mia' }).click();
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    await page.close();
  });

  it('is shown in a list, switched off, and deleted', async () => {
    const page = await admin.page({ theme: 'dark', screen: 'phone', at: '/settings/sign-in' });
    // What is changed before it has been read would be saved with empty fields around it.
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/editor\/identity-providers\/[0-9a-f-]{36}$/, async (route) => {
      await mayAnswer;
      await route.fallback();
    });
    await page.getByRole('button', { name: /Directory/ }).click();
    await page.locator('[aria-busy=true] .skeleton').first().waitFor();
    expect(await page.getByRole('switch').count()).toBe(0);
    answer();
    await page.getByRole('switch', { name: 'Show on the sign-in page' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Provider saved', { exact: true }).first().waitFor();
    expect((await admin.site.browser().get('/sign-in-options')).json()).toMatchObject({ providers: [] });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No sign-in providers').waitFor();
  });

  it('is nothing for an editor (ID-22)', async () => {
    const { credentials } = await colleague(admin.site, await admin.site.administrator(), {
      roles: ['Editor'],
    });
    const page = await admin.page({ as: credentials, at: '/settings/sign-in' });
    await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
  });
});
