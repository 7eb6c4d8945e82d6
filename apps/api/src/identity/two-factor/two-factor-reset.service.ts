import { Injectable, NotFoundException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountMailer } from '../../account-mail/account-mailer.service.js';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { unavailableAware } from '../../database/sql.js';
import { requirePermissionsOf } from '../../roles/assigned-roles.js';
import { AccountsService } from '../accounts.service.js';
import type { Acting } from '../acting.js';
import { SessionsService } from '../sessions.service.js';
import { SecondFactors } from './second-factors.service.js';

/** For people who have lost their second factor and their recovery codes (C21). */
@Injectable()
export class TwoFactorReset {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactors,
    private readonly mailer: AccountMailer,
    private readonly auditLog: AuditLog,
  ) {}

  /**
   * The same by an administrator, who must be allowed all that the account is allowed: without its second factor it is
   * easier to get into.
   * @throws NotFoundException, PermissionsMissing
   */
  async resetFor(
    tenantId: string,
    { actor, principal }: Acting,
    accountId: string,
    reason: string,
  ): Promise<void> {
    await requirePermissionsOf(this.dataSource.manager, tenantId, principal, accountId);
    await this.reset(tenantId, actor, accountId, reason);
  }

  /**
   * Removes every factor and recovery code of an account, ends its sessions, and tells its holder. The password stays.
   * @throws NotFoundException
   */
  async reset(tenantId: string, actor: Actor, accountId: string, reason: string): Promise<void> {
    const account = await this.accounts.find(tenantId, accountId);
    if (!account) throw new NotFoundException();
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        await this.factors.removeAll(manager, tenantId, accountId);
        await this.sessions.endAll(manager, tenantId, accountId);
        await this.mailer.postNews(manager, tenantId, account, 'two-factor-reset');
        const target = { kind: 'account', id: accountId };
        const event = { action: 'user.two-factor-reset', target, reason };
        await this.auditLog.record(tenantId, actor, event, manager);
      }),
    );
    this.mailer.wake();
  }
}
