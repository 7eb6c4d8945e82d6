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

type Misbehaviours<T> = Readonly<Partial<Record<OidcMisbehaviour, T>>>;

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

/** Someone else's origin, in answers that point there; nothing listens on it. */
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
      if (pending?.what === 'token-slow' && !(await isWaitedFor(context, pending.delayMs))) return;
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

/** Whether the client is still there when the time has passed. */
async function isWaitedFor({ res }: Parameters<OidcMiddleware>[0], delayMs: number): Promise<boolean> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return wait(delayMs, true, { signal: gone.signal }).catch(() => false);
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
  const forgery = FORGERIES[what];
  if (forgery) return forgery({ idToken, honest, key, material });
  const claims = WRONG_CLAIMS[what]?.(honest.claims);
  if (!claims) throw new Error(`${what} is not about the ID token.`);
  return signToken({ ...honest, claims }, key);
}

interface ForgeryInput {
  readonly idToken: string;
  readonly honest: OpenToken;
  readonly key: SigningKey;
  readonly material: ForgeryMaterial;
}

/** Tokens whose signature is wrong. */
const FORGERIES: Misbehaviours<(input: ForgeryInput) => string | Promise<string>> = {
  'alg-none': ({ honest }) => unsignedToken(honest),
  'hs256-with-public-key': ({ honest, key }) =>
    macToken(honest, String(key.publicKey.export({ type: 'spki', format: 'pem' }))),
  'hs256-with-client-secret': ({ honest, material }) =>
    macToken(honest, material.secretOf(String(honest.claims['aud'])) ?? ''),
  'unknown-key': async ({ honest, key }) => {
    const stranger = await createSigningKey(key.algorithm);
    return signToken({ ...honest, header: { ...honest.header, kid: stranger.kid } }, stranger);
  },
  'unknown-key-known-id': async ({ honest, key }) => signToken(honest, await createSigningKey(key.algorithm)),
  'tampered-claims': ({ idToken, honest: { header, claims } }) => {
    const [, changed] = unsignedToken({ header, claims: { ...claims, sub: 'someone-else' } }).split('.');
    const [head, , signature] = idToken.split('.');
    return `${head}.${changed}.${signature}`;
  },
};

/** Claims that are wrong in a token whose signature is right. */
const WRONG_CLAIMS: Misbehaviours<(claims: OpenToken['claims']) => OpenToken['claims']> = {
  'wrong-issuer': (claims) => ({ ...claims, iss: ELSEWHERE }),
  'wrong-audience': (claims) => ({ ...claims, aud: 'another-client' }),
  'shared-audience': (claims) => ({
    ...claims,
    aud: [claims['aud'], 'another-client'],
    azp: 'another-client',
  }),
  expired: (claims) => ({
    ...claims,
    iat: nowSeconds() - 2 * HOUR_SECONDS,
    exp: nowSeconds() - HOUR_SECONDS,
  }),
  'missing-nonce': (claims) => ({ ...claims, nonce: undefined }), // JSON leaves it out
  'wrong-nonce': (claims) => ({ ...claims, nonce: randomUUID() }),
  'email-unverified': (claims) => ({ ...claims, email_verified: false }),
};

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

const isEndpointPath = (path: string): path is keyof typeof ENDPOINTS => path in ENDPOINTS;

const isRecord = (value: unknown): value is Body => typeof value === 'object' && value !== null;
