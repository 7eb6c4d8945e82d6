import type { SignInOutcome } from '@sitedesk/contract/identity';
import {
  type AccountSite,
  linkIn,
  mailTo,
  newPerson,
  type Person,
  signedIn,
  startAccountSite,
} from './harness/account-emails.js';
import { type Authenticator, enrol, forgetUsedCodes } from './harness/authenticator.js';
import { type EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';

const NEW_PASSWORD = 'eleven wooden boats at the jetty';
/** Enough only beside a second factor (ID-01). */
const SHORT_PASSWORD = 'wet lynx';

describe('a second factor and mail (ID-01, ID-09; UX-21)', () => {
  let site: AccountSite;
  let person: Person;
  let browser: EditorBrowser;
  let app: Authenticator;

  beforeAll(async () => void (site = await startAccountSite()));
  afterAll(() => site.stop());
  beforeEach(async () => {
    person = await newPerson(site);
    browser = await signedIn(site, person);
    ({ app } = await enrol(browser));
    await forgetUsedCodes(site);
  });

  const resetPassword = async (password: string): Promise<Answer> => {
    await site.browser().post('/password-reset', { email: person.email });
    const { token } = linkIn(await mailTo(site, person.email, 'Reset your password'));
    return site.browser().post('/password-reset/complete', { token, password });
  };

  it('a new password by email signs nobody in, and does not go around the second factor (ID-09)', async () => {
    const answer = await resetPassword(NEW_PASSWORD);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await browser.get('/session')).status).toBe(401);
    const fresh = site.browser();
    const outcome = await fresh.signIn({ email: person.email, password: NEW_PASSWORD });
    expect(outcome.json()).toMatchObject({ status: 'second-factor-required' });
    expect((await fresh.get('/account')).status).toBe(401);
    const done = await fresh.post('/session/second-factor', { code: app.code() });
    fresh.remember(done.json() as SignInOutcome);
    expect((await fresh.get('/account')).status).toBe(200);
  });

  it('beside a second factor eight characters are enough, without one they are not (ID-01)', async () => {
    expect((await resetPassword(SHORT_PASSWORD)).status).toBe(204);
    person = await newPerson(site);
    expect((await resetPassword(SHORT_PASSWORD)).status).toBe(400);
  });

  it('its holder gets notified of every change (UX-21)', async () => {
    const { mail } = await mailTo(site, person.email, 'Your second factor');
    expect(mail.subject).toMatch(/was changed$/);
    expect(mail.text).toContain('An authenticator app was set up.');
    const administrator = await site.administrator();
    const { account } = (await browser.get('/session')).json() as { account: { id: string } };
    const reason = 'Phone lost, seen in person.';
    const reset = await administrator.post(`/users/${account.id}/two-factor-reset`, { reason });
    expect(reset.status).toBe(204);
    const told = await mailTo(site, person.email, 'Your second factor for');
    expect(told.mail.text).not.toContain(reason);
    await mailTo(site, person.email, (told.mail.subject ?? '').replace(/was \w+$/, 'was removed'));
  });
});
