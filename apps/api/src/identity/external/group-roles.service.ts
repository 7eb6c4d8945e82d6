import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LOG, type Log } from '../../common/log.js';
import { AccountRole } from '../../roles/account-role.entity.js';
import { lockAdministrators } from '../../roles/last-administrator.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';

/** Source of roles that come from a provider's groups; those given by hand are apart. */
export const mappedBy = (providerId: string): string => `mapped:${providerId}`;

/** Whose roles follow which groups. */
export interface GroupMember {
  readonly tenantId: string;
  readonly accountId: string;
  readonly providerId: string;
  readonly groups: readonly string[];
}

/** Turns groups into roles (claims transformation). */
@Injectable()
export class GroupRoles {
  constructor(@Inject(LOG) private readonly log: Log) {}

  /**
   * Gives the roles that the groups stand for, and takes those away that came from groups the person has left. Roles given
   * by hand are not touched, and nobody is demoted who is the last administrator (ID-22).
   * @returns whether anything changed
   */
  async apply(
    manager: EntityManager,
    { tenantId, accountId, providerId, groups }: GroupMember,
  ): Promise<boolean> {
    const source = mappedBy(providerId);
    const mappings = await manager.findBy(GroupRoleMapping, { tenantId, providerId });
    const due = new Map(
      mappings.filter(({ groupId }) => groups.includes(groupId)).map((each) => [each.roleKey, each]),
    );
    const held = await manager.findBy(AccountRole, { tenantId, accountId, source });
    const gone = held.filter(({ roleKey }) => !due.has(roleKey));
    let changed = false;
    for (const { roleKey } of gone) {
      if (roleKey === 'Administrator' && (await this.isLastAdministrator(manager, tenantId, accountId))) {
        this.log.warn({ event: 'identity.last_administrator_kept', tenantId, accountId });
        continue;
      }
      await manager.delete(AccountRole, { tenantId, accountId, roleKey, source });
      changed = true;
    }
    for (const [roleKey, { roleId }] of due) {
      if (held.some((each) => each.roleKey === roleKey)) continue;
      await manager.insert(AccountRole, { tenantId, accountId, roleKey, source, roleId });
      changed = true;
    }
    return changed;
  }

  /** Two who leave at once are looked at one after the other. */
  private async isLastAdministrator(
    manager: EntityManager,
    tenantId: string,
    accountId: string,
  ): Promise<boolean> {
    await lockAdministrators(manager, tenantId);
    const others: unknown[] = await manager.query(
      `SELECT 1 FROM account_role ar JOIN account a ON a.id = ar.account_id AND a.tenant_id = ar.tenant_id
        WHERE ar.tenant_id = $1 AND ar.role_key = 'Administrator' AND ar.account_id <> $2
          AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL LIMIT 1`,
      [tenantId, accountId],
    );
    if (others.length > 0) return false;
    const byHand: unknown[] = await manager.query(
      `SELECT 1 FROM account_role
        WHERE tenant_id = $1 AND account_id = $2 AND role_key = 'Administrator' AND source = 'manual'`,
      [tenantId, accountId],
    );
    return byHand.length === 0;
  }
}
