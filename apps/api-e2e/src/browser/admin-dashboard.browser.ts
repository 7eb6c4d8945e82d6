import { writeTo } from '../harness/mailing-list.js';
import { colleague } from '../harness/people.js';
import { mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the first page of the administration (UI-06)', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin({ ...WITHOUT_LIMITS, ...mailBy('none:') });
    await admin.site.database.query(
      `INSERT INTO contact_attempt (id, tenant_id, client_address, at, status, request_id, occurrences)
       SELECT gen_random_uuid(), t.id, '192.0.2.1', now() - make_interval(days => d), 'refused', 'r', d FROM tenant t, generate_series(1, 5) d`,
    );
    for (const email of ['one@example.com', 'two@example.com']) await writeTo(admin.site.api.url, email);
  });
  afterAll(() => admin.stop());

  it('draws what came in, and has the numbers in a table behind', async () => {
    const page = await admin.page();
    await page.getByRole('img', { name: /2 accepted and 15 refused/ }).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const rows = page.getByRole('table', { name: 'Messages per day' }).getByRole('row');
    expect(await rows.nth(1).innerText()).toMatch(/\s2\s+0$/);
    expect(await rows.nth(6).innerText()).toMatch(/\s0\s+5$/);
    expect(await rows.count()).toBe(31);
  });

  it('leads to what needs attention, and says when nothing does', async () => {
    const page = await admin.page();
    await page.getByText('You’re all caught up.').waitFor();
    await admin.site.database.query(
      `INSERT INTO job (id, tenant_id, kind, target, subject_id, state, created_at, next_attempt_at, finished_at)
       SELECT gen_random_uuid(), tenant_id, 'mailing-list', 'mailing-list', id, 'dead', now(), now(), now() FROM contact_submission`,
    );
    await page.reload();
    await page.getByRole('link', { name: 'Review: The mailing list service rejected 2 contacts' }).click();
    await page.waitForURL(/\/settings\/mailing-list$/);
    await admin.site.database.query(`DELETE FROM job WHERE kind = 'mailing-list'`);
  });

  it('a tile that fails says so alone, and comes back by a click (UX-22)', async () => {
    const page = await admin.page();
    await page.route('**/editor/dashboard/delivery', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ title: 'Internal Server Error', status: 500 }),
      }),
    );
    await page.reload();
    const tile = page.getByRole('region', { name: /Emails in the last/ });
    await tile.getByRole('alert').waitFor();
    await page.getByRole('img', { name: /accepted/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute('**/editor/dashboard/delivery');
    await tile.getByRole('button', { name: 'Try again' }).click();
    await tile.getByText('100%').waitFor();
  });

  it('shows an author his own account, and none of the site’s messages', async () => {
    const administrator = await admin.site.administrator();
    const { credentials } = await colleague(admin.site, administrator, { roles: ['Author'] });
    const page = await admin.page({ as: credentials });
    await page.getByText('Set up your account').waitFor();
    await page.getByText('Secure your account').waitFor();
    await page.getByText('You’re all caught up.').waitFor();
    expect(await page.getByText('Messages in the last').count()).toBe(0);
    expect(await page.getByText('Turn on a CAPTCHA').count()).toBe(0);
  });

  it('has no serious finding of axe and fits, in both themes, at a desk and on a phone', async () => {
    const page = await admin.page();
    await page.getByRole('img', { name: /accepted/ }).waitFor();
    await page.getByText('Set up your site').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
