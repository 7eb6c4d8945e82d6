import {
  CONTACT_ERRORS,
  CONTACT_MESSAGES,
  messageLengthText,
  nameLengthText,
} from '@sitedesk/contract/contact';
import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import { freePort } from '@sitedesk/testing';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { clearContacts } from '../harness/inbox.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { mailBy, type Site, startSiteBy, WITHOUT_LIMITS } from '../harness/site.js';
import { MESSAGE } from '../harness/visitor.js';
import { type Complaints, launchBrowser, watch } from './support/browser.js';
import { fill, formMarkup, formPage, KEEP_RESULTS, results, send, statusOf, typed } from './support/form.js';
import { type PageServer, startPageServer } from './support/page-server.js';

const ALL_TYPED = [MESSAGE.name, MESSAGE.email, MESSAGE.message];
const EMPTY = ['', '', ''];
const ACCEPTED = { success: true, message: CONTACT_MESSAGES.accepted, error: null };

describe("the visitor's script in Chromium against the real server (specification 4.4)", () => {
  let site: Site<RunningProcess>;
  let server: PageServer;
  let browser: Browser;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    // It goes away and comes back under the same port.
    site = await startSiteBy(startApi, { ...WITHOUT_LIMITS, PORT: String(await freePort()) });
    server = await startPageServer(site.url('through the edge proxy'));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    await site.stop();
  });

  beforeEach(async () => {
    server.clear();
    server.intercept(undefined);
    await clearContacts(site.database);
    page = await browser.newPage();
    complaints = await watch(page);
  });

  afterEach(() => page.close());

  async function open(html: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    server.page('/', { html, headers });
    await page.goto(server.url);
  }

  /** Keeps everything that the status line says. */
  const GERMAN = `window.spoken = []; SiteContact.init('#contact-form');
    new MutationObserver(() => spoken.push(document.querySelector('[role=status]').textContent))
      .observe(document.querySelector('[role=status]'), { childList: true });`;
  const statusIs = (text: string): Promise<void> =>
    page.locator('[role=status]').filter({ hasText: text }).waitFor();
  const invalid = (): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('[aria-invalid=true]')].map(({ name }) => name)`);
  const rows = (): Promise<readonly Record<string, unknown>[]> =>
    site.database.query('SELECT name, email, message, page FROM contact_submission');

  it('takes a message with the two lines of the documentation: thanks on the page, row in the database, mail on its way', async () => {
    site.sink.clear();
    await open(formPage());
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(await typed(page)).toEqual(EMPTY);
    expect(await rows()).toEqual([{ ...MESSAGE, page: `${server.url}/` }]);
    const [mail] = await site.sink.waitFor(1);
    expect(mail?.mail.replyTo).toEqual([{ address: MESSAGE.email, name: MESSAGE.name }]);
    expect(complaints.errors).toEqual([]);
  });

  it('can be used with the keyboard alone', async () => {
    await open(formPage());
    for (const text of ALL_TYPED) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
  });

  it('gives onSuccess and onError the whole result', async () => {
    await open(formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }));
    await fill(page, { name: 'A' });
    await send(page);
    await results(page);
    await fill(page);
    await send(page);
    expect(await results(page, 2)).toEqual([
      { success: false, message: CONTACT_MESSAGES.validationFailed, error: nameLengthText() },
      ACCEPTED,
    ]);
  });

  it.each([
    ['name', '', CONTACT_ERRORS.nameRequired],
    ['name', 'A', nameLengthText()],
    ['email', 'nobody', CONTACT_ERRORS.invalidEmail],
    ['message', 'short', messageLengthText(5000)],
  ])('tells of a wrong %s (%j) and keeps what was typed', async (field, value, text) => {
    await open(formPage());
    await fill(page, { [field]: value });
    await send(page);
    expect(await statusOf(page)).toBe(text);
    expect(await typed(page)).toEqual(Object.values({ ...MESSAGE, [field]: value }));
    expect(await page.evaluate('document.activeElement.name')).toBe(field);
    expect(await invalid()).toEqual([field]);
    expect(await rows()).toEqual([]);
  });

  it('speaks German where the page asks for it: what is wrong, with its field, and the thanks', async () => {
    await open(formPage({ script: '/_api/contact/site-contact.js?lang=de', start: GERMAN }));
    const { de } = VISITOR_TEXTS;
    for (const [field, value, text] of [
      ['name', 'A', de.nameLength],
      ['email', 'nobody', de.invalidEmail],
      ['message', 'short', de.messageLength(5000)],
    ] as const) {
      await fill(page, { [field]: value });
      await send(page);
      await statusIs(text);
      expect(await invalid()).toEqual([field]);
    }
    await fill(page);
    await send(page);
    await statusIs(de.sent);
    expect(await page.evaluate('spoken')).toContain('Wird gesendet…');
    server.intercept((_request, response) => void response.destroy());
    await fill(page);
    await send(page);
    await statusIs(de.unavailable);
    expect(await rows()).toHaveLength(1);
  });

  it('marks every field that is blank, with the focus on the first, until the message is sent', async () => {
    await open(formPage());
    await fill(page, { name: '', email: ' ', message: '' });
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_ERRORS.nameRequired);
    expect(await invalid()).toEqual(['name', 'email', 'message']);
    expect(await page.evaluate('document.activeElement.name')).toBe('name');
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(await invalid()).toEqual([]);
  });

  it('finds fields by other names, given in part, and sends them by the names of the interface', async () => {
    const fieldNames = { email: 'your-email' };
    await open(
      formPage({
        fieldNames,
        start: `SiteContact.init('#contact-form', { fieldNames: ${JSON.stringify(fieldNames)} })`,
      }),
    );
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(server.submits.map((body) => JSON.parse(body))).toEqual([MESSAGE]);
  });

  it('sends once however often the button is pressed (UX-12)', async () => {
    await open(formPage());
    await fill(page);
    await page.evaluate(`{ const button = document.querySelector('#contact-form button');
      button.click(); button.click(); button.form.requestSubmit(); }`);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(server.submits).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('marks the form and its button while it sends', async () => {
    let answer = (): void => undefined;
    server.intercept((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      answer = () => void response.end(JSON.stringify(ACCEPTED));
    });
    await open(formPage());
    await fill(page);
    await send(page);
    await page.locator('#contact-form.sc-pending button[aria-disabled=true]').waitFor();
    await eventually(() => expect(server.submits).toHaveLength(1));
    answer();
    await page.locator('#contact-form.sc-success button[aria-disabled=false]').waitFor();
  });

  it('renews a refused token automatically: two requests, one success, one row (AF-14)', async () => {
    await open(formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }));
    await page.evaluate(
      `SiteContact.config.antiforgeryToken = 'v1.t1.aaaaaa.' + 'n'.repeat(16) + '.' + 'm'.repeat(43)`,
    );
    await fill(page);
    await send(page);
    expect(await results(page)).toEqual([ACCEPTED]);
    expect(server.submits).toHaveLength(2);
    expect(await rows()).toHaveLength(1);
  });

  it('a copy of the script saved long ago works (UX-04)', async () => {
    const script = await (await fetch(`${server.url}/_api/contact/site-contact.js`)).text();
    server.page('/saved.js', { html: script.replace(/v1\.t1\.[\w]+/, 'v1.t1.sssss') });
    await open(formPage({ script: '/saved.js' }));
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(server.submits).toHaveLength(2);
  });

  it('gives up after one renewal and says so (AF-14)', async () => {
    const refused = {
      success: false,
      message: CONTACT_MESSAGES.forgeryRefused,
      error: CONTACT_ERRORS.forgery,
    };
    server.intercept((_request, response) => {
      response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify(refused));
    });
    await open(formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }));
    await fill(page);
    await send(page);
    expect(await results(page)).toEqual([refused]);
    expect(server.submits).toHaveLength(2);
    expect(await typed(page)).toEqual(ALL_TYPED);
  });

  it.each([
    ['a page of HTML with 200', 200, 'text/html', '<h1>Welcome</h1>'],
    ['a page of HTML with 503', 503, 'text/html', '<h1>Service unavailable</h1>'],
    ['JSON of another shape', 200, 'application/json', '{"ok":1}'],
    ['nothing', 502, 'text/plain', ''],
  ])('turns %s into the one result shape and keeps the text', async (_what, status, type, body) => {
    server.intercept((_request, response) => response.writeHead(status, { 'Content-Type': type }).end(body));
    await open(formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }));
    await fill(page);
    await send(page);
    const [result] = await results(page);
    expect(result).toEqual({
      success: false,
      message: expect.any(String),
      error: CONTACT_ERRORS.unavailable,
    });
    expect(await typed(page)).toEqual(ALL_TYPED);
  });

  it('turns a broken connection into the one result shape and keeps the text', async () => {
    server.intercept((request) => request.socket.destroy());
    await open(formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` }));
    await fill(page);
    await send(page);
    const [result] = await results(page);
    expect(result).toEqual({ success: false, message: expect.any(String), error: CONTACT_ERRORS.network });
    expect(await typed(page)).toEqual(ALL_TYPED);
  });

  it('serves two forms on a page, each with its own options', async () => {
    const start = `SiteContact.init('#contact-form', { onSuccess: () => results.push('first') });
      SiteContact.init(document.getElementById('second'), { onSuccess: () => results.push('second') })`;
    await open(formPage({ start, more: formMarkup('second') }));
    await fill(page, { name: 'In second' }, '#second');
    await send(page, '#second');
    expect(await results(page)).toEqual(['second']);
    await fill(page);
    await send(page);
    expect(await results(page, 2)).toEqual(['second', 'first']);
    expect((await rows()).map(({ name }) => name).sort()).toEqual([MESSAGE.name, 'In second']);
  });

  it('init again changes the options and does not send twice', async () => {
    await open(
      formPage({
        start: `SiteContact.init('#contact-form'); SiteContact.init('#contact-form', ${KEEP_RESULTS})`,
      }),
    );
    await fill(page);
    await send(page);
    expect(await results(page)).toEqual([ACCEPTED]);
    expect(server.submits).toHaveLength(1);
  });

  it('init on a form that is not there says so in the console and breaks nothing', async () => {
    await open(
      formPage({
        start: `results.push(String(SiteContact.init('#missing'))); SiteContact.init('#contact-form')`,
      }),
    );
    expect(await results(page)).toEqual(['undefined']);
    expect(complaints.errors).toEqual([expect.stringContaining('#missing')]);
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
  });

  it('a callback that throws leaves the form usable', async () => {
    const start = `SiteContact.init('#contact-form', { onSuccess: (r) => { results.push(r); throw new Error('mine'); } })`;
    await open(formPage({ start }));
    for (const count of [1, 2]) {
      await fill(page, { message: `Message number ${count}` });
      await send(page);
      await results(page, count);
    }
    expect(await rows()).toHaveLength(2);
  });

  it('tells of its steps by events, the first of which can be cancelled', async () => {
    const start = `SiteContact.init('#contact-form');
      addEventListener('sitecontact:submit', (event) => { if (window.stop) event.preventDefault(); results.push('submit'); });
      addEventListener('sitecontact:success', (event) => results.push(event.detail))`;
    await open(formPage({ start }));
    await page.evaluate('window.stop = true');
    await fill(page);
    await send(page);
    expect(await results(page)).toEqual(['submit']);
    expect(server.submits).toEqual([]);
    await page.evaluate('window.stop = false');
    await send(page);
    expect(await results(page, 3)).toEqual(['submit', 'submit', ACCEPTED]);
  });

  it('without a provider getCaptchaToken gives an empty text, and loadCaptcha does nothing', async () => {
    await open(formPage());
    expect(await page.evaluate('SiteContact.getCaptchaToken(SiteContact.config)')).toBe('');
    expect(await page.evaluate('String(SiteContact.loadCaptcha(SiteContact.config))')).toBe('undefined');
    expect(await page.locator('script').count()).toBe(2);
  });

  it('runs under a strict content security policy with a nonce (UX-05)', async () => {
    const csp = `default-src 'none'; script-src 'nonce-abc123' 'strict-dynamic'; connect-src 'self'; style-src 'none'; base-uri 'none'`;
    await open(formPage({ nonce: 'abc123' }), { 'Content-Security-Policy': csp });
    await fill(page);
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
    expect(await complaints.violations()).toEqual([]);
  });

  it('survives a server that goes away and comes back: text kept, then one row', async () => {
    await open(formPage());
    await fill(page);
    const { port } = site.api;
    await site.api.kill();
    await send(page);
    expect(await statusOf(page)).toBe(CONTACT_MESSAGES.unavailable);
    expect(await typed(page)).toEqual(ALL_TYPED);
    const env = { ...WITHOUT_LIMITS, ...mailBy(site.sink.url), TRUSTED_PROXIES: '127.0.0.1/32' };
    const again = await startApi(site.database.url, { ...env, PORT: String(port) });
    try {
      await send(page);
      await eventually(async () => expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted));
      expect(await rows()).toHaveLength(1);
    } finally {
      await again.stop();
    }
  });
});
