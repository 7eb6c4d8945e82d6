import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LOG, type Log } from '../../platform/core/log.js';
import { AccountRole } from '../accounts/account-role.entity.js';
import { ADMINISTRATOR, hasSafeAdministrator, LastAdministrator } from '../roles/last-administrator.js';
import { ExternalIdentity } from './external-identity.entity.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { GroupRoleMapping } from './group-role-mapping.entity.js';

/** Source of roles that come from a provider's groups; those assigned manually are apart. */
const mappedBy = (providerId: string): string => `mapped:${providerId}`;

/** Whose roles follow the groups that stand on his identities at a provider. */
export type GroupMember = Pick<ExternalIdentity, 'tenantId' | 'accountId' | 'providerId'>;

/** What went with a provider, or with a part of what it was for; for the audit log. */
export interface Withdrawn {
  readonly sessionsEnded: number;
  readonly peopleWithoutMappedRoles: number;
}

const NOTHING: Withdrawn = { sessionsEnded: 0, peopleWithoutMappedRoles: 0 };

/** Turns groups into roles (claims transformation), and ends what came from a provider that is not for that anymore. */
@Injectable()
export class GroupRolesService {
  constructor(@Inject(LOG) private readonly log: Log) {}

  /**
   * Assigns the roles that the stored groups map to, and removes those that came from groups the person has left.
   * Roles assigned manually are not touched. Nobody loses `Administrator` this way unless someone is left who was given it
   * by hand.
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
   * As part of the transaction that changes a provider. Switched off, or another issuer: the sessions that came through it
   * end, and mapped roles go. Without groups: mapped roles go.
   * @throws LastAdministrator when the only administrators are mapped ones
   */
  async afterChange(
    manager: EntityManager,
    before: IdentityProvider,
    after: Pick<IdentityProvider, 'enabled' | 'issuer' | 'groupClaim'>,
  ): Promise<Withdrawn> {
    const isMoved = after.issuer !== before.issuer;
    const isOver = isMoved || (before.enabled && !after.enabled);
    const isWithoutGroups = before.groupClaim !== null && after.groupClaim === null;
    if (!isOver && !isWithoutGroups) return NOTHING;
    const { tenantId, id: providerId } = before;
    const forgotten = { groups: [], groupsReadAt: null };
    // What one issuer gave is never shown to another.
    const changes = isMoved ? { ...forgotten, refreshToken: null } : forgotten;
    await manager.update(ExternalIdentity, { tenantId, providerId }, changes);
    return {
      peopleWithoutMappedRoles: await this.withdrawAll(manager, tenantId, providerId),
      sessionsEnded: isOver ? await this.endSessions(manager, tenantId, providerId) : 0,
    };
  }

  /** As part of the transaction that deletes a provider, before it is gone. @throws LastAdministrator */
  async beforeDeletion(manager: EntityManager, { tenantId, id }: IdentityProvider): Promise<Withdrawn> {
    return {
      peopleWithoutMappedRoles: await this.withdrawAll(manager, tenantId, id),
      sessionsEnded: await this.endSessions(manager, tenantId, id),
    };
  }

  private async endSessions(manager: EntityManager, tenantId: string, providerId: string): Promise<number> {
    const [, ended] = await manager.query<[unknown, number]>(
      `DELETE FROM session s USING external_identity e
        WHERE e.id = s.identity_id AND s.tenant_id = $1 AND e.tenant_id = $1 AND e.provider_id = $2`,
      [tenantId, providerId],
    );
    return ended;
  }

  /**
   * Takes away every role that came from this provider, as part of the transaction that ends its part.
   * @returns how many people had one
   * @throws LastAdministrator when the only administrators are such
   */
  private async withdrawAll(manager: EntityManager, tenantId: string, providerId: string): Promise<number> {
    const source = mappedBy(providerId);
    const held = await manager.findBy(AccountRole, { tenantId, source });
    const administrators = held.some(({ roleKey }) => roleKey === ADMINISTRATOR);
    if (administrators && !(await hasSafeAdministrator(manager, tenantId))) throw new LastAdministrator();
    await manager.delete(AccountRole, { tenantId, source });
    return new Set(held.map(({ accountId }) => accountId)).size;
  }
}
