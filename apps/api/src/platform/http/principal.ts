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

/** A program with an API token or a key; never more than the permissions of these, nor than their owner's. */
export interface TokenPrincipal extends PrincipalBase {
  readonly kind: 'token';
  readonly tokenId: string;
  /** What its key is for, and limited to; undefined for an API token. */
  readonly key?: KeyUse;
}

/** What keys of programs are for: routes say that they take them with `@TakesKeys(purpose)`. */
export type KeyPurpose = 'import';

/** What a key is for, and limited to. */
export interface KeyUse {
  readonly purpose: KeyPurpose;
  /** The same for a key and all that take its place. */
  readonly line: string;
  readonly name: string;
  /** Key of the only blog that it reaches; null for no such limit. */
  readonly blogKey: string | null;
  /** Number of that blog, which stays when its key changes. */
  readonly stream: number | null;
  /** Path that all it reaches is at or below; null for no such limit. */
  readonly path: string | null;
}

/** The caller of a request, once it is known. */
export type Principal = SessionPrincipal | TokenPrincipal;

/** Where an account's address is stored, for its encryption. */
export const emailPlace = (accountId: string): string => `account/email/${accountId}`;
