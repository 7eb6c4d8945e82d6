import { type CiIssuer, startCiIssuer } from '@sitedesk/testing';
import { outboundService } from '../../platform/outbound/outbound.fixture.js';
import type { OutboundService } from '../../platform/outbound/outbound.service.js';
import { isSignedBy, type OpenedToken, openToken } from './ci-tokens.js';
import { IssuerKeysService } from './issuer-keys.service.js';

const MINUTE_MS = 60_000;

describe('keys of CI services (Y-09)', () => {
  let issuer: CiIssuer;
  let outbound: OutboundService;
  let now: number;
  let service: IssuerKeysService;

  beforeEach(async () => {
    issuer = await startCiIssuer();
    outbound = outboundService('127.0.0.1/32');
    now = Date.now();
    service = new IssuerKeysService(outbound, { now: () => now });
  });
  afterEach(async () => {
    await outbound.onApplicationShutdown();
    await issuer.close();
  });

  const opened = (...given: Parameters<CiIssuer['token']>): OpenedToken => {
    const found = openToken(issuer.token(...given));
    if (!found) throw new Error('It is no token.');
    return found;
  };
  const isSigned = async (token: OpenedToken): Promise<boolean> =>
    isSignedBy(token, await service.find(issuer.issuer, token.keyId));
  const reads = (): number => issuer.requests.filter((path) => path === '/keys').length;

  it('are kept for ten minutes, and read once for those who ask together', async () => {
    const tokens = [opened('x'), opened('x', {}, { algorithm: 'ES256' }), opened('x')];
    expect(await Promise.all(tokens.map(isSigned))).toEqual([true, true, true]);
    expect(reads()).toBe(1);
    now += 9 * MINUTE_MS;
    expect(await isSigned(opened('x'))).toBe(true);
    expect(reads()).toBe(1);
    now += 2 * MINUTE_MS;
    expect(await isSigned(opened('x'))).toBe(true);
    expect(reads()).toBe(2);
  });

  it('are read again for an unknown one, once a minute at most', async () => {
    expect(await isSigned(opened('x'))).toBe(true);
    const former = opened('x');
    await issuer.rotate();
    const next = opened('x');
    for (let count = 0; count < 5; count += 1) expect(await isSigned(next)).toBe(false);
    expect(reads()).toBe(1);
    now += MINUTE_MS;
    expect(await isSigned(next)).toBe(true);
    expect(await isSigned(former)).toBe(false);
    expect(reads()).toBe(2);
  });

  it('sign nothing that another key, no key, or a public key as a secret has signed', async () => {
    expect(await isSigned(opened('x', {}, { as: 'another-key' }))).toBe(false);
    expect(openToken(issuer.token('x', {}, { as: 'none' }))).toBeUndefined();
    expect(openToken(issuer.token('x', {}, { as: 'mac-of-public-key' }))).toBeUndefined();
    const { signed, ...rest } = opened('x');
    expect(await isSigned({ ...rest, signed: Buffer.concat([signed, Buffer.from('A')]) })).toBe(false);
  });

  it.each(['error-500', 'garbage', 'other-issuer', 'private-keys', 'huge', 'silent'] as const)(
    'of an issuer that is %s are none, and are there again when it is well',
    async (behaviour) => {
      issuer.behave(behaviour);
      const token = opened('x');
      await expect(isSigned(token)).rejects.toThrow();
      issuer.behave('ok');
      expect(await isSigned(token)).toBe(true);
    },
  );
});
