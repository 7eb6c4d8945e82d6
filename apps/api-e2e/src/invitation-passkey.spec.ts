import type { AcceptedWithPasskey, PasskeyCreationOptions } from '@sitedesk/contract/passkeys';
import { SoftAuthenticator, type WebAuthnChanges } from '@sitedesk/testing';
import { linkIn, mailTo } from './harness/account-emails.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  auditRows,
  listOf,
  outcomeOf,
  type PasskeySite,
  signInAdministrator,
  startPasskeySite,
  usePasskey,
} from './harness/passkeys.js';
import { invite } from './harness/people.js';

const PATH = '/invitation/accept/passkey';

describe('an invitation accepted with a passkey (UI-02; ID-15, ID-17, ID-18)', () => {
  let site: PasskeySite;
  let administrator: EditorBrowser;
  beforeAll(async () => {
    site = await startPasskeySite();
    administrator = await signInAdministrator(site);
  });
  afterAll(() => site.stop());

  const invited = async (): Promise<{
    readonly id: string;
    readonly email: string;
    readonly token: string;
  }> => {
    const { user, invitation } = await invite(administrator, { roles: ['Editor'] });
    return { id: user.id, email: user.email, token: invitation?.link.split('token=')[1] ?? '' };
  };
  const options = async (browser: EditorBrowser, token: string): Promise<PasskeyCreationOptions> =>
    (await browser.post(`${PATH}/options`, { token })).json() as PasskeyCreationOptions;
  const accept = async (
    browser: EditorBrowser,
    token: string,
    authenticator: SoftAuthenticator,
    changes: WebAuthnChanges = {},
  ): Promise<Answer> => {
    const response = authenticator.create(await options(browser, token), changes);
    return browser.post(PATH, { token, displayName: 'Dana Ruiz', passkeyName: 'Laptop', response });
  };

  it('makes the account without a password, signs in, and gives ten recovery codes', async () => {
    const { id, email, token } = await invited();
    const browser = site.atName();
    const authenticator = new SoftAuthenticator(site.origin);
    expect(await options(browser, token)).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: email },
      authenticatorSelection: { userVerification: 'required' },
    });
    const answer = await accept(browser, token, authenticator);
    expect(answer.status).toBe(200);
    const { outcome, recoveryCodes } = answer.json() as AcceptedWithPasskey;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(outcome).toMatchObject({
      status: 'signed-in',
      session: { account: { id, email, displayName: 'Dana Ruiz', twoFactor: true } },
    });
    expect((await listOf(browser))[0]).toMatchObject({ name: 'Laptop', hostname: 'localhost' });
    expect(await site.database.query('SELECT password_hash FROM account WHERE id = $1', [id])).toEqual([
      { password_hash: null },
    ]);
    expect(outcomeOf(await usePasskey(site.atName(), authenticator)).status).toBe('signed-in');
    expect(await auditRows(site, 4)).toContainEqual(
      expect.objectContaining({ action: 'account.accept-invitation' }),
    );
  });

  it('works once: the link is used up, for a passkey and for a password', async () => {
    const { token } = await invited();
    const held = await options(site.atName(), token);
    expect((await accept(site.atName(), token, new SoftAuthenticator(site.origin))).status).toBe(200);
    const late = site.atName();
    expect((await late.post(`${PATH}/options`, { token })).json()).toMatchObject({ code: 'link-refused' });
    const response = new SoftAuthenticator(site.origin).create(held);
    const body = { token, displayName: 'X', passkeyName: 'Y', response };
    expect((await late.post(PATH, body)).json()).toMatchObject({ code: 'link-refused' });
    const withPassword = { token, displayName: 'X', password: 'eleven green boats in winter' };
    expect((await late.post('/invitation/accept', withPassword)).json()).toMatchObject({
      code: 'link-refused',
    });
  });

  it('of two at once one gets in', async () => {
    const { token, id } = await invited();
    const [one, two] = [site.atName(), site.atName()];
    const answers = await Promise.all([
      accept(one, token, new SoftAuthenticator(site.origin)),
      accept(two, token, new SoftAuthenticator(site.origin)),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await site.database.query('SELECT id FROM passkey WHERE account_id = $1', [id])).toHaveLength(1);
  });

  it.each<readonly [string, WebAuthnChanges]>([
    ['another site', { origin: 'https://evil.test' }],
    ['a person that was not verified', { userVerified: false }],
  ])('refuses %s, keeps the link, and says so in the audit log (ID-18)', async (_what, changes) => {
    const { token, id } = await invited();
    const refused = await accept(site.atName(), token, new SoftAuthenticator(site.origin), changes);
    expect(refused.json()).toMatchObject({ status: 400, errors: [{ field: 'response' }] });
    expect(await site.database.query('SELECT status FROM account WHERE id = $1', [id])).toEqual([
      { status: 'invited' },
    ]);
    expect((await auditRows(site, 1))[0]).toMatchObject({
      action: 'account.accept-invitation',
      outcome: 'refused',
    });
    expect((await accept(site.atName(), token, new SoftAuthenticator(site.origin))).status).toBe(200);
  });

  it('takes no challenge of another invitation', async () => {
    const [mine, other] = [await invited(), await invited()];
    const response = new SoftAuthenticator(site.origin).create(await options(site.atName(), other.token));
    const body = { token: mine.token, displayName: 'X', passkeyName: 'Y', response };
    expect((await site.atName().post(PATH, body)).status).toBe(400);
  });

  it('who loses the device comes back with a link to the address and a recovery code, never with one alone (UX-21)', async () => {
    const { email, token } = await invited();
    const answer = await accept(site.atName(), token, new SoftAuthenticator(site.origin));
    const { recoveryCodes } = answer.json() as AcceptedWithPasskey;
    await site.browser().post('/password-reset', { email });
    const link = linkIn(await mailTo(site, email, 'Reset your password'));
    const password = 'eleven green boats in winter';
    const set = await site.browser().post('/password-reset/complete', { token: link.token, password });
    expect(set.status).toBe(204);
    const browser = site.atName();
    const half = await browser.signIn({ email, password });
    expect(half.json()).toMatchObject({ status: 'second-factor-required' });
    const whole = await browser.post('/session/second-factor', { code: recoveryCodes[0] });
    expect(whole.json()).toMatchObject({ status: 'signed-in' });
  });
});
