import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { SoftAuthenticator, type WebAuthnChanges } from '@sitedesk/testing';
import { mailTo, type Person } from './harness/account-emails.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  auditRows,
  creationOptions,
  listOf,
  newOwner,
  outcomeOf,
  type PasskeySite,
  register,
  registered,
  requestOptions,
  sessionOf,
  startPasskeySite,
  usePasskey,
} from './harness/passkeys.js';

const REFUSED = { status: 401, detail: IDENTITY_TEXTS.signInRefused.text };

let site: PasskeySite;
let person: Person;
let owner: EditorBrowser;
let authenticator: SoftAuthenticator;
beforeAll(async () => void (site = await startPasskeySite()));
afterAll(() => site.stop());
beforeEach(async () => void ({ person, owner, authenticator } = await newOwner(site)));

const browser = (): EditorBrowser => site.atName();

describe('signing in with a passkey alone (ID-18)', () => {
  beforeEach(async () => void (await register(owner, authenticator)));

  it('needs no password and no code, and ends the session that the browser had (ID-11)', async () => {
    const visitor = browser();
    const answer = await usePasskey(visitor, authenticator);
    expect(outcomeOf(answer)).toMatchObject({
      status: 'signed-in',
      session: { account: { email: person.email } },
    });
    const before = visitor.cookieHeader;
    await usePasskey(visitor, authenticator);
    expect((await browser().get('/session', { Cookie: before })).status).toBe(401);
    expect((await listOf(visitor))[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  it('shows no account to who has none: the browser asks for any passkey of the site', async () => {
    const visitor = browser();
    const answer = await visitor.post('/session/passkey/options');
    expect(answer.json()).toEqual({
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    });
    const [cookie] = answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^__Host-sitedesk-passkey=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=300$/,
    );
  });

  const WRONG: readonly (readonly [string, WebAuthnChanges])[] = [
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another origin', { origin: 'https://localhost.site.test' }],
    ['an origin with another port', { origin: 'http://localhost:1' }],
    ['another host', { rpId: 'site.test' }],
    ['the type of a registration', { type: 'webauthn.create' }],
    ['a page inside another', { crossOrigin: true }],
    ['nobody present', { userPresent: false }],
    ['nobody verified', { userVerified: false }],
    ['no user handle', { userHandle: null }],
    ["somebody else's user handle", { userHandle: Buffer.alloc(64).toString('base64url') }],
    ['another signature', { forged: true }],
    ['another kind of key', { backupEligible: true }],
  ];
  it.each(WRONG)('%s is refused like everything else (ID-18, ID-04)', async (_what, changes) => {
    const visitor = browser();
    const answer = await usePasskey(visitor, authenticator, changes);
    expect(answer).toMatchObject({ status: REFUSED.status });
    expect(answer.json()).toMatchObject({ detail: REFUSED.detail });
    expect((await visitor.get('/session')).status).toBe(401);
    expect(await auditRows(site, 1)).toMatchObject([
      { action: 'session.begin', outcome: 'refused', reason: expect.stringMatching(/^passkey: \w{2}/) },
    ]);
    expect((await usePasskey(visitor, authenticator)).status).toBe(200);
  });

  it('a challenge works once, in the browser that asked for it, and for a sign-in only (ID-18)', async () => {
    const visitor = browser();
    const options = await requestOptions(visitor);
    const post = (by: EditorBrowser, to = '/session/passkey'): Promise<Answer> =>
      by.post(to, { response: authenticator.get(options) });
    const stranger = browser();
    expect((await post(stranger)).status).toBe(401);
    await requestOptions(stranger);
    expect((await post(stranger)).status).toBe(401);
    expect((await post(owner, '/session/confirm/passkey')).status).toBe(403);
    expect((await post(visitor)).status).toBe(200);
    expect((await post(visitor)).status).toBe(401);
  });

  it('a challenge is void after five minutes (ID-18)', async () => {
    const visitor = browser();
    const response = authenticator.get(await requestOptions(visitor));
    await site.database.query('UPDATE webauthn_challenge SET expires_at = now()');
    expect((await visitor.post('/session/passkey', { response })).status).toBe(401);
  });

  it('a passkey that is not known here is refused (ID-18)', async () => {
    const unknown = new SoftAuthenticator(site.origin);
    unknown.create(await creationOptions(owner));
    const answer = await usePasskey(browser(), unknown);
    expect(answer.json()).toMatchObject({ detail: REFUSED.detail });
  });

  it.each([
    ['disabled', `status = 'disabled'`],
    ['unconfirmed', 'email_confirmed_at = NULL'],
  ])('an account that is %s is refused in the same words (ID-04)', async (_what, change) => {
    const { account } = await sessionOf(owner);
    await site.database.query(`UPDATE account SET ${change} WHERE id = $1`, [account.id]);
    const answer = await usePasskey(browser(), authenticator);
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ detail: REFUSED.detail });
  });

  it('takes its passkeys along when an account is deleted', async () => {
    const { account } = await sessionOf(owner);
    await site.database.query('DELETE FROM account WHERE id = $1', [account.id]);
    for (const table of ['passkey', 'passkey_user'])
      expect(await site.database.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [account.id])).toEqual(
        [],
      );
    expect((await usePasskey(browser(), authenticator)).status).toBe(401);
  });

  it('wrong passwords, however many, do not lock its owner out (ID-05)', async () => {
    const { account } = await sessionOf(owner);
    await site.database.query('UPDATE account SET failed_sign_ins = 100 WHERE id = $1', [account.id]);
    expect((await browser().signIn(person)).status).toBe(401);
    expect((await usePasskey(browser(), authenticator)).status).toBe(200);
  });

  it('is not begun or finished for the page of another site (DD-17)', async () => {
    const visitor = browser();
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.test' };
    const response = authenticator.get(await requestOptions(visitor));
    expect((await visitor.post('/session/passkey/options', {}, foreign)).status).toBe(403);
    expect((await visitor.post('/session/passkey', { response }, foreign)).status).toBe(403);
  });
});

