import { generateKeyPair, randomUUID, sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import type { OidcSigningAlgorithm } from './oidc-types.js';

/** A key pair that signs tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly algorithm: OidcSigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const RSA_BITS = 2048;
const generate = promisify(generateKeyPair);

export async function createSigningKey(algorithm: OidcSigningAlgorithm): Promise<SigningKey> {
  const pair =
    algorithm === 'RS256'
      ? await generate('rsa', { modulusLength: RSA_BITS })
      : await generate('ec', { namedCurve: 'P-256' });
  return { kid: randomUUID(), algorithm, ...pair };
}

/** A fresh key for each algorithm. */
export function createSigningKeys(): Promise<readonly SigningKey[]> {
  return Promise.all([createSigningKey('RS256'), createSigningKey('ES256')]);
}

/** The private key in the form that oidc-provider is configured with. */
export function toPrivateJwk({ kid, algorithm, privateKey }: SigningKey): JWK {
  const { kty, crv, d, dp, dq, e, n, p, q, qi, x, y } = privateKey.export({ format: 'jwk' });
  return { kty, crv, d, dp, dq, e, n, p, q, qi, x, y, kid, alg: algorithm, use: 'sig' };
}

/** The signature of RFC 7515 over `input`. */
export function signInput(input: string, { privateKey }: SigningKey): string {
  // Fixed-length r and s for ES256; RSA keys ignore it.
  return sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString(
    'base64url',
  );
}
