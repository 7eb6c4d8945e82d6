import type { AccountClaims } from 'oidc-provider';
import type { OidcTestUser } from './oidc-types.js';

const CLAIM_SOURCE = 'src1';

/** The people that the provider knows, and what it claims about them. */
export class OidcPeople {
  private readonly users = new Map<string, OidcTestUser>();
  private readonly disabled = new Set<string>();

  constructor(private readonly groupsOverflowAbove: number) {}

  put(user: OidcTestUser): void {
    this.users.set(user.subject, user);
  }

  update(subject: string, changes: Partial<OidcTestUser>): void {
    this.users.set(subject, { ...this.get(subject), ...changes, subject });
  }

  setDisabled(subject: string, disabled: boolean): void {
    this.get(subject);
    if (disabled) this.disabled.add(subject);
    if (!disabled) this.disabled.delete(subject);
  }

  /** Throws for a stranger: that is a mistake in the test. */
  get(subject: string): OidcTestUser {
    const user = this.users.get(subject);
    if (!user) throw new Error(`The provider has no user ${subject}.`);
    return user;
  }

  /** The person, unless unknown or disabled. */
  active(subject: string | undefined): OidcTestUser | undefined {
    if (subject === undefined || this.disabled.has(subject)) return undefined;
    return this.users.get(subject);
  }

  all(): readonly OidcTestUser[] {
    return [...this.users.values()];
  }

  /** Claims of an ID token or of UserInfo. */
  claims(subject: string, use: string, issuer: string): AccountClaims {
    const user = this.get(subject);
    return {
      sub: subject,
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      preferred_username: user.preferredUsername,
      given_name: user.givenName,
      family_name: user.familyName,
      oid: user.objectId,
      tid: user.tenantId,
      ...((use === 'id_token' || user.groupsInUserInfo) && this.groupClaims(user, issuer)),
    };
  }

  /** The claim, or where to ask (OpenID Connect Core section 5.6.2) when it would be too long. */
  private groupClaims({ subject, groups }: OidcTestUser, issuer: string): Readonly<Record<string, unknown>> {
    if (!groups) return {};
    if (groups.length <= this.groupsOverflowAbove) return { groups };
    const endpoint = `${issuer}/graph/v1.0/users/${encodeURIComponent(subject)}/getMemberObjects`;
    return {
      _claim_names: { groups: CLAIM_SOURCE },
      _claim_sources: { [CLAIM_SOURCE]: { endpoint } },
    };
  }
}
