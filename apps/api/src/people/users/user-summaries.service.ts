import { Injectable } from '@nestjs/common';
import type { UserDetails, UserSummary } from '@sitedesk/contract/users';
import { EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { isLocked } from '../sign-in/sign-in-protection.service.js';
import { HAS_SECOND_FACTOR } from '../sessions/has-second-factor.js';
import {
  type AssignedRole,
  assignedRoles,
  permissionsOfRoles,
  toUserRoles,
} from '../roles/assigned-roles.js';

/** Shows accounts to administrators. An address is decrypted for those that are shown, and no others. */
@Injectable()
export class UserSummariesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
  ) {}

  /** In the order that is given. */
  async of(tenantId: string, accounts: readonly Account[]): Promise<readonly UserSummary[]> {
    const ids = accounts.map(({ id }) => id);
    const roles = await assignedRoles(this.manager, tenantId, ids);
    const twoFactor = await this.withSecondFactor(tenantId, ids);
    return Promise.all(
      accounts.map((account) =>
        this.summary(tenantId, account, roles.get(account.id) ?? [], twoFactor.has(account.id)),
      ),
    );
  }

  async details(tenantId: string, account: Account): Promise<UserDetails> {
    const { manager } = this;
    const roles = (await assignedRoles(manager, tenantId, [account.id])).get(account.id) ?? [];
    const twoFactor = await this.withSecondFactor(tenantId, [account.id]);
    const maker =
      account.createdBy === null
        ? null
        : await manager.findOneBy(Account, { tenantId, id: account.createdBy });
    return {
      ...(await this.summary(tenantId, account, roles, twoFactor.has(account.id))),
      permissions: permissionsOfRoles(roles),
      hasPassword: account.passwordHash !== null,
      emailConfirmedAt: account.emailConfirmedAt?.toISOString() ?? null,
      passwordChangedAt: account.passwordChangedAt?.toISOString() ?? null,
      sessions: (await this.sessions.list(tenantId, account.id)).length,
      createdBy: maker && { id: maker.id, displayName: maker.displayName },
      version: account.version,
    };
  }

  private async summary(
    tenantId: string,
    account: Account,
    roles: readonly AssignedRole[],
    twoFactor: boolean,
  ): Promise<UserSummary> {
    const { id, displayName, status } = account;
    return {
      id,
      displayName,
      status,
      twoFactor,
      email: await this.accounts.emailOf(tenantId, account),
      emailConfirmed: account.emailConfirmedAt !== null,
      locked: isLocked(account),
      roles: toUserRoles(roles),
      createdAt: account.createdAt.toISOString(),
      lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    };
  }

  private async withSecondFactor(tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows: readonly { id: string }[] = await this.manager.query(
      `SELECT a.id FROM account a WHERE a.tenant_id = $1 AND a.id = ANY ($2::uuid[]) AND ${HAS_SECOND_FACTOR}`,
      [tenantId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
