import { Inject, Injectable } from '@nestjs/common';
import type { ResponseBodyError } from 'openid-client';
import { EntityManager } from 'typeorm';
import { type RequestContext, systemContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { OutboundService } from '../../platform/outbound/outbound.service.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import type { Principal } from '../../platform/http/principal.js';
import { groupsOf, mentionsGroups } from './directory-groups.js';
import { ExternalIdentity, refreshTokenPlace } from './external-identity.entity.js';
import { GroupRolesService } from './group-roles.service.js';
import { type GroupsDue, groupsDue, isGroupsDue } from '../sessions/groups-due.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { OidcClient, type Refreshed } from './oidc-client.js';

const DUE = statement('external_identity_due')`
SELECT e.id, e.groups_read_at AS "readAt" FROM external_identity e JOIN identity_provider p ON p.id = e.provider_id
 WHERE e.tenant_id = $1 AND e.account_id = $2 AND ${isGroupsDue('$3', '$4')}`;

const refreshContext = (tenantId: string): RequestContext => systemContext(tenantId, 'identity provider');
/** A provider that did not answer is asked again after this time, so that not every request waits for it. */
const RETRY_AFTER_MS = 60_000;

/** An identity whose groups are due. */
interface DueIdentity {
  readonly id: string;
  readonly readAt: Date | null;
}

/** `read`: the groups are as of now; `refused`: the provider does not vouch for this person anymore. */
type Outcome = 'read' | 'refused' | 'unanswered';

/**
 * Reads the groups of people who have an identity at a directory again, at most every fifteen minutes and however they
 * signed in. Anyone who has lost a group loses what came from it with that request. While the provider does not
 * answer, what was read last counts for an hour; after that the roles that came from it go, and the sessions that came
 * through that identity end. Sessions that came another way go on.
 */
@Injectable()
export class ExternalRefreshService {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly unanswered = new Map<
    string,
    { readonly at: number; readonly readAt: number | undefined }
  >();

  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly client: OidcClient,
    private readonly outbound: OutboundService,
    private readonly groupRoles: GroupRolesService,
    private readonly personalData: PersonalDataService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** For whom groups are due. What is known of the principal may be out of date afterwards. */
  async ensureFresh({ tenantId, accountId }: Pick<Principal, 'tenantId' | 'accountId'>): Promise<void> {
    const times = groupsDue(this.clock.now());
    const values = [tenantId, accountId, times.staleBefore, times.lapsedBefore];
    const due = await this.sql.run<DueIdentity>(DUE, values);
    for (const identity of due) await this.once(tenantId, identity, times);
  }

  /** One request does it. Those beside it go on with what is known, or wait where that is too old. */
  private async once(tenantId: string, identity: DueIdentity, times: GroupsDue): Promise<void> {
    const { id, readAt } = identity;
    const mustWait = isLapsed(readAt, times);
    const beside = this.underWay.get(id);
    if (beside) return mustWait ? beside : undefined;
    if (!mustWait && this.wasUnanswered(identity)) return;
    const work = this.readAgain(tenantId, identity, times).finally(() => this.underWay.delete(id));
    this.underWay.set(id, work);
    return work;
  }

  private wasUnanswered({ id, readAt }: DueIdentity): boolean {
    const last = this.unanswered.get(id);
    // A time of reading that has changed means that someone signed in there in the meantime.
    return (
      last !== undefined && last.readAt === readAt?.getTime() && this.clock.now() - last.at < RETRY_AFTER_MS
    );
  }

  private noteUnanswered({ id, groupsReadAt }: ExternalIdentity): void {
    const now = this.clock.now();
    for (const [key, { at }] of this.unanswered) if (now - at >= RETRY_AFTER_MS) this.unanswered.delete(key);
    this.unanswered.set(id, { at: now, readAt: groupsReadAt?.getTime() });
  }

  private readAgain(tenantId: string, due: DueIdentity, times: GroupsDue): Promise<void> {
    const { staleBefore } = times;
    const mustWait = isLapsed(due.readAt, times);
    return this.manager.transaction(async (manager) => {
      // Another instance may be asking the provider, which takes its time.
      if (mustWait) await manager.query(`SET LOCAL lock_timeout = '15s'`);
      const query = manager
        .createQueryBuilder(ExternalIdentity, 'e')
        .where('e.id = :id AND e.tenantId = :tenantId', { id: due.id, tenantId })
        .andWhere('(e.groupsReadAt IS NULL OR e.groupsReadAt < :staleBefore)', { staleBefore })
        .setLock('for_no_key_update');
      const identity = await (mustWait ? query : query.setOnLocked('skip_locked')).getOne();
      if (!identity) return;
      const outcome = this.wasUnanswered(due) ? 'unanswered' : await this.ask(manager, identity);
      if (outcome === 'read') return;
      if (outcome === 'refused') return this.withdraw(manager, identity, 'refused by the provider');
      this.noteUnanswered(identity);
      if (isLapsed(identity.groupsReadAt, times)) {
        await this.withdraw(manager, identity, 'the groups couldn’t be refreshed');
      }
    });
  }

  private async ask(manager: EntityManager, identity: ExternalIdentity): Promise<Outcome> {
    const { tenantId, id, providerId, refreshToken: sealed } = identity;
    if (sealed === null) return 'unanswered';
    const provider = await manager.findOneByOrFail(IdentityProvider, { tenantId, id: providerId });
    if (!provider.enabled) return 'unanswered';
    const refreshed = await this.refresh(provider, id, sealed);
    if (typeof refreshed === 'string') {
      if (refreshed === 'refused')
        await manager.update(ExternalIdentity, { tenantId, id }, { refreshToken: null });
      return refreshed;
    }
    const refreshToken = await this.personalData.encrypt(
      tenantId,
      refreshTokenPlace(id),
      refreshed.refreshToken,
    );
    await manager.update(ExternalIdentity, { tenantId, id }, { refreshToken });
    const groups = await this.groupsAt(provider, identity.subject, refreshed);
    if (!groups) return 'unanswered';
    const groupsReadAt = new Date(this.clock.now());
    await manager.update(ExternalIdentity, { tenantId, id }, { groups: [...groups], groupsReadAt });
    await this.applyRoles(manager, identity);
    return 'read';
  }

  private async refresh(
    provider: IdentityProvider,
    identityId: string,
    sealed: string,
  ): Promise<Refreshed | 'refused' | 'unanswered'> {
    const place = refreshTokenPlace(identityId);
    try {
      return await this.client.refresh(
        provider,
        await this.personalData.decrypt(provider.tenantId, place, sealed),
      );
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      this.warn(provider, error);
      return 'unanswered';
    }
  }

  /** The groups of now; undefined where the answer says nothing of them. */
  private async groupsAt(
    provider: IdentityProvider,
    subject: string,
    { claims: ofToken, accessToken }: Refreshed,
  ): Promise<readonly string[] | undefined> {
    const { groupClaim: claim, directoryUrl } = provider;
    try {
      const claims = ofToken ?? (await this.client.userInfo(provider, accessToken, subject));
      if (claims && claims.sub !== subject) throw new Error('The provider speaks of someone else.');
      // An ID token without groups says that there are none; UserInfo may not know the claim.
      if (!claims || (!ofToken && claim !== null && !mentionsGroups(claims, claim))) return undefined;
      return await groupsOf(claims, accessToken, { claim, directoryUrl }, this.outbound);
    } catch (error) {
      this.warn(provider, error);
      return undefined;
    }
  }

  private warn({ tenantId, id: providerId }: IdentityProvider, error: unknown): void {
    this.log.warn({ event: 'external.refresh_failed', tenantId, providerId, err: error });
  }

  /** The provider vouches for this person no longer: the sessions that came through it end, and its roles go. */
  private async withdraw(manager: EntityManager, identity: ExternalIdentity, reason: string): Promise<void> {
    const { tenantId, id, accountId, providerId } = identity;
    await manager.update(ExternalIdentity, { tenantId, id }, { groups: [], groupsReadAt: null });
    await this.applyRoles(manager, identity, reason);
    const [, ended] = await manager.query<[unknown, number]>(
      'DELETE FROM session WHERE tenant_id = $1 AND identity_id = $2',
      [tenantId, id],
    );
    const target = { kind: 'account', id: accountId };
    const event: AuditEvent = { action: 'session.revoke', target, reason };
    if (ended > 0) await this.auditLog.record(refreshContext(tenantId), event, manager);
    this.log.info({ event: 'external.access_ended', tenantId, accountId, providerId, reason });
  }

  private async applyRoles(
    manager: EntityManager,
    { tenantId, accountId, providerId }: ExternalIdentity,
    reason?: string,
  ): Promise<void> {
    if (!(await this.groupRoles.apply(manager, { tenantId, accountId, providerId }))) return;
    const target = { kind: 'account', id: accountId };
    const event: AuditEvent = {
      action: 'user.roles-mapped',
      target,
      ...(reason === undefined ? {} : { reason }),
    };
    await this.auditLog.record(refreshContext(tenantId), event, manager);
  }
}

/** Whether what was read is too old to be believed. What is forgotten already cannot lapse anymore. */
const isLapsed = (readAt: Date | null, { lapsedBefore }: GroupsDue): boolean =>
  readAt !== null && readAt < lapsedBefore;

/** The provider says no, as opposed to saying nothing. */
const isRefusal = (error: unknown): boolean =>
  isResponseBodyError(error) &&
  ['invalid_grant', 'unauthorized_client', 'access_denied'].includes(error.error);

/** By its name: the class would load the library with the start. */
const isResponseBodyError = (error: unknown): error is ResponseBodyError =>
  error instanceof Error && error.name === 'ResponseBodyError';
