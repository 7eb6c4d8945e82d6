import type { Locator, Page, Route } from 'playwright-core';
import { clearContacts, storeContacts, tenantIdOf } from '../harness/inbox.js';
import { mailBy, WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, axeFindings, isCopied, startAdmin } from './support/admin.js';
import { takeComplaints } from './support/pages.js';

const AUTHORS_PART = '**/assets/AuthorsPage-*.js';

describe('what goes wrong around a page, and notices (UI-29, UX-34)', () => {
  let admin: Admin;
  let page: Page;
  beforeAll(async () => {
    admin = await startAdmin({ ...WITHOUT_LIMITS, ...mailBy('none:') });
  });
  afterAll(() => admin.stop());

  const heading = (name: string | RegExp): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const focused = (): Locator => page.locator('*:focus');

  async function archiveOne(): Promise<void> {
    const { database } = admin.site;
    await clearContacts(database);
    await storeContacts(database, await tenantIdOf(database), [{ name: 'Anna Berg' }, { name: 'Bo Li' }]);
    await page.goto(admin.url('/inbox'));
    await page.getByRole('button', { name: /Anna Berg/ }).click();
    await page.getByRole('dialog', { name: 'Anna Berg' }).getByRole('button', { name: 'Archive' }).click();
    await page.getByText('1 message archived').waitFor();
  }

  it.each(['light', 'dark'] as const)(
    'a notice with Undo has no serious finding of axe, %s',
    async (theme) => {
      page = await admin.page({ theme });
      await archiveOne();
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it('a notice is announced, reached with F8, undone by keyboard, and gives the focus back', async () => {
    page = await admin.page();
    await archiveOne();
    const notices = page.getByRole('region', { name: 'Notifications (F8)' });
    await page.getByRole('dialog', { name: 'Bo Li' }).waitFor(); // takes the focus when it opens
    expect(await notices.locator('[aria-live=polite]').textContent()).toContain('1 message archived');
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await focused()
      .filter({ hasText: /^\s*Undo\s*$/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await focused()
      .filter({ hasText: /^\s*Undo\s*$/ })
      .waitFor({ state: 'detached' });
    // The drawer of the next message is still there: Escape belonged to the notices.
    await page.getByRole('dialog', { name: 'Bo Li' }).waitFor();
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'Anna Berg' }).waitFor();
    await notices.getByText('1 message archived').waitFor({ state: 'detached' });
  });

  it('a notice is left by Escape also where nothing had the focus', async () => {
    page = await admin.page();
    await archiveOne();
    await page.getByRole('dialog', { name: 'Bo Li' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('F8');
    await focused()
      .and(page.getByRole('region', { name: 'Notifications (F8)' }))
      .waitFor();
    await page.keyboard.press('Escape');
    await focused().waitFor({ state: 'detached' });
  });

  it('tells of a new version, and is the new one after Reload (UX-34)', async () => {
    page = await admin.page({ as: null });
    await page.clock.install();
    await page.goto(admin.url('/login'));
    await page.getByLabel('Email address').fill('anna.berg@site.test');
    await page.getByLabel('Password', { exact: true }).fill('seven rivers under a paper moon');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading(/Hello/);
    await page.route('**/admin/', (route) => route.fulfill({ body: '<script src="/admin/assets/new.js">' }));
    await page.clock.fastForward('06:00');
    await page.getByText('A new version is available.').waitFor();
    await page.unroute('**/admin/');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('A new version is available.').waitFor({ state: 'detached' });
    await heading(/Hello/);
  });

  it('a part that is gone loads the new version automatically, once, and says so when it is gone there too (UX-34)', async () => {
    page = await admin.page({ at: null });
    await page.route(AUTHORS_PART, (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(admin.url('/'));
    await heading(/Hello/);
    await page.getByRole('link', { name: 'Authors' }).click();
    await page.getByText('A part of this page is missing').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute(AUTHORS_PART);
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading('Authors');
    for (const complaint of takeComplaints()) expect(complaint).toContain('AuthorsPage');
  });

  it('a part that failed to load is loaded again, without a reload (UX-34)', async () => {
    page = await admin.page({ at: null });
    await page.route(AUTHORS_PART, (route) => route.abort(), { times: 1 });
    await page.goto(admin.url('/'));
    await heading(/Hello/);
    await page.evaluate('globalThis.mark = 1'); // a reload would forget it
    await page.getByRole('link', { name: 'Authors' }).click();
    await heading('Authors');
    expect(await page.evaluate('globalThis.mark')).toBe(1);
    for (const complaint of takeComplaints()) expect(complaint).toContain('ERR_FAILED');
  });

  it('a part that fails after one has gone elsewhere changes nothing (UX-34)', async () => {
    page = await admin.page({ at: null });
    let requested: (route: Route) => void;
    const request = new Promise<Route>((resolve) => (requested = resolve));
    await page.route(AUTHORS_PART, (route) => requested(route));
    await page.goto(admin.url('/'));
    await heading(/Hello/);
    await page.evaluate('globalThis.mark = 1');
    await page.getByRole('link', { name: 'Authors' }).click();
    const late = await request;
    await page.getByRole('link', { name: 'Users' }).click();
    await heading('Users');
    const served = page.waitForResponse('**/admin/');
    await late.abort();
    await (await served).finished();
    await heading('Users');
    expect(await page.evaluate('globalThis.mark')).toBe(1);
    for (const complaint of takeComplaints()) expect(complaint).toContain('ERR_FAILED');
  });

  it('a page that fails says so, with the id of the request for the operator, and leaves the rest usable (UI-29)', async () => {
    page = await admin.page({ at: null });
    await page.route('**/editor/authors*', (route) =>
      route.fulfill({ json: { items: [{}] }, headers: { 'X-Request-Id': 'request-of-the-crash' } }),
    );
    await page.goto(admin.url('/authors'));
    await page.getByRole('alert').getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('alert').getByRole('button', { name: 'Copy' }).click();
    await isCopied(page, 'request-of-the-crash');
    await page.unroute('**/editor/authors*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await heading('Authors');
    // The failure itself is reported to the developer tools, and to nobody else.
    expect(takeComplaints().length).toBeGreaterThan(0);
  });

  it('a list that cannot be read gives the request’s id to copy, and another try (UI-29)', async () => {
    page = await admin.page();
    await page.route('**/editor/authors*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        headers: { 'X-Request-Id': 'request-of-the-fault' },
        body: '{"title":"Internal Server Error","status":500}',
      }),
    );
    await page.goto(admin.url('/authors'));
    await page.getByText('Request request-of-the-fault').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('alert').getByRole('button', { name: 'Copy' }).click();
    await isCopied(page, 'request-of-the-fault');
    await page.unroute('**/editor/authors*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('request-of-the-fault').waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)(
    'while the server cannot serve, a page waits and goes on automatically to where one wanted, %s (UI-29)',
    async (theme) => {
      page = await admin.page({ theme, at: null });
      await page.route('**/editor/session', (route) =>
        route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503}' }),
      );
      await page.goto(admin.url('/users?q=anna'));
      await page.getByText('The server isn’t available right now').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.unroute('**/editor/session');
      await heading('Users');
      expect(new URL(page.url()).search).toBe('?q=anna');
    },
  );

  it('a list goes on automatically when the server serves again (UI-29)', async () => {
    page = await admin.page({ at: null });
    await page.route('**/editor/authors*', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503}' }),
    );
    await page.goto(admin.url('/authors'));
    await page.getByText('Retrying automatically.').waitFor();
    await page.unroute('**/editor/authors*');
    await page.getByText('Retrying automatically.').waitFor({ state: 'detached' });
  });
});
