import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LOG, type Log } from '../../common/log.js';
import { AccountRole } from '../../roles/account-role.entity.js';
import { ADMINISTRATOR, hasSafeAdministrator, LastAdministrator } from '../../roles/last-administrator.js';
import { ExternalIdentity } from './external-identity.entity.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';

/** Source of roles that come from a provider's groups; those given by hand are apart. */
const mappedBy = (providerId: string): string => `mapped:${providerId}`;

/** Whose roles follow the groups that stand on his identities at a provider. */
export interface GroupMember {
  readonly tenantId: string;
  readonly accountId: string;
  readonly providerId: string;
}

/** Turns groups into roles (claims transformation). */
@Injectable()
export class GroupRoles {
  constructor(@Inject(LOG) private readonly log: Log) {}

  /**
   * Gives the roles that the stored groups stand for, and takes those away that came from groups the person has left.
   * Roles given by hand are not touched. Nobody loses `Administrator` this way unless somebody is left who was given it
   * by hand (ID-22).
   * @returns whether anything changed
   */
  async apply(manager: EntityManager, { tenantId, accountId, providerId }: GroupMember): Promise<boolean> {
    const source = mappedBy(providerId);
    const identities = await manager.findBy(ExternalIdentity, { tenantId, accountId, providerId });
    const groups = new Set(identities.flatMap((identity) => identity.groups));
    const mappings = await manager.findBy(GroupRoleMapping, { tenantId, providerId });
    const due = new Map(
      mappings.filter(({ groupId }) => groups.has(groupId)).map((each) => [each.roleKey, each]),
    );
    const held = await manager.findBy(AccountRole, { tenantId, accountId, source });
    let changed = false;
    for (const { roleKey } of held) {
      if (due.has(roleKey)) continue;
      if (roleKey === ADMINISTRATOR && !(await hasSafeAdministrator(manager, tenantId))) {
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

  /**
   * Takes away every role that came from this provider, as part of the transaction that ends its part.
   * @returns how many people had one
   * @throws LastAdministrator when the only administrators are such
   */
  async withdrawAll(manager: EntityManager, tenantId: string, providerId: string): Promise<number> {
    const source = mappedBy(providerId);
    const held = await manager.findBy(AccountRole, { tenantId, source });
    const administrators = held.some(({ roleKey }) => roleKey === ADMINISTRATOR);
    if (administrators && !(await hasSafeAdministrator(manager, tenantId))) throw new LastAdministrator();
    await manager.delete(AccountRole, { tenantId, source });
    return new Set(held.map(({ accountId }) => accountId)).size;
  }
}
