import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import type { Locator, Page } from 'playwright-core';
import { EDITOR_URL, linkIn, mailTo } from '../harness/account-emails.js';
import { ageSignIns, Authenticator, newAdministrator, newProtectedPerson } from '../harness/authenticator.js';
import { eventually } from '../harness/eventually.js';
import { colleague, freshEmail } from '../harness/people.js';
import { mailBy } from '../harness/site.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, axeFindings, isCopied, pressTogether, signIn, startAdmin } from './support/admin.js';
import { addAuthenticator } from './support/virtual-authenticator.js';

const NEW_PASSWORD = 'eleven green boats in winter';

describe('my account (UI-22)', () => {
  let admin: Admin;
  let sink: SmtpSink;
  let page: Page;
  let credentials: { readonly email: string; readonly password: string };
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    admin = await startAdmin({ ...mailBy(sink.url), IDENTITY__EDITORURL: EDITOR_URL });
  });
  afterAll(async () => {
    await admin.stop();
    await sink.close();
  });
  beforeEach(async () => {
    const administrator = await admin.site.administrator();
    ({ credentials } = await colleague(admin.site, administrator, { roles: ['Administrator'] }));
    page = await admin.page({ as: credentials, at: null });
  });

  const open = async (part: string): Promise<void> => {
    await page.goto(admin.url(`/me?part=${part}`));
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  };
  const button = (name: string, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  /** The codes that are on the page now. */
  const shownCodes = async (): Promise<readonly string[]> => {
    const list = page.getByRole('list', { name: 'Recovery codes' });
    await list.waitFor();
    return list.getByRole('listitem').allTextContents();
  };

  it('saves the name, and says so when someone else saved first (UX-20)', async () => {
    await open('profile');
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    const other = admin.site.browser();
    await other.signIn(credentials);
    const { headers } = await other.get('/account');
    const matching = { 'If-Match': String(headers['etag']) };
    await other.patch('/account', { displayName: 'From my other browser' }, matching);
    await button('Save').click();
    await page.getByRole('radio', { name: 'Theirs From my other browser' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button('Save').click();
    await page.getByRole('button', { name: /Account menu: Mine/ }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Mia Holm');
    await button('Save').click();
    await page.getByRole('button', { name: /Account menu: Mia Holm/ }).waitFor();
  });

  it('changes the address with the password, and keeps the old one until the link is used', async () => {
    const email = freshEmail();
    await open('profile');
    await button('Change address').click();
    await page.getByLabel('New address').fill(email);
    await page.getByLabel('Current password').fill('not the password');
    await button('Send link').click();
    await page.getByText('This isn’t your current password.').waitFor();
    await page.getByLabel('Current password').fill(credentials.password);
    await button('Send link').click();
    await page.getByText(`Waiting for ${email}`).waitFor();
    const { token } = linkIn(await mailTo({ ...admin.site, sink }, email, 'Confirm'));
    await page.goto(admin.url(`/#/confirm-email?token=${token}`));
    await page.getByText('Your email address is confirmed.').waitFor();
    await signIn(page, admin.url('/login'), { ...credentials, email });
  });

  it('changes the password, with the server’s words at its field, and ends the other sessions (ID-01, ID-10)', async () => {
    const other = admin.site.browser();
    await other.signIn(credentials);
    await open('sign-in');
    await button('Change password').click();
    await page.getByLabel('Current password').fill(credentials.password);
    await page.getByLabel('New password').fill('aaaaaaaaaaaaaaaaaaaaaaaa');
    await page.getByText('Easy to guess').waitFor();
    await button('Change password').click();
    await page.getByText('This password repeats itself').waitFor();
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await button('Change password').click();
    await page.getByText('Password changed.').first().waitFor();
    expect((await other.get('/account')).status).toBe(401);
    // The page goes on with the new session.
    await open('sessions');
    await page.getByText('You aren’t signed in anywhere else.').waitFor();
  });

  it('sets an authenticator app up, shows the codes once, renews and removes (ID-16, ID-17, UX-21)', async () => {
    await open('sign-in');
    await button('Set up').click();
    const image = page.getByRole('img', { name: /QR code/ });
    await image.waitFor();
    expect(await image.getAttribute('src')).toMatch(/^data:image\/svg/);
    await page.getByText('Enter the key manually').click();
    const secret = (await page.locator('details code').textContent()) ?? '';
    const app = new Authenticator(secret.replaceAll(' ', ''));
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel(/six-digit code/).fill(app.wrongCode());
    await page.getByRole('alert').waitFor();
    await page.getByLabel(/six-digit code/).fill(app.code());
    const codes = await shownCodes();
    expect(codes).toHaveLength(10);
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('recovery-codes.txt');
    await button('Copy').click();
    await isCopied(page, codes.join('\n'));
    await button('I’ve saved them').click();
    await page.getByText('10 of 10 left.').waitFor();

    await admin.site.database.query(
      `DELETE FROM recovery_code WHERE ctid IN (SELECT ctid FROM recovery_code LIMIT 8)`,
    );
    await open('sign-in');
    await page.getByText('Generate new codes before you run out.').waitFor();
    await button('Generate new codes').click();
    await button('Generate new codes', dialog('Generate ten new recovery codes?')).click();
    expect(await shownCodes()).not.toEqual(codes);
    await button('I’ve saved them').click();

    await button('Remove').click();
    await button('Remove', dialog('Remove authenticator app?')).click();
    await page.getByText('Not set up.').waitFor();
  });

  it('adds a passkey, renames it, signs in with it, sees a refused one, and removes it (ID-18)', async () => {
    await addAuthenticator(page);
    await open('sign-in');
    await button('Add passkey').click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Name').fill('Laptop');
    await button('Create passkey').click();
    expect(await shownCodes()).toHaveLength(10);
    await button('I’ve saved them').click();
    await page.getByText('Laptop', { exact: true }).waitFor();
    await button('Add passkey').click();
    await button('Create passkey').click();
    await page.getByText('This device already has a passkey for your account.').waitFor();
    await button('Cancel').click();
    await button('Rename').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
    await button('Save').click();
    await page.getByText('Old laptop', { exact: true }).waitFor();

    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The browser offers the passkey in the address field, and this authenticator accepts at once.
    await page.waitForURL((address) => !address.pathname.endsWith('/login'));
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

    await admin.site.database.query('UPDATE passkey SET flagged_at = now()');
    await open('sign-in');
    await page.getByText('This passkey may have been copied.').waitFor();
    await button('Remove').click();
    await button('Remove', dialog('Remove passkey “Old laptop”?')).click();
    await page.getByText('You don’t have any passkeys yet.').waitFor();
  });

  it('says in a sentence why no passkey can be made (ID-18)', async () => {
    await page.addInitScript('delete window.PublicKeyCredential');
    await open('sign-in');
    await page.getByText('This browser doesn’t support passkeys.').waitFor();
  });

  it('marks this device among the sessions, ends one, and all others (ID-13)', async () => {
    const [one, two, three] = [admin.site.browser(), admin.site.browser(), admin.site.browser()];
    for (const browser of [one, two, three]) await browser.signIn(credentials);
    await open('sessions');
    await page.getByText('This device').waitFor();
    await page.getByRole('button', { name: 'Sign out Unknown device' }).first().click();
    expect(await axeFindings(page)).toEqual([]);
    await button('Sign out', dialog('Sign out Unknown device?')).click();
    await page.getByText('Signed out').first().waitFor();
    await button('Sign out everywhere else').click();
    await button('Sign out', page.getByRole('dialog', { name: /^Sign out \d other devices\?$/ })).click();
    await page.getByText('You aren’t signed in anywhere else.').waitFor();
    for (const browser of [one, two, three]) expect((await browser.get('/account')).status).toBe(401);
  });

  it('an old session proves once more who is there, then makes a token that is shown once and revoked (ID-18, ID-22)', async () => {
    await open('tokens');
    await button('New token').click();
    await page.getByLabel('Name').fill('Nightly export');
    await page.getByRole('checkbox', { name: 'Audit log' }).click();
    await ageSignIns(admin.site);
    await button('Create token').click();
    const confirm = dialog('Confirm it’s you');
    await confirm.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button('Cancel', confirm).click();
    await page.getByText('you didn’t confirm it’s you').waitFor();
    expect(await page.getByLabel('Name').inputValue()).toBe('Nightly export');
    await button('Create token').click();
    await confirm.getByLabel('Password', { exact: true }).fill(credentials.password);
    await button('Confirm', confirm).click();
    const token = (await dialog('Token “Nightly export”').locator('code').textContent()) ?? '';
    expect(token).toMatch(/^sitedesk_/);
    await button('I’ve copied it').click();
    await page.reload();
    await page.getByText('Nightly export').waitFor();
    expect(await page.content()).not.toContain(token);
    await button('Revoke Nightly export').click();
    await button('Revoke', dialog('Revoke token “Nightly export”?')).click();
    await page.getByText('No API tokens').waitFor();
  });

  it('keeps how one likes it', async () => {
    await open('preferences');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByRole('radio', { name: 'Compact' }).click();
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.reload();
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.density')).toBe('compact');
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says times in the zone that is chosen, and begins where one wants to begin (UI-22)', async () => {
    await admin.site.database.query(`UPDATE account SET last_sign_in_at = NULL`);
    await admin.site.database.query(`UPDATE session SET created_at = '2026-05-03T15:30:00Z'`);
    await open('preferences');
    await page.getByRole('button', { name: /^Time zone/ }).click();
    await page.getByPlaceholder('Type to search…').fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await page.getByRole('combobox', { name: 'Start page' }).click();
    await page.getByRole('option', { name: 'Audit log' }).click();
    await page.goto(admin.url('/security/sessions'));
    await page.getByText('May 4, 2026, 12:30').or(page.getByText('4 May 2026, 00:30')).first().waitFor();
    await page.goto(admin.url('/'));
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await pressTogether(page, 'g', 'h');
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  });

  it.each(['light', 'dark'] as const)('has no serious finding of axe in any part, %s', async (theme) => {
    page = await admin.page({
      as: credentials,
      theme,
      screen: theme === 'dark' ? 'phone' : 'desk',
      at: null,
    });
    for (const part of ['profile', 'sign-in', 'sessions', 'tokens', 'preferences']) {
      await open(part);
      await page.waitForLoadState('networkidle');
      expect({ part, findings: await axeFindings(page) }).toEqual({ part, findings: [] });
    }
  });
});

describe('a site that requires a second factor (UX-16, UX-21)', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin();
    await setSetting(admin.site.database, 'Identity', 'TwoFactorRequiredRoles', 'Administrator');
    const browser = await admin.site.administrator();
    await eventually(async () => {
      expect((await browser.get('/account/sessions')).status).toBe(403);
    });
  });
  afterAll(() => admin.stop());

  it.each(['light', 'dark'] as const)(
    'asks for it before anything else, and then goes on, %s',
    async (theme) => {
      const page = await admin.page({ as: await newAdministrator(admin.site), theme, screen: 'phone' });
      await page.getByRole('heading', { level: 1, name: 'Protect your account' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.goto(admin.url('/me'));
      await page.waitForURL(/\/me\/second-factor$/);
      await page.getByRole('button', { name: 'Use an authenticator app' }).click();
      await page.getByText('Enter the key manually').click();
      const secret = (await page.locator('details code').textContent()) ?? '';
      await page.getByLabel(/six-digit code/).fill(new Authenticator(secret.replaceAll(' ', '')).code());
      await page.getByRole('heading', { level: 1, name: 'Save your recovery codes' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'I’ve saved them' }).click();
      await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
      await page.goto(admin.url('/me/second-factor'));
      await page.waitForURL(/\/admin\/me$/);
    },
  );

  it('takes a passkey as well', async () => {
    const credentials = await newAdministrator(admin.site);
    const page = await admin.page({ as: null });
    await addAuthenticator(page);
    await signIn(page, admin.url('/login'), credentials);
    await page.getByRole('button', { name: 'Create passkey' }).click();
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  });

  it('asks in the middle of the work when the site begins to require it (UX-21)', async () => {
    const { credentials, app } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null, at: '/login' });
    await page.getByLabel('Email address').fill(credentials.email);
    await page.getByLabel('Password', { exact: true }).fill(credentials.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code').fill(app.code());
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
    await page.goto(admin.url('/me'));
    await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
    // As if it had been reset.
    await admin.site.database.query('DELETE FROM totp_credential');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Protect your account' }).waitFor();
  });
});
