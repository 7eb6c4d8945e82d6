import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { macToken, openToken, signToken, unsignedToken, type OpenToken } from './oidc-forgery.js';
import { createSigningKey, type SigningKey } from './oidc-keys.js';
import type { OidcMiddleware } from './oidc-sign-in.js';

/** Endpoints that can misbehave, by their paths at this provider. */
const ENDPOINTS = {
  '/token': 'token',
  '/me': 'userinfo',
  '/jwks': 'keys',
  '/.well-known/openid-configuration': 'discovery',
} as const;
type Endpoint = (typeof ENDPOINTS)[keyof typeof ENDPOINTS];

/** What can go wrong, and at which endpoint. Everything that is not named stays right, the signature too. */
const MISBEHAVIOURS = {
  /** ID token without a signature. */
  'alg-none': 'token',
  /** ID token with HMAC keyed by the PEM (SPKI) of the RSA public key. */
  'hs256-with-public-key': 'token',
  /** ID token with HMAC keyed by the client's secret. */
  'hs256-with-client-secret': 'token',
  'wrong-issuer': 'token',
  'wrong-audience': 'token',
  /** The audience is this client and another one, for which it was issued (`azp`). */
  'shared-audience': 'token',
  /** Issued two hours ago for one hour. */
  expired: 'token',
  'missing-nonce': 'token',
  'wrong-nonce': 'token',
  /** Signed with a key that is in no key set. */
  'unknown-key': 'token',
  /** Same, but it says the id of the real key. */
  'unknown-key-known-id': 'token',
  /** Another subject than the answer's signature covers: the claims were changed after signing. */
  'tampered-claims': 'token',
  'email-unverified': 'token',
  'no-id-token': 'token',
  /** Waits `delayMs`, then answers well. */
  'token-slow': 'token',
  'token-500': 'token',
  'token-garbage': 'token',
  'userinfo-other-subject': 'userinfo',
  'userinfo-500': 'userinfo',
  'keys-500': 'keys',
  'discovery-other-issuer': 'discovery',
  /** Token endpoint and key set on a host that is not the issuer's. */
  'discovery-other-endpoints': 'discovery',
  'discovery-500': 'discovery',
} as const satisfies Readonly<Record<string, Endpoint>>;

export type OidcMisbehaviour = keyof typeof MISBEHAVIOURS;

export interface MisbehaveOptions {
  /** Number of answers that go wrong; 1 by default, `Infinity` until `behave()`. */
  readonly times?: number;
  /** For `token-slow`, in milliseconds; 30 s by default, longer than any client waits. */
  readonly delayMs?: number;
}

/** What a forger may know about the provider and the client that asks. */
export interface ForgeryMaterial {
  readonly keys: readonly SigningKey[];
  secretOf(clientId: string): string | undefined;
}

/** Somebody else's origin, in answers that point there; nothing listens on it. */
const ELSEWHERE = 'http://127.0.0.1:9';
const HOUR_SECONDS = 3600;
const LONG_MS = 30_000;

interface Pending extends Required<MisbehaveOptions> {
  readonly what: OidcMisbehaviour;
}

/** The line of misbehaviours that wait for their endpoint to be asked. */
export class OidcMisbehaviours {
  private pending: readonly Pending[] = [];

  add(what: OidcMisbehaviour, { times = 1, delayMs = LONG_MS }: MisbehaveOptions = {}): void {
    this.pending = [...this.pending, { what, times, delayMs }];
  }

  clear(): void {
    this.pending = [];
  }

  /** Spoils answers of the provider that it wraps. */
  middleware(material: ForgeryMaterial): OidcMiddleware {
    return async (context, next) => {
      const pending = this.take(context.path);
      if (pending?.what === 'token-slow') await wait(pending.delayMs, undefined, { ref: false });
      await next();
      if (!pending || pending.what === 'token-slow') return;
      if (pending.what.endsWith('-500')) {
        context.status = 500;
        context.body = { error: 'server_error' };
        return;
      }
      if (pending.what === 'token-garbage') {
        context.status = 200;
        context.type = 'application/json';
        context.body = '{"access_token": "half an ans';
        return;
      }
      const body: unknown = context.body;
      // An honest refusal stays one.
      if (context.status !== 200 || !isRecord(body)) return;
      context.body = await spoil(pending.what, body, material);
    };
  }

