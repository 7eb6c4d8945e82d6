import { isStorable } from '@sitedesk/contract/rules';
import { Inject, Injectable } from '@nestjs/common';
import { EXTERNAL_SIGN_IN_LIMITS, PROVIDER_CHECK_TEXTS } from '@sitedesk/contract/external-sign-in';
import { type Message, verbatim } from '@sitedesk/contract/messages';
import type * as oidc from 'openid-client';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type OutboundAnswer, OutboundService } from '../../platform/outbound/outbound.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { clientSecretPlace, type IdentityProvider } from './identity-provider.entity.js';

/** What a provider offers is of no use. */
class UnusableProviderError extends Error {
  constructor(readonly fault: Message) {
    super(fault.text);
  }
}

/** What is wrong with a discovery document, by the code that the library gives its error. */
const DISCOVERY_FAULTS: Readonly<Record<string, Message>> = {
  OAUTH_RESPONSE_IS_NOT_JSON: PROVIDER_CHECK_TEXTS.notJson,
  OAUTH_PARSE_ERROR: PROVIDER_CHECK_TEXTS.notJson,
  OAUTH_INVALID_RESPONSE: PROVIDER_CHECK_TEXTS.notDiscovery,
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: PROVIDER_CHECK_TEXTS.otherIssuer,
  OAUTH_TIMEOUT: PROVIDER_CHECK_TEXTS.late,
};

/** Why {@link OidcClient.configuration} failed, for people; of the library's own words what has no text of ours. */
export function discoveryFault(error: unknown): Message {
  if (error instanceof OutboundError || error instanceof UnusableProviderError) return error.fault;
  if (!(error instanceof Error)) return verbatim(String(error));
  const known = 'code' in error ? DISCOVERY_FAULTS[String(error.code)] : undefined;
  if (known) return known;
  const { cause } = error;
  if (cause instanceof Response) return PROVIDER_CHECK_TEXTS.status({ status: cause.status });
  return cause instanceof Error ? discoveryFault(cause) : verbatim(error.message);
}

/** What a provider states about a person, once every check has passed. */
export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
  readonly name: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
}

type IdentityClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** What came of a refresh token. */
export interface Refreshed {
  /** Of the ID token, which not every provider sends again. */
  readonly claims: IdentityClaims | undefined;
  readonly accessToken: string;
  /** The one to keep: many providers void the old one. */
  readonly refreshToken: string;
}

/** A sign-in about to begin at a provider. */
interface AuthorizationRequest {
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the answer is checked against. */
interface ExpectedAnswer {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The person must have signed in there after this moment; for a confirmation, which wants a fresh proof. */
  readonly provedAfter?: Date;
}

/** Signatures that are accepted: asymmetric ones only, so that no public key is ever taken for a secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519', 'RS384', 'RS512', 'ES384', 'ES512'];
const TIME_LIMIT_SECONDS = 10;
/** Loaded with the first sign-in that needs it: most processes never do. */
const library = (): Promise<typeof oidc> => import('openid-client');

/** How long a discovery document is believed. */
const DISCOVERY_MS = 10 * 60 * 1_000;

/**
 * Speaks OpenID Connect with the tenants' providers: discovery, code flow with PKCE, state and nonce, refresh
 * (OpenID Connect Core 1.0, RFC 7636, RFC 9700). The library checks issuer, audience, times, nonce and signature.
 */
@Injectable()
export class OidcClient {
  private readonly known = new Map<
    string,
    { readonly at: number; readonly config: Promise<oidc.Configuration> }
  >();

  constructor(
    private readonly outbound: OutboundService,
    private readonly personalData: PersonalDataService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The address to send the browser to, and what to keep until it comes back.
   * @param options `fresh` for a provider that must ask the person again, no matter who is signed in there
   */
  async begin(
    provider: IdentityProvider,
    redirectUri: string,
    { fresh = false }: { readonly fresh?: boolean } = {},
  ): Promise<AuthorizationRequest> {
    const oidc = await library();
    const config = await this.configuration(provider);
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: ['openid', 'profile', 'email', ...provider.scopes].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // Google gives a refresh token only when asked this way; others ignore it.
      ...(provider.preset === 'google' ? { access_type: 'offline' } : {}),
      ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
    });
    return { url, state, nonce, verifier };
  }

