import { Inject, Injectable } from '@nestjs/common';
import { EXTERNAL_SIGN_IN_LIMITS } from '@sitedesk/contract';
import { ResponseBodyError } from 'openid-client';
import { DataSource, type EntityManager } from 'typeorm';
import { systemActor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../common/clock.js';
import { LOG, type Log } from '../../common/log.js';
import { OutboundFetch } from '../../common/outbound-fetch.js';
import { type PreparedStatement, Sql, unavailableAware } from '../../database/sql.js';
import { PersonalData } from '../../keys/personal-data.service.js';
import type { SessionPrincipal } from '../principal.js';
import { groupsOf } from './directory-groups.js';
import { ExternalIdentity, refreshTokenPlace } from './external-identity.entity.js';
import { GroupRoles, mappedBy } from './group-roles.service.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { OidcClient } from './oidc-client.service.js';

/** What became of a look at the provider: nothing was due, the groups are as of now, or access has ended. */
export type Freshness = 'as-known' | 'read-again' | 'ended';

const STALE: PreparedStatement = {
  name: 'external_identity_stale',
  text: `
SELECT e.id, e.groups_read_at AS "readAt" FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
 WHERE e.tenant_id = $1 AND e.account_id = $2 AND p.group_claim IS NOT NULL AND e.groups_read_at < $3`,
};

const { groupsFreshSeconds, groupsGraceSeconds } = EXTERNAL_SIGN_IN_LIMITS;
const ACTOR = systemActor('identity provider');

/**
 * Reads the groups of people who signed in at a directory again, at most every fifteen minutes (ID-20). Whoever has lost
 * a group, or may not sign in there any more, loses what came from it with that request. While the provider does not
 * answer, what was read last counts for an hour.
 */
@Injectable()
export class ExternalRefresh {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sql: Sql,
    private readonly client: OidcClient,
    private readonly outbound: OutboundFetch,
    private readonly groupRoles: GroupRoles,
    private readonly personalData: PersonalData,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async ensureFresh({ tenantId, accountId }: SessionPrincipal): Promise<Freshness> {
    const now = this.clock.now();
    const staleBefore = new Date(now - groupsFreshSeconds * 1_000);
    const stale = await this.sql.run<{ id: string; readAt: Date }>(STALE, [tenantId, accountId, staleBefore]);
    let freshness: Freshness = 'as-known';
    for (const { id, readAt } of stale) {
      const result = await this.readAgain(tenantId, id, staleBefore);
      if (result === 'read-again') freshness = 'read-again';
      const tooOld = now - readAt.getTime() > groupsGraceSeconds * 1_000;
      if (result === 'ended' || (result === 'as-known' && tooOld)) return 'ended';
    }
    return freshness;
  }

  /** One request does it; those beside it go on with what is known. */
  private readAgain(tenantId: string, id: string, staleBefore: Date): Promise<Freshness> {
    return unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        const identity = await manager
          .createQueryBuilder(ExternalIdentity, 'e')
          .where('e.id = :id AND e.tenantId = :tenantId AND e.groupsReadAt < :staleBefore', {
            id,
            tenantId,
            staleBefore,
          })
          .setLock('pessimistic_write')
          .setOnLocked('skip_locked')
          .getOne();
        if (!identity || identity.refreshToken === null) return 'as-known';
        return this.refresh(manager, identity, identity.refreshToken);
      }),
    );
  }

  private async refresh(
    manager: EntityManager,
    identity: ExternalIdentity,
    sealed: string,
  ): Promise<Freshness> {
    const { tenantId, id, providerId, accountId } = identity;
    const provider = await manager.findOneByOrFail(IdentityProvider, { tenantId, id: providerId });
    if (!provider.enabled) return this.end(manager, identity, 'the provider is switched off');
    try {
      const token = await this.personalData.decrypt(tenantId, refreshTokenPlace(id), sealed);
      const now = await this.client.refresh(provider, token);
      if (!now) return 'as-known';
      const source = { claim: provider.groupClaim, directoryUrl: provider.directoryUrl };
      const groups = await groupsOf(now.claims, now.accessToken, source, this.outbound);
      const next = now.refreshToken ?? token;
      await manager.update(
        ExternalIdentity,
        { tenantId, id },
        {
          groups: [...groups],
          groupsReadAt: new Date(this.clock.now()),
          refreshToken: await this.personalData.encrypt(tenantId, refreshTokenPlace(id), next),
        },
      );
      const changed = await this.groupRoles.apply(manager, { tenantId, accountId, providerId, groups });
      if (changed) {
        const event = { action: 'user.roles-mapped', target: { kind: 'account', id: accountId } };
        await this.auditLog.record(tenantId, ACTOR, event, manager);
      }
      return 'read-again';
    } catch (error) {
      if (isRefusal(error)) return this.end(manager, identity, 'the provider refused');
      this.log.warn({ event: 'external.refresh_failed', tenantId, providerId, err: error });
      return 'as-known';
    }
  }

  /** The provider vouches for this person no longer: the sign-ins that came from it end, and its roles go. */
  private async end(manager: EntityManager, identity: ExternalIdentity, reason: string): Promise<Freshness> {
    const { tenantId, accountId, id, providerId } = identity;
    await manager.update(ExternalIdentity, { tenantId, id }, { groups: [], refreshToken: null });
    await this.groupRoles.apply(manager, { tenantId, accountId, providerId, groups: [] });
    await manager.query(
      `DELETE FROM session WHERE tenant_id = $1 AND account_id = $2 AND 'oidc' = ANY(methods)`,
      [tenantId, accountId],
    );
    const target = { kind: 'account', id: accountId };
    await this.auditLog.record(tenantId, ACTOR, { action: 'session.revoke', target, reason }, manager);
    this.log.info({
      event: 'external.access_ended',
      tenantId,
      accountId,
      source: mappedBy(providerId),
      reason,
    });
    return 'ended';
  }
}

/** The provider says no, as opposed to saying nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ResponseBodyError &&
  ['invalid_grant', 'unauthorized_client', 'access_denied'].includes(error.error);
