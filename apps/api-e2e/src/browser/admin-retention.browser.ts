import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('how long things are kept (G-04)', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin()));
  afterAll(() => admin.stop());

  it('says before it is saved what a shorter time deletes, and on the system page what is due', async () => {
    await admin.site.database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code,
                                       status, folder, trashed_at)
       SELECT gen_random_uuid(), t.id, 'Anna', 'anna@example.com', 'Hello', '10.0.0.1', 'a.test', now(), 'R', 'sent', 'trash',
              now() - interval '10 days' FROM tenant t, generate_series(1, 3)`,
    );
    const page = await admin.page({ at: '/settings' });
    const field = page.getByRole('textbox', { name: 'Trash' });
    await page.getByText('moved there. 0 keeps them permanently. From 1 to 36,500 days.').waitFor();
    const note = page.getByText('The next daily run deletes 3 messages.');
    await field.fill('5');
    await note.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await field.fill('20');
    await note.waitFor({ state: 'detached' });
    await field.fill('5');
    await note.waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Retention saved', { exact: true }).first().waitFor();
    await note.waitFor({ state: 'detached' });

    await page.goto(admin.url('/system'));
    const check = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Retention', exact: true }) });
    await check.getByText('The first daily run starts in a few minutes.').waitFor();
    await check.getByText(/Messages due in the trash\s*3/).waitFor();
  });

  it('refuses what is too short, in words', async () => {
    const page = await admin.page({ at: '/settings' });
    await page.getByRole('textbox', { name: 'Audit log' }).fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be 0 (keep permanently) or a whole number from 30 to 36500').first().waitFor();
  });
});
