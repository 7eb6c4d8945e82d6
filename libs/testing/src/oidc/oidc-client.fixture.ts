import type { webcrypto } from 'node:crypto';
import * as openid from 'openid-client';
import type { OidcTestClient, OidcTestProvider } from './oidc-types.js';
import type { OidcVisitor } from './oidc-visitor.js';

export const CALLBACK = 'http://127.0.0.1:1/callback';
export const AFTER_SIGN_OUT = 'http://127.0.0.1:1/bye';

export const CONFIDENTIAL = {
  clientId: 'site',
  clientSecret: 'a secret of at least thirty-two octets',
  redirectUris: [CALLBACK],
  postLogoutRedirectUris: [AFTER_SIGN_OUT],
} as const satisfies OidcTestClient;

/** The settings that a client finds for itself. */
export function discover(
  provider: OidcTestProvider,
  client: OidcTestClient = CONFIDENTIAL,
): Promise<openid.Configuration> {
  const { clientId, clientSecret } = client;
  const metadata = { id_token_signed_response_alg: client.signingAlgorithm ?? 'RS256' };
  return openid.discovery(
    new URL(provider.issuer),
    clientId,
    metadata,
    clientSecret === undefined ? openid.None() : openid.ClientSecretPost(clientSecret),
    { execute: [openid.allowInsecureRequests] },
  );
}

interface SignInOptions {
  readonly visitor?: OidcVisitor;
  /** Whom to pick on the login page. */
  readonly choose?: string;
  readonly scope?: string;
}

/** Code flow with PKCE, state and nonce, as a careful client does it. */
export async function signIn(
  provider: OidcTestProvider,
  config: openid.Configuration,
  {
    visitor = provider.newVisitor(),
    choose,
    scope = 'openid email profile offline_access',
  }: SignInOptions = {},
): Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers> {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const nonce = openid.randomNonce();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await visitor.open(url, choose);
  return openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

/** The provider's key set. */
export async function readKeys(
  provider: OidcTestProvider,
): Promise<readonly (webcrypto.JsonWebKey & { readonly kid: string })[]> {
  const response = await fetch(`${provider.issuer}/jwks`);
  const { keys } = (await response.json()) as {
    readonly keys: readonly (webcrypto.JsonWebKey & { readonly kid: string })[]; // RFC 7517 section 5
  };
  return keys;
}
