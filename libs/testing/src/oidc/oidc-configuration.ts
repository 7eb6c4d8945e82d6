import type { Configuration, KoaContextWithOIDC, interactionPolicy } from 'oidc-provider';
import { toPrivateJwk, type SigningKey } from './oidc-keys.js';
import { errorPage, signedOutPage, signOutPage } from './oidc-pages.js';
import type { OidcPeople } from './oidc-people.js';
import type { OidcStorage } from './oidc-storage.js';
import type { OidcProviderOptions } from './oidc-types.js';

export interface OidcConfigurationParts {
  readonly issuer: string;
  readonly people: OidcPeople;
  readonly storage: OidcStorage;
  readonly keys: readonly SigningKey[];
  /** Signs cookies; the same for every provider of one test, so that sessions outlive a change of keys. */
  readonly cookieKey: string;
  readonly policy: interactionPolicy.DefaultPolicy;
  readonly options: OidcProviderOptions;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** The provider's settings: code flow with PKCE only, consent taken for granted, claims in the ID token. */
export function oidcConfiguration(parts: OidcConfigurationParts): Configuration {
  const { issuer, people, storage, keys, cookieKey, policy, options } = parts;
  return {
    adapter: (model) => storage.adapterFor(model),
    jwks: { keys: keys.map(toPrivateJwk) },
    cookies: {
      keys: [cookieKey],
      // Browsers do not tell ports apart: these must not meet the cookies of the client on the same host.
      names: { interaction: 'idp_interaction', resume: 'idp_resume', session: 'idp_session' },
    },
    claims: {
      openid: ['sub', 'groups', 'oid', 'tid'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'given_name', 'family_name'],
    },
    scopes: ['openid', 'offline_access', 'User.Read', 'GroupMember.Read.All'],
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    findAccount: (_context, subject) =>
      people.active(subject) && {
        accountId: subject,
        claims: (use) => people.claims(subject, use, issuer),
      },
    loadExistingGrant: grantEverything,
    rotateRefreshToken: options.rotateRefreshTokens ?? true,
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    renderError: (context, out) => {
      context.type = 'html';
      context.body = errorPage({ ...out });
    },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => void (context.body = signOutPage(form)),
        postLogoutSuccessSource: (context) => void (context.body = signedOutPage()),
      },
    },
    ttl: {
      AccessToken: options.accessTokenSeconds ?? HOUR_SECONDS,
      AuthorizationCode: 60,
      IdToken: options.idTokenSeconds ?? HOUR_SECONDS,
      RefreshToken: 14 * DAY_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
    },
  };
}

/** Consent as if an administrator had given it for everyone. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const clientId = oidc.client?.clientId;
  const accountId = oidc.session?.accountId;
  if (!clientId || !accountId) return undefined;
  const { Grant } = oidc.provider;
  const known = oidc.session?.grantIdFor(clientId);
  const grant = (known && (await Grant.find(known))) || new Grant({ clientId, accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes]);
  grant.addOIDCClaims([...oidc.requestParamClaims]);
  await grant.save();
  return grant;
}
