import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import type { Browser } from 'playwright-core';
import { freshWindow } from '../harness/fresh-window.js';
import { openEdge } from '../harness/backends.js';
import { startSite } from '../harness/site.js';
import { MESSAGE } from '../harness/visitor.js';
import { launchBrowser } from './support/browser.js';
import { fill, formPage, KEEP_RESULTS, results, send, statusOf, typed } from './support/form.js';
import { startPageServer } from './support/page-server.js';

describe("the visitor's script in Chromium, over the limit (specification 8)", () => {
  it('says when to try again and keeps the text', async () => {
    const site = await startSite({ RATELIMIT__CONTACTFORM: '1/86400' });
    const server = await startPageServer(site.url('through the edge proxy'));
    const browser = await launchBrowser();
    try {
      await freshWindow(site.database, 86_400);
      server.page('/', { html: formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }) });
      const page = await browser.newPage();
      await page.goto(server.url);
      await fill(page);
      await send(page);
      await results(page);
      await fill(page);
      await send(page);
      const [, limited] = await results(page, 2);
      expect(limited).toEqual({
        success: false,
        message: expect.stringMatching(
          /^Too many requests\. Please try again later\. Try again in \d+ minutes\.$/,
        ),
        error: CONTACT_ERRORS.rateLimit,
      });
      expect(await typed(page)).toEqual(Object.values(MESSAGE));
    } finally {
      await browser.close();
      await server.close();
      await site.stop();
    }
  });
});

describe("the visitor's script on a subdomain, in Chromium", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  it("posts to the site's main domain, across origins (C-07)", async () => {
    const site = await startSite();
    const edge = await openEdge(site.api.url, { ZONE: 'zone.test' });
    try {
      const script = 'https://zone.test/_api/contact/site-contact.js';
      const page = await browser.newPage();
      // Only pages served over https on the usual port may read across origins.
      await page.route('https://sub.zone.test/', (route) =>
        route.fulfill({ contentType: 'text/html', body: formPage({ script }) }),
      );
      const readers: (string | undefined)[] = [];
      await page.route('https://zone.test/**', async (route) => {
        const url = route.request().url().replace('https://zone.test', edge.url);
        const response = await route.fetch({ url });
        if (route.request().method() === 'POST')
          readers.push(response.headers()['access-control-allow-origin']);
        await route.fulfill({ response });
      });
      await page.goto('https://sub.zone.test/');
      await page.evaluate(
        `SiteContact.config.antiforgeryToken = 'spoilt, so that the header has to be readable across origins'`,
      );
      await fill(page);
      await send(page);
      expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
      // The answer itself: Playwright would allow it in any case.
      expect(readers).toEqual(['https://sub.zone.test', 'https://sub.zone.test']);
      const rows = await site.database.query('SELECT hostname FROM contact_submission');
      expect(rows).toEqual([{ hostname: 'zone.test' }]);
    } finally {
      await edge.stop();
      await site.stop();
    }
  });
});
