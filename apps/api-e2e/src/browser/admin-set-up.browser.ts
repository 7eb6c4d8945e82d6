import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { ADMINISTRATOR } from '../harness/editor.js';
import { freshWindow } from '../harness/fresh-window.js';
import { type Admin, axeFindings, holds, startAdmin } from './support/admin.js';
import { type PageServer, startPageServer } from './support/page-server.js';

const PASSWORD = 'canary-setup-mail-password';
/** The set-up waits for a person. */
const NOBODY = { SETUP_ADMIN_EMAIL: '', SETUP_ADMIN_PASSWORD: '' } as const;

const codeOf = (admin: Admin): string => /"setupCode":"([^"]+)"/.exec(admin.site.api.output())?.[1] ?? '';
const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save and continue' }).click();

async function makeAccount(page: Page, admin: Admin): Promise<void> {
  await page.goto(admin.url('/setup'));
  await page.getByLabel('Setup code').fill(codeOf(admin));
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Your name').fill('Anna Berg');
  await page.getByLabel('Email address').fill(ADMINISTRATOR.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await heading(page, 'Your site');
}

/** The step as it is now, in both themes and on a telephone. */
async function looksRight(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page
      .locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)')
      .waitFor({ state: 'attached' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

describe('first run, the whole way through (UI-01, UX-15)', () => {
  let admin: Admin;
  let sink: SmtpSink;
  let visitors: PageServer;
  let page: Page;
  beforeAll(async () => {
    sink = await startSmtpSink({ auth: { user: 'site', pass: PASSWORD } });
    admin = await startAdmin({ ...NOBODY, EMAIL__SENDERNAME: 'From the environment' });
    visitors = await startPageServer(admin.site.api.url);
    page = await admin.page({ as: null });
  });
  afterAll(async () => {
    await visitors.close();
    await admin.stop();
    await sink.close();
  });

  it('leads to the set-up, in the language one chooses, and says at once that a code is wrong', async () => {
    await page.goto(admin.url('/'));
    await page.waitForURL(/\/setup$/);
    await heading(page, 'Enter your setup code');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await heading(page, 'Einrichtungscode eingeben');
    await page.getByRole('combobox', { name: 'Sprache' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByLabel('Setup code').fill('WRONG');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('This setup code isn’t correct.').waitFor();
    await looksRight(page);
  });

  it('makes the administrator, and asks on without a further sign-in', async () => {
    await makeAccount(page, admin);
    await holds(page.getByLabel('Site name'), 'Main site');
    await looksRight(page);
  });

  it('keeps the name and the domain of the site, and says at its field what is no domain', async () => {
    await page.getByLabel('Site name').fill('Bakery');
    await page.getByLabel('Public domain').fill('not a domain!');
    await goOn(page);
    await page.getByText('isn’t a valid hostname, such as www.example.com').waitFor();
    await page.getByLabel('Public domain').and(page.locator(':focus')).waitFor();
    await page.getByLabel('Public domain').fill('https://www.bakery.test/contact');
    await goOn(page);
    await heading(page, 'Set up email');
    const administrator = await admin.site.administrator();
    expect((await administrator.get('/site')).json()).toMatchObject({
      name: 'Bakery',
      hostnames: ['www.bakery.test'],
    });
  });

  it('goes on after a reload where it was, also from the start page, and goes back to what was saved', async () => {
    await page.goto(admin.url('/'));
    await page.waitForURL(/\/setup$/);
    await heading(page, 'Set up email');
    await page.getByRole('button', { name: 'Back' }).click();
    await heading(page, 'Your site');
    await holds(page.getByLabel('Site name'), 'Bakery');
    await goOn(page);
    await heading(page, 'Set up email');
  });

  it('does not go on without an answer, and locks what the environment sets', async () => {
    await goOn(page);
    await page.getByText('Enter your email provider’s details, or choose “No email yet”.').waitFor();
    expect(await page.getByLabel('Sender name').isDisabled()).toBe(true);
    await page.getByText('Set by the environment variable EMAIL__SENDERNAME.').waitFor();
    await looksRight(page);
  });

  it('detects a pasted connection, and tells the step at which its test fails in the server’s words (UX-17)', async () => {
    await page
      .getByRole('textbox', { name: 'Connection string' })
      .fill(`smtp://site:wrong@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`);
    await page.getByText('Detected: Mail server (SMTP)').waitFor();
    await page.getByLabel('Sender address').fill('website@bakery.test');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('The test failed at step “Authenticate”').waitFor();
    await page.getByText(/^535 /).waitFor();
    await looksRight(page);
    await page
      .getByRole('textbox', { name: 'Connection string' })
      .fill(`smtp://site:${PASSWORD}@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('Test email accepted').waitFor();
    expect(sink.messages).toHaveLength(1);
    await goOn(page);
    await heading(page, 'Contact form');
  });

  it('has a form for a mail server too, which gives the same connection', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('Mail server (SMTP)', { exact: true }).click();
    await page.getByLabel('Host').fill('mail.bakery.test');
    await page.getByRole('combobox', { name: 'Encryption' }).click();
    await page.getByRole('option', { name: 'Implicit TLS' }).click();
    await holds(page.getByLabel('Port'), '465');
    await page.getByText('Detected: Mail server (SMTP)').waitFor();
    await looksRight(page);
    await page.getByText('No email yet', { exact: true }).click();
    // Passed over: what was saved before stays.
    await goOn(page);
    await heading(page, 'Contact form');
    const administrator = await admin.site.administrator();
    expect((await administrator.get('/email')).json()).toMatchObject({ provider: { kind: 'smtp' } });
  });

  it('shows who is told otherwise, wants the keys of a CAPTCHA, and ticks when a page loads the script', async () => {
    expect(await page.getByLabel('Send notifications to').getAttribute('placeholder')).toBe(
      'website@bakery.test',
    );
    await page.getByText('Waiting for a page to load the script').waitFor();
    await page.getByText('Widget', { exact: true }).click();
    await goOn(page);
    await page
      .getByText(/SiteKey|site key/i)
      .last()
      .waitFor();
    await page.getByText('None', { exact: true }).click();
    await looksRight(page);
    visitors.page('/contact', {
      html: '<!doctype html><title>Contact</title><script src="/_api/contact/site-contact.js"></script>',
    });
    const visitor = await admin.browser.newPage();
    await visitor.goto(`${visitors.url}/contact`);
    await page.getByText(`Loaded by ${visitors.url}/contact`).waitFor();
    await visitor.close();
    await page.getByLabel('Send notifications to').fill('owner@bakery.test');
    await goOn(page);
    await heading(page, 'One last thing: secure your account');
    await looksRight(page);
  });

  it('ends at the own account’s sign-in, and is never asked again', async () => {
    await page.getByRole('button', { name: 'Secure my account' }).click();
    await page.waitForURL(/\/me\?part=sign-in$/);
    await heading(page, 'My account');
    await page.goto(admin.url('/setup'));
    await heading(page, 'Hello, Anna Berg');
    expect(new URL(page.url()).pathname).toBe('/admin/');
    await page.getByText('Set up your site').waitFor();
    const administrator = await admin.site.administrator();
    expect((await administrator.get('/setup/steps')).json()).toMatchObject({ pending: false });
    expect(await page.content()).not.toContain(PASSWORD);
  });
});

describe('first run of a demonstration, which gets a real mail server (UI-01)', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin({ ...NOBODY, DEMONSTRATION: '1', DEMO_MAIL_URL: 'none:' });
  });
  afterAll(() => admin.stop());

  it('asks for the sender at its field, which still shows the demonstration’s, and goes on with another', async () => {
    const page = await admin.page({ as: null });
    await makeAccount(page, admin);
    await goOn(page);
    await heading(page, 'Set up email');
    await page.getByText('Mail server (SMTP)', { exact: true }).click();
    await page.getByLabel('Host').fill('mail.bakery.test');
    const sender = page.getByRole('textbox', { name: 'Sender address' });
    await goOn(page);
    await page.getByText(EMAIL_TEXTS.demonstrationSender.text).waitFor();
    expect(await sender.getAttribute('aria-invalid')).toBe('true');
    await holds(sender, 'website@sitedesk.example');
    await looksRight(page);
    await sender.fill('website@bakery.test');
    await goOn(page);
    await heading(page, 'Contact form');
    const administrator = await admin.site.administrator();
    expect((await administrator.get('/email')).json()).toMatchObject({
      provider: { kind: 'smtp' },
      senderEmail: 'website@bakery.test',
      recipient: 'website@bakery.test',
      problem: null,
    });
  });
});

describe('first run, the short way (UI-01)', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin({ ...NOBODY, RATELIMIT__SIGNIN: '6/60' })));
  afterAll(() => admin.stop());

  it('waits for a database that is not ready, and goes on automatically', async () => {
    const page = await admin.page({ as: null });
    await page.route('**/editor/setup', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503}' }),
    );
    await page.goto(admin.url('/setup'));
    await page.getByText('The server isn’t ready yet').waitFor();
    await looksRight(page);
    await page.unroute('**/editor/setup');
    await heading(page, 'Enter your setup code');
  });

  it('passes everything over at once, when the step stands still, and leaves the rest to the start page', async () => {
    const page = await admin.page({ as: null });
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/editor/settings/**', async (route) => {
      await held;
      await route.continue();
    });
    await makeAccount(page, admin);
    await page.getByLabel('Site name').waitFor();
    const later = page.getByRole('button', { name: 'Finish later' });
    expect(await later.count()).toBe(0); // it would move away from the click
    letThrough();
    await later.click();
    await heading(page, 'Hello, Anna Berg');
    await page.getByText('Set up your site').waitFor();
    await page.reload();
    await heading(page, 'Hello, Anna Berg');
    const rows = await admin.site.database.query('SELECT count(*)::int AS count FROM setting');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('asks nobody who is not signed in, and complains of nothing', async () => {
    const page = await admin.page({ as: null, at: '/setup' });
    await page.waitForURL(/\/login$/);
  });
});

describe('first run, someone who guesses (UI-01)', () => {
  let admin: Admin;
  beforeAll(async () => void (admin = await startAdmin({ ...NOBODY, RATELIMIT__SIGNIN: '3/3600' })));
  afterAll(() => admin.stop());

  it('is slowed down, and told how long to wait', async () => {
    const page = await admin.page({ as: null });
    await freshWindow(admin.site.database, 3_600);
    await page.goto(admin.url('/setup'));
    for (let tries = 0; tries < 4; tries += 1) {
      await page.getByLabel('Setup code').fill(`GUESS-${tries}`);
      const answered = page.waitForResponse('**/editor/setup/code');
      await page.getByRole('button', { name: 'Next' }).click();
      await answered;
    }
    await page.getByText(/Too many attempts. Wait \d+ minutes?, then try again/).waitFor();
  });
});
