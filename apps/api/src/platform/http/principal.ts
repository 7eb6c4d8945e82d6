import type { SignInMethod } from '@sitedesk/contract/identity';
import type { Permission } from '@sitedesk/contract/permissions';

/** `pending`: the password was right, the second factor is due; it opens nothing but the routes that take that. */
export type SessionKind = 'full' | 'pending';

/** A role as it stands on an account. */
export interface HeldRole {
  /** Name of a built-in role, or the id of a role of the tenant. */
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

interface PrincipalBase {
  readonly tenantId: string;
  readonly accountId: string;
  readonly displayName: string;
  /** Ciphertext, for {@link emailPlace}. */
  readonly email: string;
  readonly roles: readonly HeldRole[];
  readonly permissions: ReadonlySet<Permission>;
  /** Whether groups at a directory, and the roles that come from them, are to be read again first. */
  readonly groupsDue: boolean;
}

/** Signed in with a session cookie. */
export interface SessionPrincipal extends PrincipalBase {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly sessionKind: SessionKind;
  readonly csrfToken: string;
  readonly methods: readonly SignInMethod[];
  /** The identity at a provider that the session came through, and ends with. */
  readonly identityId: string | null;
  readonly authenticatedAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  /** Whether the account has a second factor or a passkey set up. */
  readonly twoFactor: boolean;
  /** Whether the password is long enough only together with a second factor. */
  readonly shortPassword: boolean;
}

/** A program with an API token; never more than the token's permissions, nor than its owner's. */
export interface TokenPrincipal extends PrincipalBase {
  readonly kind: 'token';
  readonly tokenId: string;
}

/** The caller of a request, once it is known. */
export type Principal = SessionPrincipal | TokenPrincipal;

/** Where an account's address is stored, for its encryption. */
export const emailPlace = (accountId: string): string => `account/email/${accountId}`;
