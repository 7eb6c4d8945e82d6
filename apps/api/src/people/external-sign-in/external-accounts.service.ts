import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { ExternalIdentityView } from '@sitedesk/contract/external-sign-in';
import { isMailbox } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import type { RequestContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PersonalDataService } from '../../platform/keys/personal-data.service.js';
import { Account } from '../accounts/account.entity.js';
import { AccountsService, AddressTaken } from '../accounts/accounts.service.js';
import { SignInMethodsService } from '../accounts/sign-in-methods.service.js';
import { ExternalIdentity, refreshTokenPlace } from './external-identity.entity.js';
import { ExternalSignInRefused } from './external-sign-in-refused.js';
import { GroupRolesService } from './group-roles.service.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import type { ProvenIdentity } from './oidc-client.js';

/** The accounts behind identities that were proved: found, created, linked. */
@Injectable()
export class ExternalAccountsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly groupRoles: GroupRolesService,
    private readonly signInMethods: SignInMethodsService,
    private readonly personalData: PersonalDataService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The account of an identity that is known; or a new one, where the provider may make some. @throws ExternalSignInRefused */
  async accountOf(
    context: RequestContext,
    provider: IdentityProvider,
    identity: ProvenIdentity,
    groups: readonly string[],
    returnTo: string,
  ): Promise<{ readonly account: Account; readonly identityId: string }> {
    const { tenantId } = provider;
    const { issuer, subject } = identity;
    return this.manager.transaction(async (manager) => {
      const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
      if (known) {
        const { accountId } = known;
        const identityId = await this.remember(manager, provider, accountId, identity, groups);
        const account = await manager.findOneByOrFail(Account, { tenantId, id: accountId });
        return { account, identityId };
      }
      const account = await this.signUp(manager, provider, identity, returnTo);
      const identityId = await this.remember(manager, provider, account.id, identity, groups);
      const target = { kind: 'account', id: account.id };
      await this.auditLog.record(
        context,
        { action: 'user.sign-up', target, after: { provider: provider.name } },
        manager,
      );
      return { account, identityId };
    });
  }

  /** Whose identity this is; undefined when nobody's. */
  async ownerOf(tenantId: string, { issuer, subject }: ProvenIdentity): Promise<string | undefined> {
    const row = await this.manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
    return row?.accountId;
  }

  private async signUp(
    manager: EntityManager,
    provider: IdentityProvider,
    { email, emailVerified, name }: ProvenIdentity,
    returnTo: string,
  ): Promise<Account> {
    if (!provider.allowSignUp) throw new ExternalSignInRefused('unknown', returnTo);
    if (email === undefined || !emailVerified || !isMailbox(email)) {
      throw new ExternalSignInRefused('addressMissing', returnTo);
    }
    // The same address proves nothing: anyone who owns the account links it himself, signed in.
    if (await this.accounts.findByEmail(provider.tenantId, email)) {
      throw new ExternalSignInRefused('addressTaken', returnTo);
    }
    try {
      return await this.accounts.create(manager, provider.tenantId, {
        email,
        status: 'active',
        passwordHash: null,
        emailConfirmed: true,
        roleKeys: [],
        displayName: displayNameOf(name) ?? email.slice(0, email.indexOf('@')),
      });
    } catch (error) {
      throw error instanceof AddressTaken ? new ExternalSignInRefused('addressTaken', returnTo) : error;
    }
  }

  /** Ties an identity to the account of the person who proved both. @throws ExternalSignInRefused */
  async link(
    context: RequestContext,
    provider: IdentityProvider,
    accountId: string,
    identity: ProvenIdentity,
    groups: readonly string[],
    returnTo: string,
  ): Promise<void> {
    const { tenantId } = provider;
    const { issuer, subject } = identity;
    await this.manager.transaction(async (manager) => {
      const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
      if (known && known.accountId !== accountId) throw new ExternalSignInRefused('taken', returnTo);
      await this.remember(manager, provider, accountId, identity, groups);
      const target = { kind: 'account', id: accountId };
      const after = { provider: provider.name };
      await this.auditLog.record(context, { action: 'external-identity.link', target, after }, manager);
    });
  }

  /** The identities that an account is linked to. */
  async list(tenantId: string, accountId: string): Promise<readonly ExternalIdentityView[]> {
    const rows = await this.manager.find(ExternalIdentity, {
      where: { tenantId, accountId },
      relations: { provider: true },
      order: { createdAt: 'ASC' },
    });
    return rows.map(({ id, providerId, provider, createdAt }) => ({
      id,
      providerId,
      provider: provider?.name ?? '',
      createdAt: createdAt.toISOString(),
    }));
  }

  /** @throws NotFoundException, WrongState */
  async unlink(context: RequestContext, accountId: string, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const row = await manager.findOneBy(ExternalIdentity, { tenantId, accountId, id });
      if (!row) throw new NotFoundException();
      await this.signInMethods.requireAnother(manager, tenantId, accountId, id);
      // The sessions that came through it go with it.
      await manager.delete(ExternalIdentity, { tenantId, id });
      await this.groupRoles.apply(manager, { tenantId, accountId, providerId: row.providerId });
      const target = { kind: 'account', id: accountId };
      await this.auditLog.record(context, { action: 'external-identity.unlink', target }, manager);
    });
  }

  /** Keeps what the provider said, and assigns the roles that it maps to. */
  private async remember(
    manager: EntityManager,
    provider: IdentityProvider,
    accountId: string,
    { issuer, subject, refreshToken }: ProvenIdentity,
    groups: readonly string[],
  ): Promise<string> {
    const { tenantId, id: providerId } = provider;
    const now = new Date(this.clock.now());
    const known = await manager.findOneBy(ExternalIdentity, { tenantId, issuer, subject });
    const id = known?.id ?? newId();
    const sealed =
      refreshToken === undefined
        ? null
        : await this.personalData.encrypt(tenantId, refreshTokenPlace(id), refreshToken);
    await manager.upsert(
      ExternalIdentity,
      {
        id,
        tenantId,
        providerId,
        accountId,
        issuer,
        subject,
        groups: [...groups],
        groupsReadAt: now,
        refreshToken: sealed,
        createdAt: known?.createdAt ?? now,
      },
      ['tenantId', 'issuer', 'subject'],
    );
    // Of two providers with one issuer, the one used last counts.
    for (const each of new Set([known?.providerId ?? providerId, providerId]))
      await this.groupRoles.apply(manager, { tenantId, accountId, providerId: each });
    return id;
  }
}

function displayNameOf(name: string | undefined): string | undefined {
  const line = name?.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '').trim();
  return line ? [...line].slice(0, 100).join('') : undefined;
}
