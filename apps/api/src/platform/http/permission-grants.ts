import { HttpStatus } from '@nestjs/common';
import { type Permission, PERMISSION_MATRIX, permissionsOf } from '@sitedesk/contract/permissions';
import { BUILT_IN_ROLES } from '@sitedesk/contract/roles';
import { USER_TEXTS } from '@sitedesk/contract/users';
import { ProblemException } from './problem.js';
import type { Principal } from './principal.js';

/** Someone wants to give, or to take from, others what goes beyond his own permissions (403). */
export class PermissionsMissing extends ProblemException {
  constructor(missing: readonly Permission[]) {
    super(HttpStatus.FORBIDDEN, 'permission-missing', USER_TEXTS.permissionsMissing, {
      permissions: missing,
      features: PERMISSION_MATRIX.filter(({ permission }) => missing.includes(permission)).map(
        ({ feature }) => feature,
      ),
      grantedBy: BUILT_IN_ROLES.filter((role) => missing.every((each) => permissionsOf(role).has(each))),
    });
  }
}

/**
 * Nobody hands on more than he has: so giving a role, changing what it allows, and taking over the account of someone
 * who may do more are no ways to more permissions.
 * @throws PermissionsMissing naming what the principal lacks
 */
export function requireAllOf(principal: Principal, permissions: readonly Permission[]): void {
  const missing = permissions.filter((permission) => !principal.permissions.has(permission));
  if (missing.length > 0) throw new PermissionsMissing(missing);
}
