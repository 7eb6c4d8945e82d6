import { PASSKEY_TEXTS } from '@sitedesk/contract/passkeys';
import { SoftAuthenticator } from '@sitedesk/testing';
import { type Person } from './harness/account-emails.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  creationOptions,
  idOfFirst,
  newOwner,
  outcomeOf,
  type PasskeySite,
  register,
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

describe('a passkey after the password (ID-11, ID-18)', () => {
  const STEP = '/session/second-factor/passkey';
  let pending: EditorBrowser;
  beforeEach(async () => {
    await register(owner, authenticator);
    pending = browser();
    await pending.signIn(person);
  });

  it('completes the sign-in under a new session id (ID-11)', async () => {
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

  it("someone else's passkey is refused, and the fifth wrong one ends the sign-in (ID-18)", async () => {
    const other = await signInAdministrator(site);
    const foreign = new SoftAuthenticator(site.origin);
    foreign.create(await creationOptions(other));
    for (let tries = 1; tries <= 5; tries += 1) {
      const options = { ...(await requestOptions(pending, STEP)), allowCredentials: [] };
      const answer = await pending.post(STEP, { response: foreign.get(options) });
      const code = tries < 5 ? 'second-factor-required' : 'sign-in-required';
      expect(answer.json()).toMatchObject({ status: 401, code, detail: PASSKEY_TEXTS.refused.text });
    }
    expect((await pending.post(`${STEP}/options`)).status).toBe(401);
  });

  it("another session's challenge is refused (ID-18)", async () => {
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

  it('adding and removing need a sign-in of the last ten minutes, which a passkey renews (ID-18)', async () => {
    await becomeStale();
    const id = await idOfFirst(owner);
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

  it('a wrong one is refused, and the session goes on as it was (ID-18)', async () => {
    await becomeStale();
    const answer = await usePasskey(owner, authenticator, { forged: true }, STEP);
    expect(answer.json()).toMatchObject({ status: 403, detail: PASSKEY_TEXTS.refused.text });
    expect((await owner.get('/session')).status).toBe(200);
    expect((await owner.post('/account/passkeys/options')).status).toBe(403);
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
          ...whole,
          id: wrong,
          rawId: wrong,
          response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
        },
      },
    ]),
    { response: { ...whole, rawId: 'AB', response: {} } },
    { response: { ...whole, type: ['public-key'], response: {} } },
  ];

  it('wrong types anywhere in a sign-in are a 400, never a 500 (Z-08)', async () => {
    for (const body of BODIES) {
      const answer = await browser().post('/session/passkey', body);
      expect([answer.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)]);
    }
  });

  it('wrong types anywhere in a registration are a 400, never a 500 (Z-08)', async () => {
    const response = new SoftAuthenticator(site.origin).create(await creationOptions(owner));
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

  it('octets that mean nothing are refused like everything else (ID-18)', async () => {
    const visitor = browser();
    const { challenge } = await requestOptions(visitor);
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge, type: 'webauthn.get', origin: [] }));
    const answer = await visitor.post('/session/passkey', {
      response: {
        ...whole,
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: 'AAAA',
          signature: 'AAAA',
        },
      },
    });
    expect(answer.status).toBe(401);
  });
});
