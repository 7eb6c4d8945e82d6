import { type Permission, PERMISSIONS } from '@sitedesk/contract/permissions';
import type { RoleSummary } from '@sitedesk/contract/roles';
import type { UserDetails } from '@sitedesk/contract/users';

/** One row of the matrix for one user: "allowed, because of Editor". */
interface EffectivePermission {
  readonly permission: Permission;
  readonly allowed: boolean;
  /** Names of the roles that allow it. */
  readonly because: readonly string[];
}

/** What a user may do in the order of the matrix. The server's list decides; the roles only say why. */
export function effectivePermissions(
  { permissions, roles }: Pick<UserDetails, 'permissions' | 'roles'>,
  known: readonly RoleSummary[],
): readonly EffectivePermission[] {
  const own = known.filter(({ id }) => roles.some((role) => role.id === id));
  return PERMISSIONS.map((permission) => ({
    permission,
    allowed: permissions.includes(permission),
    because: own.filter((role) => role.permissions.includes(permission)).map(({ name }) => name),
  }));
}
