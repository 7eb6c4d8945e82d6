import { PASSKEY_LIMITS } from '@sitedesk/contract/passkeys';
import { type RunningApp, startApp } from '../../testing/running-app.js';
import { browserCeremony, type Ceremony, sessionCeremony } from './ceremony.js';
import { WebAuthnChallengesService } from './webauthn-challenges.service.js';

const SESSION = { sessionId: '01890000-0000-7000-8000-000000000001' };
const CEREMONY = sessionCeremony('registration', SESSION);
const SECOND_TENANT = '01890000-0000-7000-8000-0000000000b0';

describe('challenges of passkey ceremonies (ID-18)', () => {
  let running: RunningApp;
  let challenges: WebAuthnChallengesService;
  let tenantId: string;

  beforeAll(async () => {
    running = await startApp();
    challenges = running.app.get(WebAuthnChallengesService);
    const [tenant] = await running.database.query('SELECT id FROM tenant');
    tenantId = String(tenant?.['id']);
    await running.database.query(
      `INSERT INTO tenant (id, name, created_at) VALUES ($1, 'Site B', now()) ON CONFLICT DO NOTHING`,
      [SECOND_TENANT],
    );
  });

  afterAll(() => running.stop());

  it('has 256 bits, and is another one each time (ID-18)', async () => {
    const [one, two] = [
      await challenges.issue(tenantId, CEREMONY),
      await challenges.issue(tenantId, CEREMONY),
    ];
    expect(Buffer.from(one, 'base64url')).toHaveLength(PASSKEY_LIMITS.challengeOctets);
    expect(two).not.toBe(one);
  });

  it('works for five minutes (ID-18)', async () => {
    const [early, late] = [
      await challenges.issue(tenantId, CEREMONY),
      await challenges.issue(tenantId, CEREMONY),
    ];
    running.clock.advance(PASSKEY_LIMITS.challengeSeconds - 5);
    expect(await challenges.consume(tenantId, CEREMONY, early)).toBe(true);
    running.clock.advance(6);
    expect(await challenges.consume(tenantId, CEREMONY, late)).toBe(false);
  });

  it('works once, however many use it at the same moment (ID-18)', async () => {
    const challenge = await challenges.issue(tenantId, CEREMONY);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => challenges.consume(tenantId, CEREMONY, challenge)),
    );
    expect(all.filter((used) => used)).toHaveLength(1);
  });

  const OTHERS: readonly (readonly [string, Ceremony])[] = [
    ['another session', sessionCeremony('registration', { sessionId: SECOND_TENANT })],
    ['another purpose', sessionCeremony('confirmation', SESSION)],
    ['a browser', browserCeremony('a')],
  ];
  it.each(OTHERS)('is nothing to %s, and stays good for its own (ID-18)', async (_whose, other) => {
    const challenge = await challenges.issue(tenantId, CEREMONY);
    expect(await challenges.consume(tenantId, other, challenge)).toBe(false);
    expect(await challenges.consume(tenantId, CEREMONY, challenge)).toBe(true);
  });

  it('is nothing to another site (Z-03)', async () => {
    const challenge = await challenges.issue(tenantId, CEREMONY);
    expect(await challenges.consume(SECOND_TENANT, CEREMONY, challenge)).toBe(false);
    expect(await challenges.consume(tenantId, CEREMONY, challenge)).toBe(true);
  });

  it('those that nobody answered do not pile up', async () => {
    for (let count = 0; count < 5; count += 1) await challenges.issue(tenantId, CEREMONY);
    running.clock.advance(PASSKEY_LIMITS.challengeSeconds + 1);
    await challenges.issue(tenantId, CEREMONY);
    expect(await running.database.query('SELECT 1 FROM webauthn_challenge')).toHaveLength(1);
  });
});
