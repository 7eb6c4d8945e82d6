import {
  CONTACT_ERRORS,
  CONTACT_MESSAGES,
  type CaptchaProvider,
  messageLengthText,
} from '@sitedesk/contract/contact';
import { type FakeCaptchaProvider, startCaptchaProvider } from '@sitedesk/testing';
import type { Browser, Page } from 'playwright-core';
import { captchaConfig } from '../harness/captcha-config.js';
import { type Site, startSite, WITHOUT_LIMITS } from '../harness/site.js';
import { MESSAGE } from '../harness/visitor.js';
import { type Complaints, launchBrowser, watch } from './support/browser.js';
import { fill, formPage, KEEP_RESULTS, results, send, statusOf, typed } from './support/form.js';
import { type PageServer, startPageServer } from './support/page-server.js';

const failure = (error: string): object => ({ success: false, message: expect.any(String), error });

describe.each<CaptchaProvider>(['captcha_widget', 'captcha_invisible'])(
  '%s in Chromium (specification 4.4)',
  (provider) => {
    let captcha: FakeCaptchaProvider;
    let site: Site;
    let server: PageServer;
    let browser: Browser;
    let page: Page;
    let complaints: Complaints;

    beforeAll(async () => {
      captcha = await startCaptchaProvider({ hostname: '127.0.0.1' });
      site = await startSite({ ...WITHOUT_LIMITS, CAPTCHA__CONFIG: captchaConfig(captcha, provider) });
      server = await startPageServer(site.url('through the edge proxy'));
      browser = await launchBrowser();
    });

    afterAll(async () => {
      await browser.close();
      await server.close();
      await site.stop();
      await captcha.close();
    });

    beforeEach(async () => {
      server.clear();
      captcha.behave('ok');
      captcha.behaveInBrowser({ outcome: 'solve', delayMs: 20 });
      page = await browser.newPage();
      complaints = await watch(page);
    });

    afterEach(() => page.close());

    async function open(html = formPage(), headers: Readonly<Record<string, string>> = {}): Promise<void> {
      server.page('/', { html, headers });
      await page.goto(server.url);
    }

    const withResults = formPage({ start: `SiteContact.init('#contact-form', ${KEEP_RESULTS})` });

    it('takes messages, each with a token of its own', async () => {
      const before = captcha.calls.length;
      await open(withResults);
      for (const count of [1, 2]) {
        await fill(page, { message: `Message number ${count}` });
        await send(page);
        const all = await results(page, count);
        expect(all[count - 1]).toEqual({ success: true, message: CONTACT_MESSAGES.accepted, error: null });
      }
      const tokens = captcha.calls.slice(before).map(({ response }) => response);
      expect(new Set(tokens).size).toBe(2);
      expect(server.submits.map((body) => Object.keys(JSON.parse(body)).sort())).toEqual([
        ['captchaToken', 'email', 'message', 'name'],
        ['captchaToken', 'email', 'message', 'name'],
      ]);
      expect(complaints.errors).toEqual([]);
    });

    it('a mistyped field costs no verification; the corrected message passes (UX-07)', async () => {
      const before = captcha.calls.length;
      await open();
      await fill(page, { message: 'short' });
      await send(page);
      expect(await statusOf(page)).toBe(messageLengthText(5000));
      await page.locator('textarea').fill(MESSAGE.message);
      await send(page);
      await page.locator('[role=status]', { hasText: CONTACT_MESSAGES.accepted }).waitFor();
      expect(captcha.calls.length - before).toBe(1);
    });

    it('tells that the server did not accept the token, and keeps the text', async () => {
      captcha.behave(provider === 'captcha_widget' ? 'rejects' : 'low-score');
      await open(withResults);
      await fill(page);
      await send(page);
      expect(await results(page)).toEqual([
        { success: false, message: CONTACT_MESSAGES.captchaFailed, error: CONTACT_ERRORS.captchaFailed },
      ]);
      expect(await typed(page)).toEqual(Object.values(MESSAGE));
    });

    it("says `Invalid CAPTCHA` and sends nothing when the provider's script reports an error (DD-09)", async () => {
      captcha.behaveInBrowser({ outcome: 'fail', delayMs: 300 });
      await open(withResults);
      await fill(page);
      await send(page);
      expect(await results(page)).toEqual([failure(CONTACT_ERRORS.invalidCaptcha)]);
      expect(server.submits).toEqual([]);
      expect(await typed(page)).toEqual(Object.values(MESSAGE));
    });

    it("says `Invalid CAPTCHA` when the provider's script is blocked, and works once it is not (UX-06)", async () => {
      await page.route(`${captcha.url}/**`, (route) => route.abort());
      await open(withResults);
      await fill(page);
      await send(page);
      expect(await results(page)).toEqual([failure(CONTACT_ERRORS.invalidCaptcha)]);
      await page.unroute(`${captcha.url}/**`);
      await send(page);
      const [, second] = await results(page, 2);
      expect(second).toMatchObject({ success: true });
    });

    it('says `Missing CAPTCHA token` after ten seconds without one (DD-09)', async () => {
      captcha.behaveInBrowser({ outcome: 'never', delayMs: 0 });
      await page.clock.install();
      await open(withResults);
      await fill(page);
      await page.clock.pauseAt(Date.now() + 60_000); // from here on time only passes where the test says so
      await send(page);
      await page.locator('#contact-form.sc-pending').waitFor();
      await page.clock.fastForward(9_000);
      expect(await page.evaluate('window.results')).toEqual([]);
      await page.clock.fastForward(1_500);
      expect(await results(page)).toEqual([failure(CONTACT_ERRORS.missingCaptcha)]);
      expect(server.submits).toEqual([]);
    });

    it('passes the nonce on: no violation of a strict content security policy (UX-05)', async () => {
      const csp = `default-src 'none'; script-src 'nonce-abc123'; connect-src 'self'; style-src 'none'; base-uri 'none'`;
      await open(formPage({ nonce: 'abc123' }), { 'Content-Security-Policy': csp });
      await fill(page);
      await send(page);
      expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
      expect(await complaints.violations()).toEqual([]);
    });

    it("loads the provider's script once for two forms", async () => {
      const start = `SiteContact.init('#contact-form'); SiteContact.init('#contact-form'); SiteContact.loadCaptcha(SiteContact.config)`;
      await open(formPage({ start }));
      expect(await page.locator(`script[src^="${captcha.url}"]`).count()).toBe(1);
    });
  },
);

describe('captcha_widget alone', () => {
  it('shows the widget before it is needed and renews an expired token (UX-07)', async () => {
    const captcha = await startCaptchaProvider({ hostname: '127.0.0.1' });
    const site = await startSite({
      ...WITHOUT_LIMITS,
      CAPTCHA__CONFIG: captchaConfig(captcha, 'captcha_widget'),
    });
    const server = await startPageServer(site.url('through the edge proxy'));
    const browser = await launchBrowser();
    try {
      captcha.behaveInBrowser({ outcome: 'expire', delayMs: 50 });
      server.page('/', { html: formPage() });
      const page = await browser.newPage();
      await page.goto(server.url);
      await page.locator('#contact-form .stand-in-captcha', { hasText: 'solved' }).waitFor();
      await page.waitForTimeout(400); // the token has expired, once at least
      await fill(page);
      await send(page);
      expect(await statusOf(page)).toBe(CONTACT_MESSAGES.accepted);
      expect(captcha.calls.map(({ remoteip }) => remoteip)).toHaveLength(1);
    } finally {
      await browser.close();
      await server.close();
      await site.stop();
      await captcha.close();
    }
  });
});
