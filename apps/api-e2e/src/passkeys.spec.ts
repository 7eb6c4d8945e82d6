import {
  IDENTITY_TEXTS,
  type OwnPasskey,
  PASSKEY_TEXTS,
  type SessionInfo,
  type SignInOutcome,
} from '@sitedesk/contract';
import { SoftAuthenticator, type WebAuthnChanges } from '@sitedesk/testing';
import {
  type AccountSite,
  mailTo,
  newPerson,
  type Person,
  startAccountSite,
} from './harness/account-mails.js';
import { ADMINISTRATOR, type EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  creationOptions,
  keepToken,
  register,
  registered,
  requestOptions,
  usePasskey,
} from './harness/passkeys.js';

jest.setTimeout(20_000);

const REFUSED = { status: 401, detail: IDENTITY_TEXTS.signInRefused };

let site: AccountSite;
let person: Person;
let owner: EditorBrowser;
let authenticator: SoftAuthenticator;
beforeAll(async () => void (site = await startAccountSite()));
afterAll(() => site.stop());
beforeEach(async () => {
  person = await newPerson(site);
  owner = browser();
  await owner.signIn(person);
  authenticator = new SoftAuthenticator(origin());
});

/** Browsers have passkeys for names only, so the installation is visited by one. */
const host = (): string => `localhost:${site.api.port}`;
const origin = (): string => `http://${host()}`;
const browser = (): EditorBrowser => site.browser({ Host: host() });
const listOf = async (of: EditorBrowser): Promise<readonly OwnPasskey[]> =>
  ((await of.get('/account/passkeys')).json() as { items: OwnPasskey[] }).items;
const sessionOf = async (of: EditorBrowser): Promise<SessionInfo> =>
  (await of.get('/session')).json() as SessionInfo;
/** The newest rows of the audit log. */
const auditRows = (count: number): ReturnType<AccountSite['database']['query']> =>
  site.database.query(
    'SELECT action, outcome, reason, target_kind AS target FROM audit_entry ORDER BY sequence DESC LIMIT $1',
    [count],
  );
const idOfFirst = async (): Promise<string> => (await listOf(owner))[0]?.id ?? '';
const outcomeOf = (answer: Answer): SignInOutcome => answer.json() as SignInOutcome;

