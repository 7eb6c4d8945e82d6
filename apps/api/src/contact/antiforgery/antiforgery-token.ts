import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomNonce } from '../../platform/core/id.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';

const VERSION = 'v1';
const NONCE_BYTES = 12;
/** How far the clocks of two instances may differ. */
const MAX_SKEW_SECONDS = 60;
/** No token of ours is longer; a longer text is refused before anything is computed. */
const MAX_TOKEN_LENGTH = 160;
const SHAPE = /^v1\.([A-Za-z0-9_-]{1,16})\.([0-9a-z]{1,8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{43})$/;

/**
 * A stateless anti-forgery token: `v1.keyId.issuedAt.nonce.HMAC-SHA-256` under a key of the tenant.
 * `issuedAt` is in seconds, base 36.
 */
export function issueToken(keyRing: KeyRing, tenantId: string, nowMs: number): string {
  const key = keyRing.derive('antiforgery', tenantId);
  if (!key) throw new Error('The current master key is missing from its own ring.');
  const issuedAt = Math.floor(nowMs / 1000).toString(36);
  const signed = `${VERSION}.${keyRing.currentKeyId}.${issuedAt}.${randomNonce(NONCE_BYTES).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

interface TokenRules {
  readonly lifetimeSeconds: number;
  readonly nowMs: number;
}

/** The token's nonce when it is genuine, for this tenant and in its time; otherwise undefined. */
export function verifyToken(
  keyRing: KeyRing,
  tenantId: string,
  token: string,
  rules: TokenRules,
): string | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const match = SHAPE.exec(token);
  if (!match) return undefined;
  const [, keyId = '', issuedAt = '', nonce = '', mac = ''] = match;
  const key = keyRing.derive('antiforgery', tenantId, keyId);
  if (!key) return undefined;
  const expected = createHmac('sha256', key)
    .update(token.slice(0, -mac.length - 1))
    .digest();
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The last character of 43 carries two spare bits: only the canonical spelling is the token we issued.
  if (given.toString('base64url') !== mac) return undefined;
  const age = rules.nowMs / 1000 - Number.parseInt(issuedAt, 36);
  if (age > rules.lifetimeSeconds || age < -MAX_SKEW_SECONDS) return undefined;
  return nonce;
}
