import type { OutboxDetail } from '@sitedesk/contract/outbox';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

const PASSWORD = 'canary-browser-password';

describe('settings, email, CAPTCHA and the form in the administration (UI-04, UI-05, UI-16, UI-20)', () => {
  let admin: Admin;
  let sink: SmtpSink;
  let page: Page;
  beforeAll(async () => {
    sink = await startSmtpSink({ auth: { user: 'site', pass: PASSWORD } });
    admin = await startAdmin({ EMAIL__SENDERNAME: 'From the environment' });
    page = await admin.page();
  });
  afterAll(async () => {
    await admin.stop();
    await sink.close();
  });

  const open = async (path: string, heading: string): Promise<void> => {
    await page.goto(admin.url(path));
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };
  const saved = (words: string): Promise<void> => page.getByText(words, { exact: true }).first().waitFor();

  it('detects what is typed, tells the phase that fails in the server’s words, saves and verifies (UI-16)', async () => {
    await open('/settings/email', 'Email');
    const connection = page.getByRole('textbox', { name: 'Connection string' });
    await connection.fill(`smtp://site:wrong@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`);
    await page.getByText('Detected: Mail server (SMTP)').waitFor();
    await page.getByText('certificate isn’t verified').waitFor();
    await page.getByLabel('Sender address').fill('website@site.test');
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('The test failed at step “Authenticate”').waitFor();
    await page.getByText(/^535 /).waitFor();
    await page.keyboard.press('Control+s');
    const warning = page.getByRole('dialog', { name: 'Save settings that failed their test?' });
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await warning.waitFor({ state: 'detached' });
    await page.getByText('Unsaved changes').waitFor();
    await connection.fill(`smtp://site:${PASSWORD}@127.0.0.1:${sink.port}?tls.rejectUnauthorized=false`);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Replace: Connection string' }).waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('Test email accepted').waitFor();
    await page.getByText(/^Verified .* by Administrator$/).waitFor();
    expect(sink.messages).toHaveLength(1);
    expect(await page.content()).not.toContain(PASSWORD);
  });

  it('what the environment sets shows its variable and cannot be edited (UX-29)', async () => {
    await page.getByText('environment variable EMAIL__SENDERNAME', { exact: false }).waitFor();
    expect(await page.getByLabel('Sender name').isDisabled()).toBe(true);
  });

  it('gives the snippet, runs the real script in the preview, and follows a test message to the provider (UI-04)', async () => {
    await open('/settings/contact', 'Contact form');
    await page.getByText("SiteContact.init('#contact-form')").waitFor();
    await page.getByRole('combobox', { name: 'Language your visitors read' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByText('<script src="/_api/contact/site-contact.js?lang=de"></script>').waitFor();
    const preview = page.frameLocator('iframe');
    await preview.getByLabel('Name').fill('Anna');
    await preview.getByLabel('Email').fill('anna@visitor.test');
    await preview.getByLabel('Message').fill('A message that is long enough.');
    await preview.getByRole('button', { name: 'Send' }).click();
    await preview.getByText('Preview. Nothing was sent.').waitFor();
    await page.getByRole('button', { name: 'Send test message' }).click();
    await page.getByText('Accepted by the provider').waitFor();
    const rows = await admin.site.database.query('SELECT is_test FROM contact_submission');
    expect(rows).toEqual([{ is_test: true }]);
  });

  it('shows what the server refuses at its field, and keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Maximum message length' }).fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be at least 10').waitFor();
    expect(await page.getByRole('textbox', { name: 'Maximum message length' }).inputValue()).toBe('9');
    await page.getByRole('textbox', { name: 'Maximum message length' }).fill('2000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  });

  it('of two that save, the second one sees the conflict, loses nothing, and decides (UX-12)', async () => {
    const other = await admin.site.administrator();
    const { version } = (await other.get('/settings/ContactApi')).json() as { version: number };
    await page.getByRole('textbox', { name: 'Maximum message length' }).fill('3000');
    await other.put(
      '/settings/ContactApi',
      { values: { MaxMessageLength: '2500' } },
      { 'If-Match': `"v${version}"` },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Someone else saved changes').waitFor();
    expect(await page.getByRole('textbox', { name: 'Maximum message length' }).inputValue()).toBe('3000');
    await page.getByRole('radio', { name: 'Theirs 2,500 characters' }).check();
    expect(await page.getByRole('textbox', { name: 'Maximum message length' }).inputValue()).toBe('2500');
    await page.getByRole('radio', { name: 'Yours 3,000 characters' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    const { text } = await other.get('/settings/ContactApi');
    expect(text).toContain('"value":"3000"');
  });

  it('finds a setting, shows its history, and undoes the change (UI-20)', async () => {
    await open('/settings', 'Settings');
    await page.getByLabel('Search all settings').fill('MaxMessageLength');
    await page.getByRole('heading', { name: 'Sign-in and accounts' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^Maximum message length/ }).click();
    await page.getByRole('link', { name: /Show changes: Maximum message length$/ }).click();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2,500 characters').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await saved('Undone');
    await page.getByText('Can’t be undone', { exact: false }).first().waitFor();
    await open('/settings?view=history&group=EMAIL', 'Settings');
    await page.getByText('Password: Set', { exact: false }).first().waitFor();
    expect(await page.content()).not.toContain(PASSWORD);
  });

  it('says honestly what is known of the keys, and will not require a CAPTCHA without them (UI-05)', async () => {
    await open('/settings/spam', 'CAPTCHA');
    await page.getByText('Widget', { exact: true }).click();
    await page.getByRole('switch', { name: 'Require CAPTCHA for every visitor' }).click();
    await page.getByLabel('Site key').fill('site-key');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is required', { exact: true }).waitFor();
    await page.getByLabel('Verification URL').fill('https://captcha.nowhere.invalid/siteverify');
    await page.getByRole('textbox', { name: 'Secret key' }).fill('a-secret');
    await page.getByRole('button', { name: 'Verify keys' }).click();
    await page.getByText('Couldn’t reach the provider', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  });

  it('lists the outbox, cancels a waiting mail and sends it after all (UI-16)', async () => {
    const { site } = admin;
    sink.behave('451-data');
    const browser = await site.administrator();
    const test = (await browser.post('/contact-form/test', { name: 'Zoë Waits' })).json();
    const { submissionId } = test as { submissionId: string };
    await page.goto(admin.url(`/settings/email?view=outbox&email=${submissionId}`));
    const drawer = page.getByRole('dialog', { name: 'Zoë Waits' });
    await drawer.getByText('451 Try the message again later').waitFor();
    await drawer.getByRole('button', { name: 'Cancel email' }).click();
    const question = page.getByRole('dialog', { name: /Cancel the email/ });
    await question.getByRole('button', { name: 'Cancel email' }).click();
    await drawer.getByText('Canceled', { exact: true }).waitFor();
    sink.behave('ok');
    await drawer.getByRole('button', { name: 'Send now' }).click();
    await drawer.getByText('Sent', { exact: true }).first().waitFor();
  });

  it('says that sending is paused, instead of a time that has passed', async () => {
    const { site } = admin;
    const browser = await site.administrator();
    sink.behave('421-mail');
    const test = (await browser.post('/contact-form/test', { name: 'Yuri Waits' })).json();
    const { submissionId } = test as { submissionId: string };
    await eventually(async () => {
      const { history } = (await browser.get(`/outbox/${submissionId}`)).json() as OutboxDetail;
      expect(history).not.toEqual([]);
    });
    await site.database.query(`UPDATE job SET next_attempt_at = now() - interval '1 hour' WHERE id = $1`, [
      submissionId,
    ]);
    await page.goto(admin.url('/settings/email?view=outbox'));
    const row = page.getByRole('row').filter({ hasText: 'Yuri Waits' });
    await row.getByText('Paused', { exact: true }).waitFor();
    expect(await row.innerText()).not.toMatch(/ago/);
    sink.behave('ok');
  });

  it('editors look after mail and the form, and are told why they may not change them (UX-22)', async () => {
    const administrator = await admin.site.administrator();
    const { credentials } = await colleague(admin.site, administrator, { roles: ['Editor'] });
    const theirs = await admin.page({ as: credentials, at: '/settings/email' });
    await theirs.getByText('Only administrators can change these settings.', { exact: false }).waitFor();
    await theirs.goto(admin.url('/settings'));
    await theirs.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s on a %s', async (theme, screen) => {
    const own = await admin.page({ theme, screen });
    for (const path of [
      '/settings',
      '/settings?view=history',
      '/settings/email',
      '/settings/email?view=outbox',
      '/settings/spam',
      '/settings/contact',
    ]) {
      await own.goto(admin.url(path));
      await own.getByRole('heading', { level: 1 }).waitFor();
      await own.waitForLoadState('networkidle');
      expect({ path, findings: await axeFindings(own) }).toEqual({ path, findings: [] });
      const wide = await own.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect({ path, wide }).toEqual({ path, wide: 0 });
    }
  });
});
