import { CSRF_HEADER, EDITOR_PATH, IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { DataSource } from 'typeorm';
import { systemContext } from '../../platform/http/request-context.js';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { Account } from '../accounts/account.entity.js';
import { BreakGlassService } from '../users/break-glass.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { hotp } from './totp.js';
import { TotpService } from './totp.service.js';
import { TwoFactorResetService } from './two-factor-reset.service.js';

const { stepSeconds } = TWO_FACTOR.totp;
const SHORT = 'wet lynx';

interface Reply {
  readonly status: number;
  readonly body: { readonly status?: string; readonly code?: string; readonly [member: string]: unknown };
}

/** Someone with an authenticator app, and a browser of his. */
class Person {
  private cookie = '';
  private csrfToken = '';

  constructor(
    private readonly url: string,
    readonly id: string,
    readonly secret: Buffer,
    readonly email: string,
    public password: string,
  ) {}

  signIn(): Promise<Reply> {
    return this.send('POST', '/session', { email: this.email, password: this.password });
  }

  async send(method: string, path: string, body?: object): Promise<Reply> {
    const answer = await fetch(`${this.url}${EDITOR_PATH}${path}`, {
      method,
      headers: {
        Cookie: this.cookie,
        [CSRF_HEADER]: this.csrfToken,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    const own = answer.headers.getSetCookie().find((each) => each.startsWith('__Host-sitedesk='));
    this.cookie = own?.split(';')[0] ?? this.cookie;
    this.csrfToken = /"csrfToken":"([^"]+)"/.exec(text)?.[1] ?? this.csrfToken;
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  }
}

describe('second factors and the clock (ID-01, ID-12, ID-16)', () => {
  let running: RunningApp;
  let tenantId: string;
  let count = 0;

  beforeAll(async () => {
    running = await startApp({ RATELIMIT__SIGNIN: '1000000/60' });
    tenantId = (await running.app.get(TenantsService).resolve(''))?.id ?? '';
  });
  afterAll(() => running.stop());

  const step = (): number => Math.floor(running.clock.now() / 1_000 / stepSeconds);
  const codeOf = ({ secret }: Person, later = 0): string => hotp(secret, step() + later);
  const answer = (person: Person, code = codeOf(person)): Promise<Reply> =>
    person.send('POST', '/session/second-factor', { code });

  /** Enrolled two minutes ago: every code of now is fresh. */
  async function newPerson(): Promise<Person> {
    const email = `person-${(count += 1)}@site.test`;
    const { account, password } = await running.app
      .get(BreakGlassService)
      .createAdministrator(tenantId, email);
    const totp = running.app.get(TotpService);
    const secret = await totp.begin(tenantId, account.id);
    await running.app
      .get(DataSource)
      .transaction((manager) => totp.confirm(manager, tenantId, account.id, hotp(secret, step())));
    running.clock.advance(120);
    return new Person(running.url, account.id, secret, email, password);
  }

  async function setPassword(person: Person, password: string): Promise<void> {
    running.clock.advance(1);
    const passwordHash = await running.app.get(PasswordHasher).hash(password);
    const passwordChangedAt = new Date(running.clock.now());
    await running.app
      .get(DataSource)
      .manager.update(Account, { id: person.id, tenantId }, { passwordHash, passwordChangedAt });
    person.password = password;
  }

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('takes a code that is %i steps off: %i (ID-16)', async (later, status) => {
    const person = await newPerson();
    expect((await person.signIn()).body).toMatchObject({ status: 'second-factor-required' });
    // A whole step to answer in; not from its very beginning, which rounding may miss.
    running.clock.advance(stepSeconds - ((running.clock.now() / 1_000) % stepSeconds) + 1);
    expect((await answer(person, codeOf(person, later))).status).toBe(status);
  });

  it('a pending session ends after five minutes', async () => {
    const person = await newPerson();
    await person.signIn();
    running.clock.advance(IDENTITY_LIMITS.session.pendingSeconds - 1);
    expect((await person.send('GET', '/session/second-factor')).status).toBe(200);
    running.clock.advance(1);
    expect((await person.send('GET', '/session/second-factor')).status).toBe(401);
    expect((await answer(person)).status).toBe(401);
  });

  it('a proof is fresh for ten minutes, and moves the end of the session nowhere (ID-12, ID-18)', async () => {
    const person = await newPerson();
    await person.signIn();
    await answer(person);
    const end = (await person.send('GET', '/session')).body['endsAt'];
    const changes = (): Promise<Reply> => person.send('POST', '/account/two-factor/recovery-codes', {});
    running.clock.advance(IDENTITY_LIMITS.recentSignInSeconds - 5);
    expect((await changes()).status).toBe(200);
    running.clock.advance(10);
    expect((await changes()).body.code).toBe('recent-sign-in-required');
    const proof = { password: person.password, code: codeOf(person) };
    const renewed = await person.send('POST', '/session/confirm', proof);
    expect(renewed).toMatchObject({ status: 200, body: { endsAt: end } });
    expect((await changes()).status).toBe(200);
  });

  describe('a password that is long enough only together with it (ID-01)', () => {
    let person: Person;

    beforeEach(async () => {
      person = await newPerson();
      await setPassword(person, SHORT);
      await person.signIn();
      expect((await answer(person)).body.status).toBe('signed-in');
    });

    it('keeps it from being removed, until the password is longer', async () => {
      const remove = (): Promise<Reply> => person.send('DELETE', '/account/two-factor/totp');
      expect(await remove()).toMatchObject({ status: 409, body: { code: 'password-too-short' } });
      expect((await person.send('GET', '/account/two-factor')).body['methods']).toEqual(['otp']);
      await setPassword(person, 'twelve herons on a cold weir');
      expect((await remove()).status).toBe(200);
    });

    it('opens nothing but the enrolment once someone else has removed it', async () => {
      await running.app
        .get(TwoFactorResetService)
        .reset(systemContext(tenantId, 'test'), person.id, 'the phone was lost');
      const { body } = await person.signIn();
      expect(body.status).toBe('enrolment-required');
      expect((await person.send('GET', '/account/sessions')).body.code).toBe('second-factor-required');
      expect((await person.send('GET', '/account')).status).toBe(200);
      expect((await person.send('POST', '/account/two-factor/totp')).status).toBe(200);
    });
  });
});
