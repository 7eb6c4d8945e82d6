import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import type { Browser, Page } from 'playwright-core';
import { clearContacts } from '../harness/inbox.js';
import { openEdge } from '../harness/backends.js';
import { type Site, startSite, WITHOUT_LIMITS } from '../harness/site.js';
import { MESSAGE } from '../harness/visitor.js';
import { launchBrowser } from './support/browser.js';
import { type PageServer, startPageServer } from './support/page-server.js';

const HTML = `<!doctype html>
<html lang="en">
  <title>Contact</title>
  <form id="contact-form" method="post" action="/_api/contact/submit">
    <label>Name <input name="name" required maxlength="100"></label>
    <label>Email <input name="email" type="email" required maxlength="255"></label>
    <label>Message <textarea name="message" required minlength="10" maxlength="5000"></textarea></label>
    <button type="submit">Send</button>
  </form>
</html>`;

describe('a page with the form in Chromium without JavaScript', () => {
  let site: Site;
  let server: PageServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = await startSite({
      ...WITHOUT_LIMITS,
      RATELIMIT__CONTACTFORMPOST: '1000000/60',
      CONTACTAPI__FORMPOSTS: 'true',
    });
    server = await startPageServer(site.url('through the edge proxy'));
    browser = await launchBrowser();
    server.page('/contact', { html: HTML });
    server.page('/hidden', { html: HTML, headers: { 'Referrer-Policy': 'no-referrer' } });
    server.page('/foreign', {
      html: HTML.replace('action="/_api', `action="${server.url.replace('127.0.0.1', 'localhost')}/_api`),
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await site.stop();
  });
  beforeEach(async () => {
    await clearContacts(site.database);
    page = await browser.newPage({ javaScriptEnabled: false });
  });
  afterEach(() => page.close());

  async function send(path: string, email: string = MESSAGE.email, url = server.url): Promise<void> {
    await page.goto(`${url}${path}`);
    await page.fill('[name=name]', MESSAGE.name);
    await page.fill('[name=email]', email);
    await page.fill('[name=message]', MESSAGE.message);
    await page.click('#contact-form button[type=submit]');
  }
  const titled = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
  const stored = (): Promise<readonly Record<string, unknown>[]> =>
    site.database.query('SELECT name, email, message, page, status FROM contact_submission');
  const HELD = { ...MESSAGE, status: 'held' };

  it.each(['/contact', '/hidden'])(
    '%s sends the message, shows thanks, and reloads without a second one',
    async (path) => {
      await send(path);
      await titled(VISITOR_TEXTS.en.sentTitle);
      expect(page.url()).not.toContain(MESSAGE.name);
      await page.reload();
      expect(await page.textContent('[role=status]')).toBe(VISITOR_TEXTS.en.sent);
      expect(await stored()).toEqual([{ ...HELD, page: path === '/hidden' ? null : `${server.url}${path}` }]);
    },
  );

  it('names the field that is wrong, keeps the rest, and takes the corrected form', async () => {
    // Chromium takes this for an address, the server does not.
    await send('/contact', 'anna@localhost');
    await titled(VISITOR_TEXTS.en.refusedTitle);
    expect(await page.textContent('#problem')).toBe(VISITOR_TEXTS.en.invalidEmail);
    expect(await page.inputValue('[name=message]')).toBe(MESSAGE.message);
    expect(await page.getAttribute('[name=email]', 'aria-invalid')).toBe('true');
    await page.fill('[name=email]', MESSAGE.email);
    await page.click('button');
    await titled(VISITOR_TEXTS.en.sentTitle);
    expect(await stored()).toEqual([{ ...HELD, page: `${server.url}/contact` }]);
    await page.click('main a');
    await page.waitForURL(`${server.url}/contact`);
  });

  it('says that the message was not sent when nothing answers behind the proxy, and going back keeps what was typed', async () => {
    const edge = await openEdge('http://127.0.0.1:1');
    const lonely = await startPageServer(edge.url);
    lonely.page('/contact', { html: HTML });
    try {
      await send('/contact', MESSAGE.email, lonely.url);
      await titled(VISITOR_TEXTS.en.refusedTitle);
      expect(await page.textContent('main')).toContain(VISITOR_TEXTS.en.goBack);
      await page.goBack();
      expect(await page.inputValue('[name=message]')).toBe(MESSAGE.message);
    } finally {
      await lonely.close();
      await edge.stop();
    }
  });

  it('a form on another origin is refused', async () => {
    await send('/foreign');
    await titled(VISITOR_TEXTS.en.refusedTitle);
    expect(await page.textContent('#problem')).toBe(VISITOR_TEXTS.en.foreignPage);
    expect(await stored()).toEqual([]);
  });
});
