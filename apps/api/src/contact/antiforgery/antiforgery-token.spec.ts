import { randomBytes } from 'node:crypto';
import { KeyRing } from '../../platform/crypto/key-ring.js';
import { issueToken, verifyToken } from './antiforgery-token.js';
import { MAX_TOKEN_USES, TokenUses } from './token-uses.js';

const LIFETIME = 12 * 3600;
const ISSUED = Date.UTC(2026, 0, 1);
const master = (): string => randomBytes(32).toString('base64');

describe('anti-forgery token (DD-04)', () => {
  const ring = KeyRing.parse(`k1:${master()}`);
  const token = issueToken(ring, 'tenant-a', ISSUED);
  const at = (seconds: number): { lifetimeSeconds: number; nowMs: number } => ({
    lifetimeSeconds: LIFETIME,
    nowMs: ISSUED + seconds * 1000,
  });

  it('has the shape v1.keyId.issuedAt.nonce.mac and is different each time', () => {
    expect(token).toMatch(/^v1\.k1\.[0-9a-z]+\.[\w-]{16}\.[\w-]{43}$/);
    expect(issueToken(ring, 'tenant-a', ISSUED)).not.toBe(token);
  });

  it('is accepted while it lives', () => {
    expect(verifyToken(ring, 'tenant-a', token, at(0))).toBeDefined();
  });

  it('is nothing to another tenant (AF-02)', () => {
    expect(verifyToken(ring, 'tenant-b', token, at(0))).toBeUndefined();
  });

  it('is refused with one bit flipped anywhere (AF-03)', () => {
    for (let index = 0; index < token.length; index += 1) {
      for (let bit = 0; bit < 7; bit += 1) {
        const flipped = String.fromCharCode(token.charCodeAt(index) ^ (1 << bit));
        const forged = token.slice(0, index) + flipped + token.slice(index + 1);
        expect([forged, verifyToken(ring, 'tenant-a', forged, at(0))]).toEqual([forged, undefined]);
      }
    }
  });

  it.each([
    ['empty', ''],
    ['another version', `v2${token.slice(2)}`],
    ['ten kilobytes', token.repeat(100)],
    ['not base64url', token.replace(/.$/, '!')],
    ['padded', `${token}=`],
    ['followed by a line break', `${token}\n`],
  ])('is refused when %s (AF-04)', (_what, text) => {
    expect(verifyToken(ring, 'tenant-a', text, at(0))).toBeUndefined();
  });

  it('is accepted one second before it expires and refused one second after (AF-05)', () => {
    expect(verifyToken(ring, 'tenant-a', token, at(LIFETIME - 1))).toBeDefined();
    expect(verifyToken(ring, 'tenant-a', token, at(LIFETIME + 1))).toBeUndefined();
  });

  it('is refused when issued more than 60 seconds in the future (AF-06)', () => {
    expect(verifyToken(ring, 'tenant-a', token, at(-60))).toBeDefined();
    expect(verifyToken(ring, 'tenant-a', token, at(-61))).toBeUndefined();
  });

  it('lives on after a key rotation, and dies when its key is taken away (AF-11)', () => {
    const old = master();
    const oldToken = issueToken(KeyRing.parse(`old:${old}`), 'tenant-a', ISSUED);
    expect(
      verifyToken(KeyRing.parse(`new:${master()},old:${old}`), 'tenant-a', oldToken, at(0)),
    ).toBeDefined();
    expect(verifyToken(KeyRing.parse(`new:${master()}`), 'tenant-a', oldToken, at(0))).toBeUndefined();
  });
});

describe('TokenUses', () => {
  it('lets a token be used several times, but not more than the bound (AF-13)', () => {
    const uses = new TokenUses();
    const results = Array.from({ length: MAX_TOKEN_USES + 1 }, () => uses.use('nonce', ISSUED, LIFETIME));
    expect(results).toEqual([...Array.from({ length: MAX_TOKEN_USES }, () => true), false]);
    expect(uses.use('another', ISSUED, LIFETIME)).toBe(true);
  });

  it('remembers a token for as long as it lives (AF-13)', () => {
    const uses = new TokenUses();
    for (let use = 0; use < MAX_TOKEN_USES; use += 1) uses.use('nonce', ISSUED, LIFETIME);
    uses.use('later', ISSUED + LIFETIME * 1000 + 1, LIFETIME);
    expect(uses.use('nonce', ISSUED + LIFETIME * 1000 + 2, LIFETIME)).toBe(false);
  });
});