describe('registering a passkey (ID-18)', () => {
  it('ID-18: asks for a discoverable one with user verification, under a random handle', async () => {
    const options = await creationOptions(owner);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.email, displayName: 'Dana Ruiz' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(64);
    expect((await creationOptions(owner)).user.id).toBe(options.user.id);
    const { account } = await sessionOf(owner);
    expect(handle.toString('hex')).not.toContain(account.id.replaceAll('-', ''));
  });

  it('C21: keeps it under its name, and gives ten recovery codes the first time', async () => {
    const first = registered(await register(owner, authenticator));
    expect(first.passkey).toMatchObject({
      name: 'Telephone',
      hostname: 'localhost',
      lastUsedAt: null,
      flaggedAt: null,
    });
    expect(first.recoveryCodes).toHaveLength(10);
    expect(first.session.account.twoFactor).toBe(true);
    const second = registered(await register(owner, authenticator, {}, 'Key ring'));
    expect(second.recoveryCodes).toBeNull();
    expect((await listOf(owner)).map(({ name }) => name)).toEqual(['Telephone', 'Key ring']);
    const { excludeCredentials } = await creationOptions(owner);
    expect(excludeCredentials.map(({ id }) => id)).toEqual(authenticator.credentials.map(({ id }) => id));
  });

  it('ID-10, ID-11: ends the other sessions, renews this one, and tells by mail', async () => {
    const elsewhere = browser();
    await elsewhere.signIn(person);
    const before = owner.cookieHeader;
    site.sink.clear();
    expect((await register(owner, authenticator)).status).toBe(201);
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await browser().get('/session', { Cookie: before })).status).toBe(401);
    expect((await owner.get('/session')).status).toBe(200);
    expect((await mailTo(site, person.email, 'Your second factor')).mail.text).toContain(
      'The passkey "Telephone" was added.',
    );
    expect(await auditRows(1)).toEqual([
      { action: 'passkey.add', outcome: 'done', reason: null, target: 'passkey' },
    ]);
  });

  const WRONG: readonly (readonly [string, WebAuthnChanges])[] = [
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['an origin above', { origin: 'https://site.test' }],
    ['an origin with another port', { origin: 'http://localhost:1' }],
    ['another host', { rpId: 'site.test' }],
    ['a host below', { rpId: 'sub.localhost' }],
    ['the type of a sign-in', { type: 'webauthn.get' }],
    ['a page inside another', { crossOrigin: true }],
    ['nobody present', { userPresent: false }],
    ['nobody verified', { userVerified: false }],
    ['a backup of what cannot be backed up', { backedUp: true }],
  ];
  it.each(WRONG)('ID-18: %s is refused, and the audit log says why', async (_what, changes) => {
    const answer = await register(owner, authenticator, changes);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'response', message: PASSKEY_TEXTS.notRegistered }],
    });
    expect(await listOf(owner)).toEqual([]);
    const [row] = await auditRows(1);
    expect(row).toMatchObject({
      action: 'passkey.add',
      outcome: 'refused',
      reason: expect.stringMatching(/\w{3}/),
    });
  });

  it('ID-18: a challenge works once, for the session it was given to, and not for a sign-in', async () => {
    const options = await creationOptions(owner);
    const other = browser();
    await other.signIn(ADMINISTRATOR);
    const post = (by: EditorBrowser): Promise<Answer> =>
      by.post('/account/passkeys', { name: 'Telephone', response: authenticator.create(options) });
    expect((await post(other)).status).toBe(400);
    const answers = await Promise.all([post(owner), post(owner)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    keepToken(owner, answers.find(({ status }) => status === 201) ?? answers[0]);
    expect((await post(owner)).status).toBe(400);
    const forSignIn = await requestOptions(owner);
    const { challenge } = forSignIn;
    expect((await register(owner, authenticator, { challenge })).status).toBe(400);
  });

  it('ID-18: one that somebody of this site has already is refused', async () => {
    await register(owner, authenticator);
    const other = browser();
    await other.signIn(ADMINISTRATOR);
    const [credential] = authenticator.credentials;
    const options = await creationOptions(other);
    const made = new SoftAuthenticator(origin()).create(options);
    const id = Buffer.from(credential?.id ?? '', 'base64url');
    const attestation = Buffer.from(made.response.attestationObject, 'base64url');
    const place = attestation.indexOf(Buffer.from(made.id, 'base64url'));
    id.copy(attestation, place);
    const response = {
      ...{ ...made, id: credential?.id, rawId: credential?.id },
      response: { ...made.response, attestationObject: attestation.toString('base64url') },
    };
    const answer = await other.post('/account/passkeys', { name: 'Mine', response });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ detail: PASSKEY_TEXTS.registeredAlready });
  });

  it('says that an address of numbers cannot have one', async () => {
    const byAddress = site.browser();
    await byAddress.signIn(person);
    const answer = await byAddress.post('/account/passkeys/options');
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ detail: PASSKEY_TEXTS.needsHostname });
  });
});

