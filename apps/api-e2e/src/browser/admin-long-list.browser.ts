import type { Locator, Page } from 'playwright-core';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, startAdmin } from './support/admin.js';

const MESSAGES = 300;
const SEED = `
INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code,
  status, folder)
SELECT gen_random_uuid(), id, 'Visitor ' || n, 'v' || n || '@site.test', 'Good morning', '192.0.2.1', 'site.test',
  timestamptz '2020-01-01 00:00Z' + n * interval '1 minute', 'CODE-' || n, 'sent', 'inbox'
FROM tenant, generate_series(1, ${MESSAGES}) AS n`;

describe('a list of several hundred rows (UX-23)', () => {
  let admin: Admin;
  let page: Page;
  const rows = (): Locator => page.getByRole('row').filter({ hasText: 'Visitor' });
  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

  beforeAll(async () => {
    admin = await startAdmin({
      ...WITHOUT_LIMITS,
      EMAIL__CONNECTIONSTRING: 'none:',
      EMAIL__SENDEREMAIL: 'a@site.test',
    });
    await admin.site.database.query(SEED);
    page = await admin.page({ at: null });
  });
  afterAll(() => admin.stop());

  it('draws the rows near the screen only, down to the last', async () => {
    await page.goto(admin.url('/inbox'));
    await row(`Visitor ${MESSAGES}`).waitFor();
    while ((await row('Visitor 1').count()) === 0) {
      await page.keyboard.press('End');
      await page.waitForTimeout(100);
    }
    await row(`Visitor ${MESSAGES}`).waitFor({ state: 'detached' });
    await rows().nth(100).waitFor({ state: 'detached' });
  });

  it('is walked row by row with the keyboard', async () => {
    await page.evaluate('scrollTo(0, 0)');
    await row(`Visitor ${MESSAGES}`).waitFor();
    for (let step = 0; step < 120; step += 1) await page.keyboard.press('j');
    await row('Visitor 181').locator('button:focus').waitFor();
    await rows().nth(100).waitFor({ state: 'detached' });
  });
});