  private take(path: string): Pending | undefined {
    const endpoint = isEndpointPath(path) ? ENDPOINTS[path] : undefined;
    const found = this.pending.find(({ what }) => MISBEHAVIOURS[what] === endpoint);
    if (!found) return undefined;
    const left = { ...found, times: found.times - 1 };
    this.pending = this.pending.flatMap((one) => (one === found ? (left.times > 0 ? [left] : []) : [one]));
    return found;
  }
}

type Body = Readonly<Record<string, unknown>>;

async function spoil(what: OidcMisbehaviour, body: Body, material: ForgeryMaterial): Promise<Body> {
  switch (MISBEHAVIOURS[what]) {
    case 'discovery':
      return what === 'discovery-other-issuer'
        ? { ...body, issuer: ELSEWHERE }
        : { ...body, token_endpoint: `${ELSEWHERE}/token`, jwks_uri: `${ELSEWHERE}/jwks` };
    case 'userinfo':
      return { ...body, sub: `someone-else-${randomUUID()}` };
    case 'keys':
      return body;
    case 'token':
      return spoilTokens(what, body, material);
  }
}

async function spoilTokens(what: OidcMisbehaviour, body: Body, material: ForgeryMaterial): Promise<Body> {
  const { id_token: idToken, ...rest } = body;
  if (what === 'no-id-token' || typeof idToken !== 'string') return rest;
  return { ...body, id_token: await forge(what, idToken, material) };
}

async function forge(what: OidcMisbehaviour, idToken: string, material: ForgeryMaterial): Promise<string> {
  const honest = openToken(idToken);
  const key = material.keys.find(({ kid }) => kid === honest.header['kid']);
  if (!key) throw new Error('The ID token is not signed with a key of this provider.');
  switch (what) {
    case 'alg-none':
      return unsignedToken(honest);
    case 'hs256-with-public-key':
      return macToken(honest, String(key.publicKey.export({ type: 'spki', format: 'pem' })));
    case 'hs256-with-client-secret':
      return macToken(honest, material.secretOf(String(honest.claims['aud'])) ?? '');
    case 'unknown-key': {
      const stranger = await createSigningKey(key.algorithm);
      return signToken({ ...honest, header: { ...honest.header, kid: stranger.kid } }, stranger);
    }
    case 'unknown-key-known-id':
      return signToken(honest, await createSigningKey(key.algorithm));
    case 'tampered-claims': {
      const { header, claims } = honest;
      const [, changed] = unsignedToken({ header, claims: { ...claims, sub: 'somebody-else' } }).split('.');
      const [head, , signature] = idToken.split('.');
      return `${head}.${changed}.${signature}`;
    }
    default:
      return signToken({ ...honest, claims: wrongClaims(what, honest) }, key);
  }
}

function wrongClaims(what: OidcMisbehaviour, { claims }: OpenToken): OpenToken['claims'] {
  const now = Math.floor(Date.now() / 1000);
  switch (what) {
    case 'wrong-issuer':
      return { ...claims, iss: ELSEWHERE };
    case 'wrong-audience':
      return { ...claims, aud: 'another-client' };
    case 'shared-audience':
      return { ...claims, aud: [claims['aud'], 'another-client'], azp: 'another-client' };
    case 'expired':
      return { ...claims, iat: now - 2 * HOUR_SECONDS, exp: now - HOUR_SECONDS };
    case 'missing-nonce':
      return { ...claims, nonce: undefined }; // JSON leaves it out
    case 'wrong-nonce':
      return { ...claims, nonce: randomUUID() };
    case 'email-unverified':
      return { ...claims, email_verified: false };
    default:
      throw new Error(`${what} is not about claims.`);
  }
}

const isEndpointPath = (path: string): path is keyof typeof ENDPOINTS => path in ENDPOINTS;

const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null;
