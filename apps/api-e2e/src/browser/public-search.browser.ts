import { freePort } from '@sitedesk/testing';
import type { Browser } from 'playwright-core';
import { openApi } from '../harness/backends.js';
import { createMigratedDatabase, type E2eDatabase } from '../harness/database.js';
import { eventually } from '../harness/eventually.js';
import type { Running } from '../harness/processes.js';
import { axeFindings } from './support/admin.js';
import { launchBrowser, watch } from './support/browser.js';

const WIDTHS = [1280, 390] as const;
const THEMES = ['light', 'dark'] as const;

describe('the search of the default theme', () => {
  let database: E2eDatabase;
  let api: Running;
  let site: string;
  let browser: Browser;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    api = await openApi(database.url, {
      DEMONSTRATION: '1',
      DEMO_MAIL_URL: 'none:',
      SITE_PORT: String(port),
      SITE__SEARCH: 'true',
    });
    browser = await launchBrowser();
    await eventually(async () =>
      expect(await (await fetch(`${site}/search?q=the`)).text()).toContain('class="posts list"'),
    );
  });
  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
  });

  it.each(WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme }))))(
    'is found in the menu, works by keyboard, and has no finding of axe, %j',
    async ({ width, theme }) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
      const page = await context.newPage();
      const complaints = await watch(page);
      const look = async (what: string): Promise<void> => {
        expect([what, await axeFindings(page, { minor: true })]).toEqual([what, []]);
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([what, wider]).toEqual([what, 0]);
      };
      await page.goto(site);
      if (width < 992) await page.locator('header .small > summary').click();
      await page.locator('header').getByRole('link', { name: 'Search' }).locator('visible=true').click();
      await look('form');
      const field = page.getByRole('searchbox', { name: 'Search this site' });
      await field.fill('the');
      await field.press('Enter');
      await page.waitForURL(/\/search\?q=the$/);
      expect(await field.inputValue()).toBe('the');
      expect(await page.locator('main mark').count()).toBeGreaterThan(0);
      await look('results');
      await page.goto(`${site}/search?q=nowhere-to-be-found`);
      expect(await page.locator('main').innerText()).toContain('No results for “nowhere-to-be-found”.');
      await look('none');
      expect(await complaints.violations()).toEqual([]);
      expect(complaints.errors).toEqual([]);
      await context.close();
    },
  );

  it('needs no script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site}/search`);
    await page.getByRole('searchbox').fill('the');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.post-title a').first().click();
    expect(new URL(page.url()).pathname).not.toBe('/search');
    expect(await page.locator('h1').count()).toBe(1);
    await context.close();
  });
});
