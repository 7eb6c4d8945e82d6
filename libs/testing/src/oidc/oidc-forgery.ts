import { createHmac } from 'node:crypto';
import { signInput, type SigningKey } from './oidc-keys.js';

/** A token taken apart; the signature is not checked, it is ours. */
export interface OpenToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Takes a compact JWS apart. */
export function openToken(token: string): OpenToken {
  const [header, claims] = token.split('.');
  return { header: decode(header), claims: decode(claims) };
}

/** A token with a good signature of `key` over whatever it says. */
export function signToken({ header, claims }: OpenToken, key: SigningKey): string {
  const input = `${encode({ ...header, alg: key.algorithm })}.${encode(claims)}`;
  return `${input}.${signInput(input, key)}`;
}

/** A token that is not signed (RFC 7519 section 6). */
export function unsignedToken({ header, claims }: OpenToken): string {
  return `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`;
}

/** A token "signed" with something that is not secret, or is known to others: HMAC over any text. */
export function macToken({ header, claims }: OpenToken, secret: string): string {
  const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('A part of the token is no object.');
  return { ...value };
}
