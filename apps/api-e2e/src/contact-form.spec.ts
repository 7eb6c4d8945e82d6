import {
  CONTACT_FORM_LIMITS,
  type ContactFormOverview,
  type ContactTestResult,
  type ContactTestTimeline,
} from '@sitedesk/contract/contact-form';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites } from './harness/people.js';
import { ADMIN_EMAIL, mailBy } from './harness/site.js';
import { visitorOf } from './harness/tenants.js';

const overview = async (browser: EditorBrowser): Promise<ContactFormOverview> =>
  (await browser.get('/contact-form')).json() as ContactFormOverview;

describe('the form’s settings (UI-04)', () => {
  let site: EditorSite;
  let sink: SmtpSink;
  let admin: EditorBrowser;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    site = await startEditorSite({
      ...mailBy(sink.url),
      RATELIMIT__CONTACTFORM: '7/120',
      RATELIMIT__CONTACTSCRIPT: '1000000/60',
    });
    admin = await site.administrator();
  });
  afterAll(async () => {
    await sink.close();
    await site.stop();
  });

  const load = (referer?: string): Promise<{ readonly status: number }> =>
    call(
      `${site.api.url}/_api/contact/site-contact.js`,
      referer === undefined ? {} : { headers: { Referer: referer } },
    );

  it('gives the snippet, the policy line, and every limit with its source', async () => {
    const form = await overview(admin);
    expect(form).toMatchObject({
      scriptPath: '/_api/contact/site-contact.js',
      snippets: {
        en: expect.stringContaining('<script src="/_api/contact/site-contact.js"></script>'),
        de: expect.stringMatching(
          />Nachricht <textarea[^]+<script src="\/_api\/contact\/site-contact\.js\?lang=de"/,
        ),
      },
      contentSecurityPolicy: "script-src 'self'; connect-src 'self'",
      recipient: { address: ADMIN_EMAIL, isFallback: false },
      problem: null,
    });
    expect(form.limits).toEqual(
      expect.arrayContaining([
        { key: 'maxMessageLength', value: 5000, windowSeconds: null, source: 'default', variable: null },
        {
          key: 'submissions',
          value: 7,
          windowSeconds: 120,
          source: 'environment',
          variable: 'RATELIMIT__CONTACTFORM',
        },
      ]),
    );
  });

  it('knows the pages that load the script, without what may be private in their addresses', async () => {
    for (let i = 0; i < 3; i += 1) await load('https://www.site.test/contact?session=secret#here');
    await load();
    await load('about:blank');
    const page = await eventually(async () => {
      const [first] = (await overview(admin)).pages;
      if (first?.loads !== 3) throw new Error('It is not written yet.');
      return first;
    });
    expect(page).toMatchObject({ page: 'https://www.site.test/contact', ownHost: true });
    expect((await overview(admin)).pages).toHaveLength(1);
  });

  it('keeps a bounded number of them, whatever anyone claims to come from', async () => {
    for (let batch = 0; batch < 3; batch += 1) {
      await Promise.all(Array.from({ length: 90 }, (_, i) => load(`https://spam.test/${batch}-${i}`)));
      await eventually(async () => {
        const { pages } = await overview(admin);
        if (!pages.some(({ page }) => page.startsWith(`https://spam.test/${batch}-`)))
          throw new Error('Not yet.');
      });
    }
    const stored = await site.database.query<{ count: string }>('SELECT count(*) FROM contact_form_page');
    expect(Number(stored[0]?.count)).toBeLessThanOrEqual(CONTACT_FORM_LIMITS.pages);
  });

  it('shows a preview that runs the real script in a sandbox of its own', async () => {
    const preview = await admin.get('/contact-form/preview?theme=dark');
    expect(preview.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(preview.headers['x-frame-options']).toBe('SAMEORIGIN');
    const policy = String(preview.headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts allow-forms');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).toContain("form-action 'none'");
    expect(preview.text).toContain('SC_CONFIG');
    expect(preview.text).toContain("SiteContact.init('#contact-form')");
  });

  it('a test submission walks the real path to the mail server, and its timeline can be read', async () => {
    const result = (
      await admin.post('/contact-form/test', { name: 'Test Person' })
    ).json() as ContactTestResult;
    expect(result.ok).toBe(true);
    expect(result.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'script passed',
      'token passed',
      'validation passed',
      'captcha skipped',
      'stored passed',
      'queued passed',
    ]);
    const timeline = await eventually(async () => {
      const found = (
        await admin.get(`/contact-form/tests/${result.submissionId}`)
      ).json() as ContactTestTimeline;
      if (!found.finished) throw new Error('It is under way.');
      return found;
    });
    expect(timeline).toMatchObject({ status: 'sent', receiptCode: result.receiptCode });
    expect(timeline.events.map(({ kind }) => kind)).toEqual(['received', 'queued', 'sent']);
    const [message] = await sink.waitFor(1);
    expect(message?.envelope.to).toEqual([ADMIN_EMAIL]);
    const [row] = await site.database.query('SELECT is_test, name FROM contact_submission WHERE id = $1', [
      result.submissionId,
    ]);
    expect(row).toEqual({ is_test: true, name: 'Test Person' });
  });

  it('the form’s own rules hold for it, and nothing is stored that breaks one', async () => {
    const result = (await admin.post('/contact-form/test', { name: 'X' })).json() as ContactTestResult;
    expect(result).toMatchObject({ ok: false, submissionId: null });
    expect(result.steps.at(-1)).toMatchObject({
      step: 'validation',
      outcome: 'failed',
      detail: 'Name must be between 2 and 100 characters',
    });
  });

  it('is not counted by the visitors’ limit', async () => {
    for (let i = 0; i < 8; i += 1) expect((await admin.post('/contact-form/test')).status).toBe(200);
  });

  it('may be read and tried by editors, and by nobody below', async () => {
    const { browser } = await colleague(site, admin, { roles: ['Editor'] });
    expect((await browser.get('/contact-form')).status).toBe(200);
    const author = await colleague(site, admin, { roles: ['Author'] });
    expect((await author.browser.get('/contact-form')).status).toBe(403);
    expect((await author.browser.post('/contact-form/test')).status).toBe(403);
  });
});

describe('the forms of two sites', () => {
  it('each knows its own pages, and tells those of its hosts from strangers’ (Z-03)', async () => {
    const { a, b, site } = await startTwoEditorSites();
    try {
      const load = (host: string, Referer: string): Promise<unknown> =>
        visitorOf(site.api.url, host).call('site-contact.js', { headers: { Referer } });
      await load(HOSTS.a, `https://${HOSTS.a}/contact`);
      await load(HOSTS.a, 'https://stranger.test/copied');
      await load(HOSTS.b, `https://shop.${HOSTS.b}/`);
      await eventually(async () => expect((await overview(a)).pages).toHaveLength(2));
      await eventually(async () => expect((await overview(b)).pages).toHaveLength(1));
      expect((await overview(a)).pages).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ page: `https://${HOSTS.a}/contact`, ownHost: true }),
          expect.objectContaining({ page: 'https://stranger.test/copied', ownHost: false }),
        ]),
      );
      expect((await overview(b)).pages[0]).toMatchObject({ page: `https://shop.${HOSTS.b}/`, ownHost: true });
      expect((await overview(b)).scriptUrl).toBe(`https://${HOSTS.b}/_api/contact/site-contact.js`);
    } finally {
      await site.stop();
    }
  });
});