  /** @throws Error of the library when any check fails */
  async finish(provider: IdentityProvider, answer: URL, expected: ExpectedAnswer): Promise<ProvenIdentity> {
    const oidc = await library();
    const config = await this.configuration(provider);
    const tokens = await oidc.authorizationCodeGrant(config, answer, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token.');
    requireFresh(claims.auth_time, expected.provedAfter);
    // Some providers put the address only here; the subject must be the same person.
    const profile =
      typeof claims['email'] === 'string' || !config.serverMetadata().userinfo_endpoint
        ? {}
        : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
    return identityOf({ ...profile, ...claims }, claims.iss, tokens);
  }

  /**
   * The claims of now, by the refresh token, if the answer has any; and the token to ask with the next time.
   * @throws oidc.ResponseBodyError when the provider says that the person may not anymore
   */
  async refresh(provider: IdentityProvider, refreshToken: string): Promise<Refreshed> {
    const oidc = await library();
    const config = await this.configuration(provider);
    const tokens = await oidc.refreshTokenGrant(config, refreshToken);
    return {
      claims: tokens.claims(),
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? refreshToken,
    };
  }

  /**
   * What the provider says of a person when it is asked apart from tokens; undefined when it cannot be asked.
   * @throws Error of the library when it fails, or speaks of someone else
   */
  async userInfo(
    provider: IdentityProvider,
    accessToken: string,
    subject: string,
  ): Promise<IdentityClaims | undefined> {
    const oidc = await library();
    const config = await this.configuration(provider);
    if (!config.serverMetadata().userinfo_endpoint) return undefined;
    return oidc.fetchUserInfo(config, accessToken, subject);
  }

  /** Forgets what was discovered: the provider's settings changed. */
  forget(providerId: string): void {
    for (const key of this.known.keys()) if (key.startsWith(`${providerId}/`)) this.known.delete(key);
  }

  /** Kept per version of the settings; a failed discovery is tried again by the next one who asks. */
  configuration(provider: IdentityProvider): Promise<oidc.Configuration> {
    const key = `${provider.id}/${provider.version}`;
    const known = this.known.get(key);
    if (known && Date.now() - known.at < DISCOVERY_MS) return known.config;
    const config = this.discover(provider);
    this.known.set(key, { at: Date.now(), config });
    config.catch(() => this.known.delete(key));
    return config;
  }

  private async discover(provider: IdentityProvider): Promise<oidc.Configuration> {
    const oidc = await library();
    const { id, tenantId, issuer, clientId, clientSecret } = provider;
    const secret =
      clientSecret === null
        ? undefined
        : await this.personalData.decrypt(tenantId, clientSecretPlace(id), clientSecret);
    const insecure = new URL(issuer).protocol === 'http:'; // only where the operator allows it: see OutboundService
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockSkew]: Math.round((this.clock.now() - Date.now()) / 1_000) },
      secret === undefined ? oidc.None() : oidc.ClientSecretPost(secret),
      {
        [oidc.customFetch]: async (url, { method, headers, body, signal }) =>
          responseOf(
            await this.outbound.fetch({
              url,
              guarded: true,
              method: method === 'POST' ? 'POST' : 'GET',
              headers,
              ...(body ? { body: String(body) } : {}),
              signal,
            }),
          ),
        timeout: TIME_LIMIT_SECONDS,
        // Without the first, the library trusts TLS to the token endpoint and checks no signature of an ID token from it.
        execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
      },
    );
    requireAsymmetric(config);
    return config;
  }
}

/** As the library reads it. */
function responseOf({ status, headers, bytes }: OutboundAnswer): Response {
  const values = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers: values });
}

/** Not every provider says when it asked the person; one that does must have done it now. */
function requireFresh(authTime: number | undefined, provedAfter: Date | undefined): void {
  if (authTime === undefined || provedAfter === undefined) return;
  if (authTime < provedAfter.getTime() / 1_000 - EXTERNAL_SIGN_IN_LIMITS.skewSeconds)
    throw new Error('The provider didn’t ask for a new sign-in.');
}

function requireAsymmetric(config: oidc.Configuration): void {
  const offered = config.serverMetadata().id_token_signing_alg_values_supported ?? ['RS256'];
  const usable = offered.filter((algorithm) => ALGORITHMS.includes(algorithm));
  if (usable.length === 0) throw new UnusableProviderError(PROVIDER_CHECK_TEXTS.algorithms);
  // What the library accepts is what this list says.
  Object.assign(config.serverMetadata(), { id_token_signing_alg_values_supported: usable });
}

function identityOf(
  claims: IdentityClaims,
  issuer: string,
  tokens: { readonly access_token: string; readonly refresh_token?: string },
): ProvenIdentity {
  if (!isStorable(claims.sub)) throw new Error('The provider sent a subject that can’t be stored.');
  const text = (name: string): string | undefined => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    issuer,
    subject: claims.sub,
    email: text('email'),
    emailVerified: claims['email_verified'] === true,
    name: text('name') ?? text('preferred_username'),
    claims,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  };
}
