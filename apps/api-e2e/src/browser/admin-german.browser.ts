import type { OutboxDetail } from '@sitedesk/contract/outbox';
import type { Page } from 'playwright-core';
import { ADMINISTRATOR, type EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, startAdmin } from './support/admin.js';

describe('what the server refuses, in German (UI-02, UI-13, UI-22)', () => {
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
    await page.context().addInitScript(
      `if (origin !== 'null') localStorage.setItem('sitedesk.preferences', '{"locale":"de"}')`, // the form's preview has none
    );
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
    await page.getByRole('button', { name: 'Benutzer einladen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-Mail-Adresse').fill('keine Adresse');
    await dialog.getByLabel('Name', { exact: true }).fill('Ida Sol');
    await dialog.getByText('Erstellt und veröffentlicht Inhalte').waitFor();
    await dialog.getByRole('button', { name: 'Einladung senden' }).click();
    await dialog.getByText('Geben Sie eine E-Mail-Adresse ein.').waitFor();
    await dialog.getByLabel('E-Mail-Adresse').fill(ADMINISTRATOR.email);
    await dialog.getByRole('button', { name: 'Einladung senden' }).click();
    await dialog.getByText('Bereits Benutzer: Administrator').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('a conflict: the last administrator stays one', async () => {
    const { account } = (await anna.get('/session')).json() as { account: { id: string } };
    const page = await germanPage();
    await page.goto(admin.url(`/users/${account.id}?tab=roles`));
    await page.getByRole('checkbox', { name: 'Administrator' }).uncheck();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Das ist der einzige Administrator, der sich anmelden kann.').first().waitFor();
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
    await page.getByText('Dafür sind Rechte nötig, die Sie selbst nicht haben.').first().waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed');
  });

  it('a sign-in, and one more before its time, with the minutes', async () => {
    const page = await germanPage({ as: null });
    await page.goto(admin.url('/login'));
    await typeSignIn(page, 'not the password at all');
    await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch').waitFor();
    await page.route('**/editor/session', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: { status: 429 } }),
    );
    await typeSignIn(page, ADMINISTRATOR.password);
    await page.getByText('Warten Sie 4 Minuten und versuchen Sie es dann erneut.').waitFor();
  });

  it('a failure: our words in German, another server’s as they were, and rows from before unchanged', async () => {
    const page = await germanPage();
    await page.goto(admin.url(''));
    await page.getByText('Es ist kein E-Mail-Anbieter eingerichtet.').waitFor();
    await page.goto(admin.url('/settings/email'));
    await page.getByLabel('Verbindungszeichenfolge').fill('http://mail.example.com');
    await page.getByText('Die Verbindungszeichenfolge ist unbekannt.').waitFor();
    await page.getByLabel('Verbindungszeichenfolge').fill('smtp://127.0.0.1:1?requireTLS=false');
    await page.getByLabel('Absenderadresse').fill('site@example.com');
    await page.getByRole('button', { name: 'Test-E-Mail senden' }).click();
    await page
      .getByText(/Die Verbindung zum Anbieter ist fehlgeschlagen: .*ECONNREFUSED/)
      .first()
      .waitFor();
    const values = {
      ConnectionString: 'smtp://127.0.0.1:1?requireTLS=false',
      SenderEmail: 'site@example.com',
    };
    expect((await anna.put('/settings/EMAIL', { values }, { 'If-Match': '"v0"' })).status).toBe(200);
    const { submissionId } = (await anna.post('/contact-form/test', {})).json() as { submissionId: string };
    await eventually(async () => {
      const { history } = (await anna.get(`/outbox/${submissionId}`)).json() as OutboxDetail;
      expect(history).not.toEqual([]);
    });
    await page.goto(admin.url(`/settings/email?view=outbox&email=${submissionId}`));
    const drawer = page.getByRole('dialog');
    await drawer
      .getByText(/Die Verbindung zum Anbieter ist fehlgeschlagen: .*ECONNREFUSED/)
      .first()
      .waitFor();
    await admin.site.database.query(
      `UPDATE delivery_attempt SET detail = 'Words from before.', detail_code = NULL WHERE job_id = $1`,
      [submissionId],
    );
    await page.reload();
    await drawer.getByText('Words from before.').first().waitFor();
    await page.goto(admin.url('/settings/contact'));
    await page.getByLabel('Maximale Nachrichtenlänge').fill('9');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('muss mindestens 10 sein').first().waitFor();
    await page.goto(admin.url('/inbox?view=attempts'));
    await page.getByRole('combobox', { name: 'Grund' }).click();
    await page.getByRole('option', { name: 'Ratenbegrenzung überschritten' }).waitFor();
  });
});
