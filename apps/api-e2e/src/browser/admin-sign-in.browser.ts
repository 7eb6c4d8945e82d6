import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { EDITOR_URL, linkIn, mailTo } from '../harness/account-emails.js';
import { eventually } from '../harness/eventually.js';
import { forgetUsedCodes, newAdministrator, newProtectedPerson } from '../harness/authenticator.js';
import { ADMINISTRATOR, startEditorSite } from '../harness/editor.js';
import { freshEmail, invite } from '../harness/people.js';
import { mailBy } from '../harness/site.js';
import { type Admin, axeFindings, endSessions, signIn, startAdmin } from './support/admin.js';
import { launchBrowser } from './support/browser.js';
import { addAuthenticator } from './support/virtual-authenticator.js';
import type { Page } from 'playwright-core';

const NEW_PASSWORD = 'eleven green boats in winter';

describe('the doors of the administration (UI-02)', () => {
  let admin: Admin;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    admin = await startAdmin({
      ...mailBy(sink.url),
      IDENTITY__EDITORURL: EDITOR_URL,
      IDENTITY__ALLOWREGISTRATION: 'true',
    });
  });
  afterAll(async () => {
    await admin.stop();
    await sink.close();
  });

  const tokenTo = async (address: string, subject: string): Promise<string> =>
    linkIn(await mailTo({ ...admin.site, sink }, address, subject)).token;
  const typePassword = async (page: Page, email: string, password: string): Promise<void> => {
    await page.goto(admin.url('/login'));
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const isHome = (page: Page): Promise<void> =>
    page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();

  it('asks for the second factor, says what is wrong with a code, and takes six digits as they are pasted (ID-16)', async () => {
    const { credentials, app } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null });
    await typePassword(page, credentials.email, credentials.password);
    await page.getByLabel('Code').fill(app.wrongCode());
    expect(await page.getByRole('alert').textContent()).toMatch(/is incorrect/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Code').fill(app.code());
    await isHome(page);
  });

  it.each(['/login', '/setup'])(
    'says at %s that it takes https, instead of blaming cookies',
    async (path) => {
      const empty = path === '/setup' ? await startEditorSite() : undefined;
      const { url } = (empty ?? admin.site).api;
      const browser = await launchBrowser(['--host-resolver-rules=MAP editor.lan 127.0.0.1']);
      try {
        const page = await browser.newPage();
        await page.goto(`${url.replace('127.0.0.1', 'editor.lan')}/admin${path}`);
        await page.getByRole('heading', { level: 1, name: 'Open this page over https' }).waitFor();
        const link = page.getByRole('link', { name: 'Open over https' });
        expect(await link.getAttribute('href')).toBe('https://editor.lan/admin/');
        expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
      } finally {
        await browser.close();
        await empty?.stop();
      }
    },
  );

  it('goes back to the password after five wrong codes, and says why (ID-16)', async () => {
    const { credentials, app } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null });
    await typePassword(page, credentials.email, credentials.password);
    for (let tries = 0; tries < 5; tries += 1) {
      const answered = page.waitForResponse(/second-factor$/);
      await page.getByLabel('Code').fill(app.wrongCode());
      await answered;
      await eventually(async () =>
        expect(
          await page.evaluate(`document.querySelector('[autocomplete="one-time-code"]')?.value || ''`),
        ).toBe(''),
      );
    }
    await page.getByText('too many wrong codes').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe(credentials.email);
  });

  it('a recovery code opens the door once, and the account says how many are left (ID-17, UX-21)', async () => {
    const { credentials, recoveryCodes } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null });
    await typePassword(page, credentials.email, credentials.password);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isHome(page);
    await page.goto(admin.url('/me?part=sign-in'));
    await page.getByText('9 of 10 left.').waitFor();
  });

  it('an invitation makes the account, with a hint while one chooses the password (ID-15)', async () => {
    const { user, invitation } = await invite(await admin.site.administrator(), { roles: ['Editor'] });
    const token = invitation?.link.split('token=')[1] ?? '';
    const page = await admin.page({ as: null, at: `/#/invitation?token=${token}` });
    await page.getByText(`as ${user.email}`).waitFor();
    expect(page.url()).not.toContain(token);
    await page.getByLabel('New password').fill('too short');
    await page.getByText('6 more characters').waitFor();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await page.getByText('Use at least 15 characters.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByText('Very good').waitFor();
    await page.getByRole('button', { name: 'Accept invitation' }).click();
    await isHome(page);
    await page.goto(admin.url(`/#/invitation?token=${token}`));
    await page.getByText('This link no longer works').waitFor();
  });

  it('an invitation is accepted with a passkey instead, and the codes are kept before anything else (ID-15, ID-18)', async () => {
    const { invitation } = await invite(await admin.site.administrator(), { roles: ['Editor'] });
    const token = invitation?.link.split('token=')[1] ?? '';
    const page = await admin.page({ as: null, screen: 'phone' });
    await addAuthenticator(page);
    await page.goto(admin.url(`/#/invitation?token=${token}`));
    const passkey = page.getByRole('button', { name: 'Use a passkey instead' });
    await passkey.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await passkey.click();
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'I’ve saved them' }).click();
    await isHome(page);
    await page.goto(admin.url('/me?part=sign-in'));
    await page.getByText('Chrome · Linux').waitFor();
  });

  it('a forgotten password is set again with the link of the email, which works once (ID-07)', async () => {
    const { email } = await newAdministrator(admin.site);
    const page = await admin.page({ as: null, at: '/login' });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('It works for one hour.').waitFor();
    const token = await tokenTo(email, 'Reset your password');
    await page.goto(admin.url(`/#/reset-password?token=${token}`));
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password changed').waitFor();
    await signIn(page, admin.url('/login'), { email, password: NEW_PASSWORD });
    await isHome(page);
    const again = await admin.page({ as: null, at: `/#/reset-password?token=${token}` });
    await again.getByLabel('New password').fill(`${NEW_PASSWORD} again`);
    await again.getByRole('button', { name: 'Set password' }).click();
    await again.getByRole('link', { name: 'Request a new link' }).waitFor();
    await page.context().close();
  });

  it('who registers is let in after the address is confirmed, and can have the link sent again (ID-06, ID-15)', async () => {
    const email = freshEmail();
    const page = await admin.page({ as: null, at: '/login' });
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByLabel('Your name').fill('Dana Ruiz');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText(`If ${email} can be registered`).waitFor();
    await tokenTo(email, 'Confirm your email address');
    await typePassword(page, email, NEW_PASSWORD);
    await page.getByText('Trouble signing in?').waitFor();
    sink.clear();
    await page.getByRole('link', { name: 'Resend the link' }).click();
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.goto(
      admin.url(`/#/confirm-email?token=${await tokenTo(email, 'Confirm your email address')}`),
    );
    await page.getByText('Your email address is confirmed.').waitFor();
    await signIn(page, admin.url('/login'), { email, password: NEW_PASSWORD });
    await page.getByRole('button', { name: /Account menu: Dana Ruiz/ }).waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'after a refusal says all that may help, without saying which, %s (ID-04, ID-05)',
    async (theme) => {
      const page = await admin.page({ as: null, theme, screen: 'phone' });
      await typePassword(page, 'nobody@site.test', 'not the password');
      await page.getByText('you have to wait before each new attempt: 30 seconds at first').waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  it('says how long to wait when the server asks for it, that there is no connection, and that cookies are off', async () => {
    const page = await admin.page({ as: null });
    await page.route('**/editor/session', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '240' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ status: 429, detail: 'Too many requests' }),
      }),
    );
    await typePassword(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
    await page.getByText('Wait 4 minutes, then try again.').waitFor();
    await page.unroute('**/editor/session');

    await page.context().setOffline(true);
    await page.getByText('You’re offline. You can sign in when').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You’re offline. You can sign in when').waitFor({ state: 'detached' });

    // What a browser does that keeps no cookies: it signs in, and the next request knows nothing of it.
    await page.route('**/editor/session', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['set-cookie'];
      await page.context().clearCookies(); // the fetch before has kept them
      await route.fulfill({ response, headers });
    });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Your browser blocks cookies').waitFor();
  });

  it('says nothing of passkeys that the browser cannot offer, as nobody asked for one (UX-18)', async () => {
    const page = await admin.page({ as: null });
    await page.addInitScript(`navigator.credentials.get = () => {
      globalThis.asked = true;
      return Promise.reject(new DOMException('Not here.', 'NotSupportedError'));
    };`);
    await page.goto(admin.url('/login'));
    await page.waitForFunction(() => 'asked' in globalThis);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('tells in words why a provider did not let someone in (ID-19)', async () => {
    const page = await admin.page({ as: null, at: '/#/sign-in?problem=addressTaken' });
    await page.getByText('There’s already an account with your email address.').waitFor();
  });

  it('a session that ends in the middle of an edit asks for the sign-in, and saves what was typed (UX-18)', async () => {
    const credentials = await newAdministrator(admin.site);
    const page = await admin.page({ as: credentials, at: '/me' });
    await page.getByLabel('Name').fill('Typed before the end');
    await endSessions(admin, page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(credentials.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Name saved').first().waitFor();
    const browser = admin.site.browser();
    await browser.signIn(credentials);
    expect((await browser.get('/account')).json()).toMatchObject({ displayName: 'Typed before the end' });
  });

  it('someone with a second factor signs in again with both (UX-18)', async () => {
    const { credentials, app } = await newProtectedPerson(admin.site);
    const page = await admin.page({ as: null });
    await typePassword(page, credentials.email, credentials.password);
    await page.getByLabel('Code').fill(app.code());
    await isHome(page);
    await page.goto(admin.url('/me'));
    await page.getByLabel('Name').fill('Two steps');
    await endSessions(admin, page);
    await forgetUsedCodes(admin.site);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill(credentials.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByLabel(/authenticator app/).fill(app.code());
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Name saved').first().waitFor();
  });
});