describe('signing in with a passkey alone (ID-18)', () => {
  beforeEach(async () => void (await register(owner, authenticator)));

  it('ID-11: needs no password and no code, and ends the session that the browser had', async () => {
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
      ...{ challenge: expect.any(String), rpId: 'localhost', timeout: 300_000 },
      ...{ userVerification: 'required', allowCredentials: [] },
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
  it.each(WRONG)('ID-18, ID-04: %s is refused like everything else', async (_what, changes) => {
    const visitor = browser();
    const answer = await usePasskey(visitor, authenticator, changes);
    expect(answer).toMatchObject({ status: REFUSED.status });
    expect(answer.json()).toMatchObject({ detail: REFUSED.detail });
    expect((await visitor.get('/session')).status).toBe(401);
    expect(await auditRows(1)).toMatchObject([
      { action: 'session.begin', outcome: 'refused', reason: expect.stringMatching(/^passkey: \w{2}/) },
    ]);
    expect((await usePasskey(visitor, authenticator)).status).toBe(200);
  });

  it('ID-18: a challenge works once, in the browser that asked for it, and for a sign-in only', async () => {
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

  it('ID-18: a passkey that is not known here is refused', async () => {
    const unknown = new SoftAuthenticator(origin());
    unknown.create(await creationOptions(owner));
    const answer = await usePasskey(browser(), unknown);
    expect(answer.json()).toMatchObject({ detail: REFUSED.detail });
  });

  it.each([
    ['disabled', `status = 'disabled'`],
    ['unconfirmed', 'email_confirmed_at = NULL'],
  ])('ID-04: an account that is %s is refused in the same words', async (_what, change) => {
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

  it('ID-05: wrong passwords, however many, do not lock its owner out', async () => {
    const { account } = await sessionOf(owner);
    await site.database.query('UPDATE account SET failed_sign_ins = 100 WHERE id = $1', [account.id]);
    expect((await browser().signIn(person)).status).toBe(401);
    expect((await usePasskey(browser(), authenticator)).status).toBe(200);
  });

  it('D17: is not begun or finished for the page of another site', async () => {
    const visitor = browser();
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.test' };
    const response = authenticator.get(await requestOptions(visitor));
    expect((await visitor.post('/session/passkey/options', {}, foreign)).status).toBe(403);
    expect((await visitor.post('/session/passkey', { response }, foreign)).status).toBe(403);
  });
});

describe('the counter of signatures (ID-18)', () => {
  beforeEach(async () => void (await register(owner, authenticator, { counter: 10 })));

  it('ID-18: a count that went back flags the passkey: refused from then on, audited, told by mail', async () => {
    expect((await usePasskey(browser(), authenticator, { counter: 12 })).status).toBe(200);
    site.sink.clear();
    const answer = await usePasskey(browser(), authenticator, { counter: 11 });
    expect(answer.json()).toMatchObject({ status: 401, detail: REFUSED.detail });
    expect(await auditRows(2)).toMatchObject([
      { action: 'session.begin', outcome: 'refused' },
      { action: 'passkey.flag', target: 'passkey' },
    ]);
    expect((await mailTo(site, person.email, 'Your second factor')).mail.text).toContain(
      'there may be a copy',
    );
    expect((await usePasskey(browser(), authenticator, { counter: 100 })).status).toBe(401);
    expect((await listOf(owner))[0]?.flaggedAt).toEqual(expect.any(String));
  });

  it('ID-18: the same count twice is one that went back', async () => {
    expect((await usePasskey(browser(), authenticator, { counter: 10 })).status).toBe(401);
    expect((await listOf(owner))[0]?.flaggedAt).not.toBeNull();
  });

  it('ID-18: a stranger who has no key cannot flag one', async () => {
    await usePasskey(browser(), authenticator, { counter: 1, forged: true });
    expect((await listOf(owner))[0]?.flaggedAt).toBeNull();
    expect((await usePasskey(browser(), authenticator, { counter: 11 })).status).toBe(200);
  });

  it('ID-18: one that says 0 for ever is not flagged, as synchronised passkeys do', async () => {
    const synchronised = new SoftAuthenticator(origin(), false);
    const kind = { backupEligible: true, backedUp: true };
    expect(registered(await register(owner, synchronised, kind)).passkey.backedUp).toBe(true);
    for (let use = 0; use < 3; use += 1)
      expect((await usePasskey(browser(), synchronised, kind)).status).toBe(200);
  });

  it('ID-18: the account of a flagged passkey does not fall back to its password alone', async () => {
    await usePasskey(browser(), authenticator, { counter: 1 });
    expect(outcomeOf(await browser().signIn(person))).toMatchObject({ status: 'second-factor-required' });
  });
});

describe('a passkey after the password (ID-11, ID-18)', () => {
  const STEP = '/session/second-factor/passkey';
  let pending: EditorBrowser;
  beforeEach(async () => {
    await register(owner, authenticator);
    pending = browser();
    await pending.signIn(person);
  });

  it('ID-11: completes the sign-in under a new session id', async () => {
    expect((await pending.get('/account')).status).toBe(401);
    const before = pending.cookieHeader;
    const options = await requestOptions(pending, STEP);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual(
      authenticator.credentials.map(({ id }) => id),
    );
    const answer = await usePasskey(pending, authenticator, { userHandle: null }, STEP);
    expect(outcomeOf(answer).status).toBe('signed-in');
    expect((await pending.get('/account')).status).toBe(200);
    expect((await browser().get('/session/second-factor', { Cookie: before })).status).toBe(401);
  });

  it("ID-18: somebody else's passkey is refused, and the fifth wrong one ends the sign-in", async () => {
    const other = browser();
    await other.signIn(ADMINISTRATOR);
    const foreign = new SoftAuthenticator(origin());
    foreign.create(await creationOptions(other));
    for (let tries = 1; tries <= 5; tries += 1) {
      const options = { ...(await requestOptions(pending, STEP)), allowCredentials: [] };
      const answer = await pending.post(STEP, { response: foreign.get(options) });
      const code = tries < 5 ? 'second-factor-required' : 'sign-in-required';
      expect(answer.json()).toMatchObject({ status: 401, code, detail: PASSKEY_TEXTS.refused });
    }
    expect((await pending.post(`${STEP}/options`)).status).toBe(401);
  });

  it("ID-18: another session's challenge is refused", async () => {
    const second = browser();
    await second.signIn(person);
    const response = authenticator.get(await requestOptions(second, STEP));
    expect((await pending.post(STEP, { response })).status).toBe(401);
    expect((await second.post(STEP, { response })).status).toBe(200);
  });
});

describe('confirming with a passkey (ID-18)', () => {
  const STEP = '/session/confirm/passkey';
  beforeEach(async () => void (await register(owner, authenticator)));

  /** As if the person had signed in eleven minutes ago. */
  const becomeStale = async (): Promise<void> => {
    const { account } = await sessionOf(owner);
    await site.database.query(
      `UPDATE session SET authenticated_at = authenticated_at - interval '11 minutes' WHERE account_id = $1`,
      [account.id],
    );
  };

  it('ID-18: adding and removing need a sign-in of the last ten minutes, which a passkey renews', async () => {
    await becomeStale();
    const id = await idOfFirst();
    for (const refused of [
      await owner.post('/account/passkeys/options'),
      await owner.post('/account/passkeys', {}),
      await owner.delete(`/account/passkeys/${id}`),
    ])
      expect(refused.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    const before = owner.cookieHeader;
    expect((await usePasskey(owner, authenticator, {}, STEP)).status).toBe(200);
    expect((await browser().get('/session', { Cookie: before })).status).toBe(401);
    expect((await owner.post('/account/passkeys/options')).status).toBe(200);
  });

  it('ID-18: a wrong one is refused, and the session goes on as it was', async () => {
    await becomeStale();
    const answer = await usePasskey(owner, authenticator, { forged: true }, STEP);
    expect(answer.json()).toMatchObject({ status: 403, detail: PASSKEY_TEXTS.refused });
    expect((await owner.get('/session')).status).toBe(200);
    expect((await owner.post('/account/passkeys/options')).status).toBe(403);
  });
});

describe('renaming and removing passkeys', () => {
  beforeEach(async () => void (await register(owner, authenticator)));

  it('C28: renames, and the audit log has both names', async () => {
    const path = `/account/passkeys/${await idOfFirst()}`;
    const answer = await owner.patch(path, { name: ' Blue telephone ' });
    expect(answer.json()).toMatchObject({ name: 'Blue telephone' });
    const [row] = await site.database.query(
      'SELECT before, after FROM audit_entry ORDER BY sequence DESC LIMIT 1',
    );
    expect(row).toEqual({ before: { name: 'Telephone' }, after: { name: 'Blue telephone' } });
  });

  it('ID-10, ID-11: removes: the key is dead, other sessions end, this one is renewed, the codes go with the last', async () => {
    const elsewhere = browser();
    await usePasskey(elsewhere, authenticator);
    const before = owner.cookieHeader;
    const answer = await owner.delete(`/account/passkeys/${await idOfFirst()}`);
    expect(answer.status).toBe(200);
    keepToken(owner, answer);
    expect((await sessionOf(owner)).account.twoFactor).toBe(false);
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await browser().get('/session', { Cookie: before })).status).toBe(401);
    expect((await usePasskey(browser(), authenticator)).status).toBe(401);
    expect((await owner.get('/account/two-factor')).json()).toMatchObject({
      recoveryCodesLeft: 0,
      methods: [],
    });
  });

  it('C16: the last one stays while there is no other way in', async () => {
    const { account } = await sessionOf(owner);
    await site.database.query('UPDATE account SET password_hash = NULL WHERE id = $1', [account.id]);
    const answer = await owner.delete(`/account/passkeys/${await idOfFirst()}`);
    expect(answer.json()).toMatchObject({ status: 409, detail: PASSKEY_TEXTS.lastWayIn });
  });

  it("Z-03: somebody else's passkey is none", async () => {
    const other = browser();
    await other.signIn(ADMINISTRATOR);
    const path = `/account/passkeys/${await idOfFirst()}`;
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect(await listOf(owner)).toHaveLength(1);
  });
});

describe('what is no passkey at all (Z-08)', () => {
  const TYPES = [null, [], {}, 1, true, 'x', '', ['x'], { id: {} }];
  const whole = { id: 'AA', rawId: 'AA', type: 'public-key' };
  const BODIES = [
    ...TYPES.map((response) => ({ response })),
    ...TYPES.map((response) => ({ response: { ...whole, response } })),
    ...TYPES.filter((value) => value !== 'x').flatMap((wrong) => [
      {
        response: { ...whole, response: { clientDataJSON: wrong, authenticatorData: 'AA', signature: 'AA' } },
      },
      {
        response: { ...whole, response: { clientDataJSON: 'AA', authenticatorData: wrong, signature: 'AA' } },
      },
      {
        response: { ...whole, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: wrong } },
      },
      {
        response: {
          ...{ ...whole, id: wrong, rawId: wrong },
          response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
        },
      },
    ]),
    { response: { ...whole, rawId: 'AB', response: {} } },
    { response: { ...whole, type: ['public-key'], response: {} } },
  ];

  it('Z-08: wrong types anywhere in a sign-in are a 400, never a 500', async () => {
    for (const body of BODIES) {
      const answer = await browser().post('/session/passkey', body);
      expect([answer.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
    }
  });

  it('Z-08: wrong types anywhere in a registration are a 400, never a 500', async () => {
    const response = new SoftAuthenticator(origin()).create(await creationOptions(owner));
    const wrong = [
      ...TYPES.map((name) => ({ name, response })).filter(({ name }) => name !== 'x'),
      ...TYPES.map((value) => ({ name: 'x', response: value })),
      ...TYPES.filter((value) => value !== 'x').map((value) => ({
        name: 'x',
        response: { ...response, response: { ...response.response, attestationObject: value } },
      })),
      { name: 'x', response: { ...response, response: { ...response.response, transports: 'usb' } } },
      { name: 'x', response: { ...response, response: { ...response.response, transports: [1] } } },
      { name: 'x', response, accountId: 'x' },
    ];
    for (const body of wrong)
      expect([(await owner.post('/account/passkeys', body)).status, JSON.stringify(body)]).toEqual([
        400,
        JSON.stringify(body),
      ]);
  });

  it('ID-18: octets that mean nothing are refused like everything else', async () => {
    const visitor = browser();
    const { challenge } = await requestOptions(visitor);
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge, type: 'webauthn.get', origin: [] }));
    const answer = await visitor.post('/session/passkey', {
      response: {
        ...whole,
        response: {
          ...{
            clientDataJSON: clientDataJSON.toString('base64url'),
            authenticatorData: 'AAAA',
            signature: 'AAAA',
          },
        },
      },
    });
    expect(answer.status).toBe(401);
  });
});