describe('the counter of signatures (ID-18)', () => {
  beforeEach(async () => void (await register(owner, authenticator, { counter: 10 })));

  it('a count that went back flags the passkey: refused from then on, audited, told by email (ID-18)', async () => {
    expect((await usePasskey(browser(), authenticator, { counter: 12 })).status).toBe(200);
    site.sink.clear();
    const answer = await usePasskey(browser(), authenticator, { counter: 11 });
    expect(answer.json()).toMatchObject({ status: 401, detail: REFUSED.detail });
    expect(await auditRows(site, 2)).toMatchObject([
      { action: 'session.begin', outcome: 'refused' },
      { action: 'passkey.flag', target: 'passkey' },
    ]);
    expect((await mailTo(site, person.email, 'Your second factor')).mail.text).toContain(
      'may have been copied',
    );
    expect((await usePasskey(browser(), authenticator, { counter: 100 })).status).toBe(401);
    expect((await listOf(owner))[0]?.flaggedAt).toEqual(expect.any(String));
  });

  it('the same count twice is one that went back (ID-18)', async () => {
    expect((await usePasskey(browser(), authenticator, { counter: 10 })).status).toBe(401);
    expect((await listOf(owner))[0]?.flaggedAt).not.toBeNull();
  });

  it('a stranger who has no key cannot flag one (ID-18)', async () => {
    await usePasskey(browser(), authenticator, { counter: 1, forged: true });
    expect((await listOf(owner))[0]?.flaggedAt).toBeNull();
    expect((await usePasskey(browser(), authenticator, { counter: 11 })).status).toBe(200);
  });

  it('one that always says 0 is not flagged, as synchronised passkeys do (ID-18)', async () => {
    const synchronised = new SoftAuthenticator(site.origin, false);
    const kind = { backupEligible: true, backedUp: true };
    expect(registered(await register(owner, synchronised, kind)).passkey.backedUp).toBe(true);
    for (let use = 0; use < 3; use += 1)
      expect((await usePasskey(browser(), synchronised, kind)).status).toBe(200);
  });

  it('the account of a flagged passkey does not fall back to its password alone (ID-18)', async () => {
    await usePasskey(browser(), authenticator, { counter: 1 });
    expect(outcomeOf(await browser().signIn(person))).toMatchObject({ status: 'second-factor-required' });
  });
});
