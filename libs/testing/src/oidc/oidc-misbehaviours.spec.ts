import { createHmac, createPublicKey } from 'node:crypto';
import * as openid from 'openid-client';
import { CALLBACK, CONFIDENTIAL, discover, readKeys, signIn } from './oidc-client.fixture.js';
import { openToken } from './oidc-forgery.js';
import type { OidcMisbehaviour } from './oidc-misbehaviours.js';
import { startOidcProvider } from './oidc-test-provider.js';
import type { OidcTestProvider } from './oidc-types.js';

/** The client's patience; the answer takes far longer. */
const SHORT_SECONDS = 1;

describe('an OpenID provider that misbehaves', () => {
  let provider: OidcTestProvider;
  let config: openid.Configuration;

  beforeEach(async () => {
    provider = await startOidcProvider();
    provider.addClient(CONFIDENTIAL);
    provider.addUser({ subject: 'ada', email: 'ada@example.test', emailVerified: true });
    provider.signInAs('ada');
    config = await discover(provider);
    // Without this the client takes the connection for proof of an ID token and never looks at the signature.
    openid.enableNonRepudiationChecks(config);
  });

  afterEach(async () => {
    expect(provider.failures).toEqual([]);
    await provider.close();
  });

  it.each<[OidcMisbehaviour, string]>([
    ['alg-none', 'JWT "alg" header'],
    ['hs256-with-public-key', 'JWT "alg" header'],
    ['hs256-with-client-secret', 'JWT "alg" header'],
    ['wrong-issuer', '"iss" (issuer) claim'],
    ['wrong-audience', '"aud" (audience) claim'],
    ['shared-audience', '"azp" (authorized party) claim'],
    ['expired', '"exp" (expiration time) claim'],
    ['missing-nonce', '"nonce" (nonce) claim missing'],
    ['wrong-nonce', 'unexpected ID Token "nonce" claim'],
    ['unknown-key', 'no applicable keys found'],
    ['unknown-key-known-id', 'JWT signature verification failed'],
    ['tampered-claims', 'JWT signature verification failed'],
    ['no-id-token', '"id_token" property must be a string'],
    ['token-500', 'unexpected HTTP response status code'],
    ['token-garbage', 'failed to parse "response" body as JSON'],
    ['keys-500', 'unexpected HTTP response status code'],
  ])('%s: the client refuses one sign-in (%s), and the next one is well', async (what, reason) => {
    provider.misbehave(what);
    const error = await signIn(provider, config).catch((thrown: unknown) => thrown);
    expect(wholeMessage(error)).toContain(reason);
    expect((await signIn(provider, config)).claims()?.sub).toBe('ada');
  });

  it.each<[OidcMisbehaviour, object, object]>([
    ['alg-none', { alg: 'none' }, { sub: 'ada' }],
    ['hs256-with-public-key', { alg: 'HS256' }, { sub: 'ada' }],
    ['hs256-with-client-secret', { alg: 'HS256' }, { sub: 'ada' }],
    ['wrong-issuer', { alg: 'RS256' }, { iss: 'http://127.0.0.1:9' }],
    ['wrong-audience', { alg: 'RS256' }, { aud: 'another-client' }],
    ['shared-audience', { alg: 'RS256' }, { aud: ['site', 'another-client'], azp: 'another-client' }],
    ['email-unverified', { alg: 'RS256' }, { email: 'ada@example.test', email_verified: false }],
    ['tampered-claims', { alg: 'none' }, { sub: 'someone-else' }],
  ])('%s: the token says so', async (what, header, claims) => {
    provider.misbehave(what);
    const token = openToken((await exchangeByHand(provider, config)).id_token);
    expect(token.claims).toMatchObject(claims);
    if (what !== 'tampered-claims') expect(token.header).toMatchObject(header);
  });

  it('email-unverified: the signature is good, so that the client has to look at the claim', async () => {
    provider.misbehave('email-unverified');
    expect((await signIn(provider, config)).claims()?.['email_verified']).toBe(false);
  });

  it('token-slow: the client gives up', async () => {
    config.timeout = SHORT_SECONDS;
    provider.misbehave('token-slow');
    await expect(signIn(provider, config)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('token-slow: a patient client is served', async () => {
    provider.misbehave('token-slow', { delayMs: 20 });
    expect((await signIn(provider, config)).claims()?.sub).toBe('ada');
  });

  it('userinfo-other-subject and userinfo-500: the client refuses them', async () => {
    const { access_token: token } = await signIn(provider, config);
    provider.misbehave('userinfo-other-subject');
    provider.misbehave('userinfo-500');
    const refused = await openid.fetchUserInfo(config, token, 'ada').catch((thrown: unknown) => thrown);
    expect(wholeMessage(refused)).toContain('"sub"');
    await expect(openid.fetchUserInfo(config, token, 'ada')).rejects.toMatchObject({
      cause: { status: 500 },
    });
    expect((await openid.fetchUserInfo(config, token, 'ada')).sub).toBe('ada');
  });

  it('discovery-other-issuer and discovery-500: the client refuses the document', async () => {
    provider.misbehave('discovery-other-issuer');
    provider.misbehave('discovery-500');
    await expect(discover(provider)).rejects.toThrow(/issuer/);
    await expect(discover(provider)).rejects.toThrow(/response/);
    expect((await discover(provider)).serverMetadata().issuer).toBe(provider.issuer);
  });

  it('discovery-other-endpoints: the document names a token endpoint elsewhere', async () => {
    provider.misbehave('discovery-other-endpoints');
    const { token_endpoint: endpoint } = (await discover(provider)).serverMetadata();
    expect(endpoint).toBe('http://127.0.0.1:9/token');
  });

  it('spoils refreshed tokens too', async () => {
    const { refresh_token: token = '' } = await signIn(provider, config);
    provider.misbehave('unknown-key');
    const error = await openid.refreshTokenGrant(config, token).catch((thrown: unknown) => thrown);
    expect(wholeMessage(error)).toContain('no applicable keys found');
  });

  it('goes on as often as it is told, and stops when it is told', async () => {
    provider.misbehave('token-500', { times: 2 });
    await expect(signIn(provider, config)).rejects.toThrow();
    await expect(signIn(provider, config)).rejects.toThrow();
    await expect(signIn(provider, config)).resolves.toBeDefined();
    provider.misbehave('token-500', { times: Infinity });
    await expect(signIn(provider, config)).rejects.toThrow();
    provider.behave();
    await expect(signIn(provider, config)).resolves.toBeDefined();
  });

  it('hs256-with-public-key and -client-secret: the code is right for who takes that for a key', async () => {
    const [jwk = {}] = await readKeys(provider);
    const pem = String(createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }));
    provider.misbehave('hs256-with-public-key');
    expect(isMacOf(pem, (await exchangeByHand(provider, config)).id_token)).toBe(true);
    provider.misbehave('hs256-with-client-secret');
    const { id_token: token } = await exchangeByHand(provider, config);
    expect(isMacOf(CONFIDENTIAL.clientSecret, token)).toBe(true);
    expect(isMacOf(pem, token)).toBe(false);
  });

  it('changes keys: who knows only the old ones refuses the new token, who asks again takes it', async () => {
    const before = await signIn(provider, config);
    await provider.rotateKeys('vanish');
    const refused = await signIn(provider, config).catch((thrown: unknown) => thrown);
    expect(wholeMessage(refused)).toContain('no applicable keys found');
    const fresh = await discover(provider);
    openid.enableNonRepudiationChecks(fresh);
    expect((await signIn(provider, fresh)).claims()?.sub).toBe('ada');
    const bye = openid.buildEndSessionUrl(fresh, { id_token_hint: before.id_token ?? '' });
    await expect(provider.newVisitor().open(bye)).rejects.toThrow('could not validate id_token_hint');
  });
});

function isMacOf(secret: string, token: string): boolean {
  const [header, claims, mac] = token.split('.');
  return createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url') === mac;
}

/** What is wrong is often only in the cause. */
function wholeMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return `${error.message} ${wholeMessage(error.cause)}`;
}

/** The answer of the token endpoint as it is, for a client that believes everything. */
async function exchangeByHand(
  provider: OidcTestProvider,
  config: openid.Configuration,
): Promise<{ readonly id_token: string }> {
  const verifier = openid.randomPKCECodeVerifier();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await provider.newVisitor().open(url);
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      client_id: CONFIDENTIAL.clientId,
      client_secret: CONFIDENTIAL.clientSecret,
    }),
  });
  return (await response.json()) as { readonly id_token: string }; // the provider's own answer
}
