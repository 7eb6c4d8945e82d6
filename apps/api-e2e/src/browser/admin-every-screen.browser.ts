import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { storeContacts, tenantIdOf } from '../harness/inbox.js';
import { colleague } from '../harness/people.js';
import {
  type Admin,
  beyondEdge,
  findingsInEveryLook,
  SCREENS,
  settled,
  startAdmin,
} from './support/admin.js';

/** What someone without any permission may open. */
const OPEN_TO_ALL: readonly string[] = ['/me'];
/** Screens that read nothing but what the shell has read already. */
const READS_NOTHING: readonly string[] = [
  '/authors/new',
  '/roles/new',
  '/settings/sign-in/new/custom',
  '/articles/replace', // but what can be filtered by, which it can do without
];
/** What the shell itself reads; never made to fail here. */
const OF_THE_SHELL = /\/editor\/(session|events)(\?|$)/;

/** What holds for every screen; one that is in the navigation joins automatically. */
describe('every screen of the administration', () => {
  let admin: Admin;
  let fixed: readonly string[];
  let screens: readonly string[];

  beforeAll(async () => {
    admin = await startAdmin();
    const anna = await admin.site.administrator();
    const { number: article } = (
      await anna.post('/articles', { type: 0, title: 'Opening hours' })
    ).json() as ArticleDetails; // as below
    const made = async (path: string, body: unknown): Promise<string> =>
      ((await anna.post(path, body)).json() as { readonly id: string }).id; // every creation answers what it made
    const ben = await colleague(admin.site, anna, { displayName: 'Ben Okafor', roles: ['Editor'] });
    const role = await made('/roles', { name: 'Night desk', permissions: ['dashboard.view'] });
    const template = await made('/templates', { type: 0, name: 'Report' });
    const author = await made('/authors', { name: 'Emil Novak' });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    const release = await made('/releases', { title: 'Spring', at });
    const [message = ''] = await storeContacts(
      admin.site.database,
      await tenantIdOf(admin.site.database),
      Array.from({ length: 30 }, (_, index) => ({
        name: `Visitor ${index}`,
        message: 'A quiet question. '.repeat(9),
      })),
    );
    fixed = [
      `/users/${ben.id}`,
      `/roles/${role}`,
      `/authors/${author}`,
      `/articles/${article}`,
      '/articles/calendar',
      '/articles/templates',
      `/articles/templates/${template}`,
      `/articles/releases/${release}`,
      `/inbox?id=${message}`,
      ...READS_NOTHING,
    ];
    const page = await admin.page();
    screens = [...(await navigation(page)), '/me', ...fixed];
  });
  afterAll(() => admin.stop());

  it('are all in the navigation', () => {
    expect(screens.length).toBeGreaterThanOrEqual(20);
    expect(new Set(screens).size).toBe(screens.length);
  });

  it('has no serious finding of axe, one heading, every icon drawn and nothing beyond the edge (UX-22)', async () => {
    const page = await admin.page({ at: '/me' });
    await settled(page);
    const findings: string[] = [];
    for (const path of screens) {
      await open(page, path);
      const found = (what: string): number => findings.push(`${path}, ${what}`);
      (await findingsInEveryLook(page)).forEach(found);
      const empty = await page.locator('svg.iconify:empty').count();
      if (empty > 0) found(`${empty} icons without a drawing`);
      // A dialog hides what is behind it.
      if ((await page.getByRole('heading', { level: 1 }).count()) > 1) found('several headings of level 1');
      await page.setViewportSize(SCREENS.narrow);
      await settled(page);
      const beyond = await beyondEdge(page);
      if (beyond > 0) found(`narrow: ${beyond} px beyond the edge`);
    }
    expect(findings).toEqual([]);
  });

  it('says what could not be loaded, and loads it by a click (UX-22)', async () => {
    const page = await admin.page();
    const findings: string[] = [];
    for (const path of screens.filter((each) => !READS_NOTHING.includes(each))) {
      await page.route('**/editor/**', async (route) => {
        if (OF_THE_SHELL.test(route.request().url())) return route.fallback();
        return route.fulfill({
          status: 500, // what the page asks for only once, as waiting for more tries would take minutes
          headers: { 'Content-Type': 'application/problem+json' },
          body: '{}',
        });
      });
      await page.goto(admin.url(path));
      const retries = page.getByRole('button', { name: 'Try again' });
      const said = await succeeds(retries.first().waitFor());
      if (!said) findings.push(`${path}: no way to try again`);
      await page.unroute('**/editor/**');
      // A click takes one away at least.
      const gone = await succeeds(
        eventually(async () => {
          const left = await retries.count();
          if (left > 0) {
            await retries.first().click({ timeout: 1_000 });
            await retries.nth(left - 1).waitFor({ state: 'detached', timeout: 10_000 });
          }
          expect(await retries.count()).toBe(0);
        }),
      );
      if (!gone) findings.push(`${path}: trying again changed nothing`);
    }
    expect(findings).toEqual([]);
  });

  it('stays closed to someone without permission, and says why (UX-27)', async () => {
    const { credentials } = await colleague(admin.site, await admin.site.administrator(), { roles: [] });
    const page = await admin.page({ as: credentials });
    const open: string[] = [];
    for (const path of screens.filter((each) => !OPEN_TO_ALL.includes(each))) {
      await go(page, '/me');
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
      await go(page, path);
      await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor({ state: 'detached' });
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      if ((await heading.textContent()) !== 'You don’t have access to this page') open.push(path);
      await page.getByText('You need the permission').waitFor();
    }
    expect(open).toEqual([]);
    expect(await page.getByRole('navigation').getByRole('link').count()).toBe(0);
  });

  it('can be walked through without a connection, and comes back with it (UX-34)', async () => {
    const page = await admin.page({ ahead: true });
    const lost: string[] = [];
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    await page.evaluate('globalThis.mark = 1'); // a reload would forget it
    await page.context().setOffline(true);
    await page.getByText('You’re offline').waitFor();
    for (const link of await links.all()) {
      await link.click();
      if ((await page.evaluate('globalThis.mark')) !== 1) lost.push(await link.innerText());
    }
    expect(lost).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('You’re offline').waitFor({ state: 'detached' });
    await links.nth(1).click();
    await links.first().click();
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    expect(await page.evaluate('globalThis.mark')).toBe(1);
  });

  /** Goes there as a link does, which loads the screen and not the whole administration again. */
  const go = (page: Page, path: string): Promise<unknown> =>
    page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(admin.url(path))}); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
    );

  /** Goes there from another screen, and resolves when nothing of it is loading. */
  async function open(page: Page, path: string): Promise<void> {
    await page.evaluate(`document.querySelector('h1').dataset.before = ''`);
    await go(page, path);
    await page.locator('h1[data-before]').waitFor({ state: 'detached' });
    await settled(page);
  }

  /** The paths of the navigation, as they stand in the address below `/admin`. */
  async function navigation(page: Page): Promise<readonly string[]> {
    await page.setViewportSize(SCREENS.desk);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    return [...new Set(hrefs.map((href) => href.replace(/^\/admin/, '') || '/'))].filter(
      (path) => path !== '/me',
    );
  }
});

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
