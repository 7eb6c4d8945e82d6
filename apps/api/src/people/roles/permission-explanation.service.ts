import { Injectable, NotFoundException } from '@nestjs/common';
import { type Permission, PERMISSION_MATRIX, type PermissionRow } from '@sitedesk/contract/permissions';
import type { AccountObstacle, PermissionExplanation } from '@sitedesk/contract/roles';
import { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { assignedRoles } from './assigned-roles.js';
import { Role } from './role.entity.js';

/** Says why someone can, or cannot, do something. */
@Injectable()
export class PermissionExplanationService {
  constructor(private readonly manager: EntityManager) {}

  /** @throws NotFoundException */
  async explain(tenantId: string, accountId: string, permission: Permission): Promise<PermissionExplanation> {
    const { manager } = this;
    const account = await manager.findOneBy(Account, { tenantId, id: accountId });
    if (!account) throw new NotFoundException();
    const roles = (await assignedRoles(manager, tenantId, [accountId])).get(accountId) ?? [];
    const rules = roles.map(({ key, name, source, permissions }) => ({
      role: { id: key, name },
      source,
      grants: permissions.includes(permission),
    }));
    const granted = rules.some(({ grants }) => grants);
    const obstacles = obstaclesOf(account);
    return {
      permission,
      feature: rowOf(permission).feature,
      rules,
      obstacles,
      user: { id: account.id, displayName: account.displayName },
      allowed: granted && obstacles.length === 0,
      missing: granted ? [] : await this.granting(tenantId, permission),
    };
  }

  /** Every role that would do, the built-in ones first. */
  private async granting(
    tenantId: string,
    permission: Permission,
  ): Promise<PermissionExplanation['missing']> {
    const own = await this.manager.find(Role, { where: { tenantId }, order: { nameKey: 'ASC' } });
    return [
      ...rowOf(permission).roles.map((name) => ({ id: name, name })),
      ...own
        .filter(({ permissions }) => permissions.includes(permission))
        .map(({ id, name }) => ({ id, name })),
    ];
  }
}

function rowOf(permission: Permission): PermissionRow {
  const row = PERMISSION_MATRIX.find((each) => each.permission === permission);
  if (!row) throw new Error(`The matrix has no row for ${permission}.`);
  return row;
}

/** The same conditions under which a session or a token of the account is taken at all. */
function obstaclesOf({ status, emailConfirmedAt }: Account): readonly AccountObstacle[] {
  return [
    ...(status === 'active' ? [] : [status]),
    ...(emailConfirmedAt === null ? (['unconfirmed'] as const) : []),
  ];
}
