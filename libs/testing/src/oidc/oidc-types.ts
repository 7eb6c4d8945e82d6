import type { OidcMisbehaviour, MisbehaveOptions } from './oidc-misbehaviours.js';
import type { DirectoryBehaviour } from './oidc-directory-behaviours.js';
import type { OidcVisitor } from './oidc-visitor.js';

/** Algorithms that ID tokens are signed with. */
export type OidcSigningAlgorithm = 'RS256' | 'ES256';

/** A relying party that may ask this provider. */
export interface OidcTestClient {
  readonly clientId: string;
  /** With a secret the client is confidential, without it is public. */
  readonly clientSecret?: string;
  readonly redirectUris: readonly string[];
  /** Where the browser may be sent after a sign-out; none by default. */
  readonly postLogoutRedirectUris?: readonly string[];
  /** How a confidential client shows its secret; `client_secret_post` by default. */
  readonly authentication?: 'client_secret_post' | 'client_secret_basic';
  /** `RS256` by default. */
  readonly signingAlgorithm?: OidcSigningAlgorithm;
}

/** A person that can sign in. What is undefined is not claimed at all. */
export interface OidcTestUser {
  /** The `sub` claim. */
  readonly subject: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
  readonly preferredUsername?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  /** Ids of groups. Undefined: no `groups` claim; empty: an empty one. */
  readonly groups?: readonly string[];
  /** Whether UserInfo tells the groups too, as an ID token does. */
  readonly groupsInUserInfo?: boolean;
  /** Object id and tenant id of an enterprise directory (`oid` and `tid`). */
  readonly objectId?: string;
  readonly tenantId?: string;
}

/** One request to the provider, in the order of arrival. */
export interface OidcRecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Fields of a form body; filled before the answer leaves. */
  readonly form: Readonly<Record<string, string>>;
  /** The `Authorization` header as it came. */
  readonly authorization: string | undefined;
}

export interface OidcProviderOptions {
  /** With more groups than this the claim gives way to a claim source. 200 by default, as in the enterprise directory. */
  readonly groupsOverflowAbove?: number;
  /** Ids per answer of the directory API; 100 by default. */
  readonly directoryPageSize?: number;
  /** Life of an access token in seconds; one hour by default. */
  readonly accessTokenSeconds?: number;
  /** Life of an ID token in seconds; one hour by default. */
  readonly idTokenSeconds?: number;
  /** Every refresh gives a new refresh token and using an old one again ends them all; true by default. */
  readonly rotateRefreshTokens?: boolean;
  /**
   * A refresh token needs `prompt=consent` beside the scope `offline_access`, as OpenID Connect Core section 11
   * asks. False by default: the scope is enough, as in the enterprise directory.
   */
  readonly offlineAccessNeedsConsent?: boolean;
}

/** A real OpenID provider on a local port, with people and groups, that misbehaves on demand. */
export interface OidcTestProvider {
  /** Issuer and origin, e.g. `http://127.0.0.1:40123`. */
  readonly issuer: string;
  readonly requests: readonly OidcRecordedRequest[];
  /** Unexpected errors inside the provider; a healthy test leaves none. */
  readonly failures: readonly Error[];
  addClient(client: OidcTestClient): void;
  addUser(user: OidcTestUser): void;
  /** Changes what is claimed from the next token, refresh or look-up on. */
  updateUser(subject: string, changes: Partial<Omit<OidcTestUser, 'subject'>>): void;
  /** Same as {@link updateUser} with groups. */
  setGroups(subject: string, groups: readonly string[]): void;
  /** Every authorization from now on answers as this person, without a page and over any session of the browser. */
  signInAs(subject: string): void;
  /** Authorizations show the page with the list of people again (how the provider starts). */
  askOnPage(): void;
  /** Ends every session, grant, access and refresh token of a person, who may sign in again. */
  revoke(subject: string): void;
  /** Same as {@link revoke}, and the person may not sign in until {@link enableUser}. */
  disableUser(subject: string): void;
  enableUser(subject: string): void;
  /** New keys sign from now on. The old ones stay in the key set until they are asked to vanish. */
  rotateKeys(old: 'stay' | 'vanish'): Promise<void>;
  /** The next answer of the endpoint that the misbehaviour is about goes wrong. Several may wait in a line. */
  misbehave(misbehaviour: OidcMisbehaviour, options?: MisbehaveOptions): void;
  /** How the directory API answers: forever, or `times` times and then well again. */
  directoryBehaves(behaviour: DirectoryBehaviour, times?: number): void;
  /** Forgets every misbehaviour, of the directory too. */
  behave(): void;
  /** A stand-in for a browser: cookies, redirects, the login page. Each has its own session. */
  newVisitor(): OidcVisitor;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}
