import type { OwnAccount } from '@sitedesk/contract/account';
import { IDENTITY_TEXTS, type SessionInfo, type SignInOutcome } from '@sitedesk/contract/identity';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { emailsTo } from './harness/account-emails.js';
import { type DirectorySite, startDirectorySite } from './harness/directory.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { mailBy } from './harness/site.js';

const PASSWORD = 'eleven green boats without a harbour';

describe('an account that came from a provider (ID-01, ID-10, ID-18)', () => {
  let site: DirectorySite;
  let sink: SmtpSink;
  let made = 0;

  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    site = await startDirectorySite({}, mailBy(sink.url));
  });
  afterAll(async () => {
    await site.stop();
    await sink.close();
  });

  /** Someone without a password. */
  async function newcomer(): Promise<{ readonly browser: EditorBrowser; readonly email: string }> {
    const subject = `newcomer-${(made += 1)}`;
    const email = `${subject}@directory.test`;
    site.directory.addUser({ subject, email, emailVerified: true, name: subject, groups: [] });
    const { browser } = await site.signInAs(subject);
    browser.csrfToken = ((await browser.get('/session')).json() as SessionInfo).csrfToken;
    return { browser, email };
  }
  const setPassword = (browser: EditorBrowser, newPassword = PASSWORD) =>
    browser.post('/account/password/first', { newPassword });
  const unlink = async (browser: EditorBrowser) => {
    const list = (await browser.get('/account/external-identities')).json() as { items: { id: string }[] };
    return browser.delete(`/account/external-identities/${list.items[0]?.id}`);
  };

  it('sets a first password, which is audited, told by email, and ends the sessions elsewhere (ID-10)', async () => {
    const { browser, email } = await newcomer();
    const { browser: elsewhere } = await site.signInAs(email.slice(0, email.indexOf('@')));
    const answer = await setPassword(browser);
    expect(answer.json()).toMatchObject({ status: 'signed-in' });
    browser.remember(answer.json() as SignInOutcome);
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await browser.get('/account')).json() as OwnAccount).toMatchObject({ hasPassword: true });
    expect((await site.browser().signIn({ email, password: PASSWORD })).status).toBe(200);
    const rows = await site.database.query(
      `SELECT outcome FROM audit_entry WHERE action = 'account.set-password'`,
    );
    expect(rows).toEqual([{ outcome: 'done' }]);
    await eventually(() => expect(emailsTo(sink, email)).toHaveLength(1));
    expect((await unlink(browser)).status).toBe(204);
  });

  it('sets no second one without the first (DD-19)', async () => {
    const { browser } = await newcomer();
    browser.remember((await setPassword(browser)).json() as SignInOutcome);
    expect((await setPassword(browser, 'another nine words that nobody will guess')).json()).toMatchObject({
      status: 409,
      code: 'wrong-state',
      detail: IDENTITY_TEXTS.hasPassword.text,
    });
  });

  it('a weak one is refused; ID-18: and any, when the sign-in is older than ten minutes (ID-01)', async () => {
    const { browser } = await newcomer();
    expect((await setPassword(browser, 'short')).status).toBe(400);
    await site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await setPassword(browser)).json()).toMatchObject({
      status: 403,
      code: 'recent-sign-in-required',
    });
  });

  it('the last way in stays; a passkey is one too, unless it is flagged (UX-16)', async () => {
    const { browser, email } = await newcomer();
    const refused = { status: 409, code: 'wrong-state', detail: IDENTITY_TEXTS.lastSignInMethod.text };
    expect((await unlink(browser)).json()).toMatchObject(refused);
    await site.database.query(
      `INSERT INTO passkey (id, tenant_id, account_id, rp_id, credential_id, public_key, counter, transports, name,
                            backup_eligible, backed_up, created_at, flagged_at)
       SELECT gen_random_uuid(), tenant_id, id, 'site.test', $1, '', 0, '{}', 'Key', false, false, now(), now()
         FROM account WHERE display_name = $2`,
      [email, email.slice(0, email.indexOf('@'))],
    );
    expect((await unlink(browser)).json()).toMatchObject(refused);
    await site.database.query('UPDATE passkey SET flagged_at = NULL WHERE credential_id = $1', [email]);
    expect((await unlink(browser)).status).toBe(204);
  });
});
