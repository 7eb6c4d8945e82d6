import type { Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorBrowser } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, startAdmin } from './support/admin.js';

jest.setTimeout(60_000);

describe('what the server refuses, in German (users.md S2, S13, S22)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  /** A page that speaks German from its next address on. */
  const germanPage = async (options: AdminPageOptions = {}): Promise<Page> => {
    const page = await admin.page(options);
    await page.context().addInitScript(`localStorage.setItem('sitedesk.preferences', '{"locale":"de"}')`);
    return page;
  };
  const typeSignIn = async (page: Page, password: string): Promise<void> => {
    await page.getByLabel('E-Mail-Adresse').fill(ADMINISTRATOR.email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  };

  it('a form field: by its rule, and by what the server alone can know', async () => {
    const page = await germanPage();
    await page.goto(admin.url('/users'));
    await page.getByRole('button', { name: 'Jemanden einladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail-Adresse').fill('keine Adresse');
    await dialog.getByLabel('Name', { exact: true }).fill('Ida Sol');
    await dialog.getByText('Erstellt und veröffentlicht Inhalte').waitFor();
    await dialog.getByRole('button', { name: 'Einladung senden' }).click();
    await dialog.getByText('Das muss eine E-Mail-Adresse sein.').waitFor();
    await dialog.getByLabel('E-Mail-Adresse').fill(ADMINISTRATOR.email);
    await dialog.getByRole('button', { name: 'Einladung senden' }).click();
    await dialog.getByText('Es gibt schon einen Benutzer mit dieser E-Mail-Adresse.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('a conflict: the last administrator stays one', async () => {
    const { account } = (await anna.get('/session')).json() as { account: { id: string } };
    const page = await germanPage();
    await page.goto(admin.url(`/users/${account.id}?tab=roles`));
    await page.getByRole('checkbox', { name: 'Administrator' }).uncheck();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Das ist der letzte Administrator, der sich anmelden kann.').first().waitFor();
    await page.context().close();
  });

  it('something forbidden: acting on who has more than oneself', async () => {
    const role = await anna.post('/roles', { name: 'People only', permissions: ['users.manage'] });
    const helper = await colleague(admin.site, anna, { roles: [(role.json() as { id: string }).id] });
    const chief = await colleague(admin.site, anna, {
      roles: ['Administrator'],
      displayName: 'Chief Person',
    });
    const page = await germanPage({ as: helper.credentials });
    await page.goto(admin.url(`/users/${chief.id}`));
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await page.getByLabel('E-Mail-Adresse').fill('taken@over.test');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Dazu braucht es Berechtigungen, die Sie selbst nicht haben.').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed');
    await page.context().close();
  });

  it('a sign-in, and one more before its time, with the minutes', async () => {
    const page = await germanPage({ as: null });
    await page.goto(admin.url('/login'));
    await typeSignIn(page, 'not the password at all');
    await page.getByText('Die E-Mail-Adresse oder das Passwort stimmt nicht').waitFor();
    await page.route('**/editor/session', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: { status: 429 } }),
    );
    await typeSignIn(page, ADMINISTRATOR.password);
    await page.getByText('Warten Sie 4 Minuten und versuchen Sie es dann noch einmal.').waitFor();
    await page.context().close();
  });

  it('asks nothing of strangers, runs nothing its policy forbids, and has no errors', () => {
    expect(admin.complaints()).toEqual([]);
  });
});
