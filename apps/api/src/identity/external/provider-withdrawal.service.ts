import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ExternalIdentity } from './external-identity.entity.js';
import { GroupRoles } from './group-roles.service.js';
import type { IdentityProvider } from './identity-provider.entity.js';

/** What went with a provider, or with a part of what it was for; for the audit log. */
export interface Withdrawn {
  readonly sessionsEnded: number;
  readonly peopleWithoutMappedRoles: number;
}

const NOTHING: Withdrawn = { sessionsEnded: 0, peopleWithoutMappedRoles: 0 };

/** Ends what came from a provider at the moment at which it is not for that any more. */
@Injectable()
export class ProviderWithdrawal {
  constructor(private readonly groupRoles: GroupRoles) {}

  /**
   * As part of the transaction that changes a provider. Switched off, or another issuer: the sessions that came through it
   * end, and mapped roles go. Without groups: mapped roles go.
   * @throws LastAdministrator when the only administrators are mapped ones
   */
  async after(
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
    // What one issuer gave is never shown to another (S-08).
    const changes = isMoved ? { ...forgotten, refreshToken: null } : forgotten;
    await manager.update(ExternalIdentity, { tenantId, providerId }, changes);
    return {
      peopleWithoutMappedRoles: await this.groupRoles.withdrawAll(manager, tenantId, providerId),
      sessionsEnded: isOver ? await this.endSessions(manager, tenantId, providerId) : 0,
    };
  }

  /** As part of the transaction that deletes a provider, before it is gone. @throws LastAdministrator */
  async beforeDeletion(manager: EntityManager, { tenantId, id }: IdentityProvider): Promise<Withdrawn> {
    return {
      peopleWithoutMappedRoles: await this.groupRoles.withdrawAll(manager, tenantId, id),
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
}
