import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import { PASSKEY_TEXTS } from '@sitedesk/contract/passkeys';
import { SoftAuthenticator, type WebAuthnChanges } from '@sitedesk/testing';
import { mailTo, type Person } from './harness/account-emails.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  auditRows,
  creationOptions,
  idOfFirst,
  keepToken,
  listOf,
  newOwner,
  outcomeOf,
  type PasskeySite,
  register,
  registered,
  requestOptions,
  sessionOf,
  signInAdministrator,
  startPasskeySite,
  usePasskey,
} from './harness/passkeys.js';

let site: PasskeySite;
let person: Person;
let owner: EditorBrowser;
let authenticator: SoftAuthenticator;
beforeAll(async () => void (site = await startPasskeySite()));
afterAll(() => site.stop());
beforeEach(async () => void ({ person, owner, authenticator } = await newOwner(site)));

const browser = (): EditorBrowser => site.atName();

describe('registering a passkey (ID-18)', () => {
  it('asks for a discoverable one with user verification, under a random handle (ID-18)', async () => {
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

  it('keeps it under its name, and gives ten recovery codes the first time (UX-21)', async () => {
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

  it('ends the other sessions, renews this one, and tells by email (ID-10, ID-11)', async () => {
    const elsewhere = browser();
    await elsewhere.signIn(person);
    const before = owner.cookieHeader;
    site.sink.clear();
    expect((await register(owner, authenticator)).status).toBe(201);
    expect((await elsewhere.get('/session')).status).toBe(401);
    expect((await browser().get('/session', { Cookie: before })).status).toBe(401);
    expect((await owner.get('/session')).status).toBe(200);
    expect((await mailTo(site, person.email, 'Your second factor')).mail.text).toContain(
      'The passkey “Telephone” was added.',
    );
    expect(await auditRows(site, 1)).toEqual([
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
  it.each(WRONG)('%s is refused, and the audit log says why (ID-18)', async (_what, changes) => {
    const answer = await register(owner, authenticator, changes);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: [{ field: 'response', message: PASSKEY_TEXTS.notRegistered.text }],
    });
    expect(await listOf(owner)).toEqual([]);
    const [row] = await auditRows(site, 1);
    expect(row).toMatchObject({
      action: 'passkey.add',
      outcome: 'refused',
      reason: expect.stringMatching(/\w{3}/),
    });
  });

  it('a challenge works once, for the session it was given to, and not for a sign-in (ID-18)', async () => {
    const options = await creationOptions(owner);
    const other = await signInAdministrator(site);
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

  it('one that someone of this site has already is refused (ID-18)', async () => {
    await register(owner, authenticator);
    const other = await signInAdministrator(site);
    const [credential] = authenticator.credentials;
    const options = await creationOptions(other);
    const made = new SoftAuthenticator(site.origin).create(options);
    const id = Buffer.from(credential?.id ?? '', 'base64url');
    const attestation = Buffer.from(made.response.attestationObject, 'base64url');
    const place = attestation.indexOf(Buffer.from(made.id, 'base64url'));
    id.copy(attestation, place);
    const response = {
      ...made,
      id: credential?.id,
      rawId: credential?.id,
      response: { ...made.response, attestationObject: attestation.toString('base64url') },
    };
    const answer = await other.post('/account/passkeys', { name: 'Mine', response });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ detail: PASSKEY_TEXTS.registeredAlready.text });
  });

  it('says that an address of numbers cannot have one', async () => {
    const byAddress = site.browser();
    await byAddress.signIn(person);
    const answer = await byAddress.post('/account/passkeys/options');
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ detail: PASSKEY_TEXTS.needsHostname.text });
  });
});

describe('renaming and removing passkeys', () => {
  beforeEach(async () => void (await register(owner, authenticator)));

  it('renames, and the audit log has both names (UX-28)', async () => {
    const path = `/account/passkeys/${await idOfFirst(owner)}`;
    const answer = await owner.patch(path, { name: ' Blue telephone ' });
    expect(answer.json()).toMatchObject({ name: 'Blue telephone' });
    const [row] = await site.database.query(
      'SELECT before, after FROM audit_entry ORDER BY sequence DESC LIMIT 1',
    );
    expect(row).toEqual({ before: { name: 'Telephone' }, after: { name: 'Blue telephone' } });
  });

  it('removes: the key is dead, other sessions end, this one is renewed, the codes go with the last (ID-10, ID-11)', async () => {
    const elsewhere = browser();
    await usePasskey(elsewhere, authenticator);
    const before = owner.cookieHeader;
    const answer = await owner.delete(`/account/passkeys/${await idOfFirst(owner)}`);
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

  it("an administrator's reset of the second factor takes them away (UX-21)", async () => {
    const administrator = await signInAdministrator(site);
    const { account } = await sessionOf(owner);
    const reset = `/users/${account.id}/two-factor-reset`;
    expect((await administrator.post(reset, { reason: 'Lost the telephone' })).status).toBe(204);
    expect((await owner.get('/session')).status).toBe(401);
    expect((await usePasskey(browser(), authenticator)).status).toBe(401);
    expect(outcomeOf(await browser().signIn(person))).toMatchObject({ status: 'signed-in' });
  });

  it('the last one stays while there is no other way in (UX-16)', async () => {
    const { account } = await sessionOf(owner);
    await site.database.query('UPDATE account SET password_hash = NULL WHERE id = $1', [account.id]);
    const answer = await owner.delete(`/account/passkeys/${await idOfFirst(owner)}`);
    expect(answer.json()).toMatchObject({ status: 409, detail: IDENTITY_TEXTS.lastSignInMethod.text });
  });

  it("someone else's passkey is none (Z-03)", async () => {
    const other = await signInAdministrator(site);
    const path = `/account/passkeys/${await idOfFirst(owner)}`;
    expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
    expect((await other.delete(path)).status).toBe(404);
    expect(await listOf(owner)).toHaveLength(1);
  });
});
