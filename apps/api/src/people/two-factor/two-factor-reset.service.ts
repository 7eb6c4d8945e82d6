import { Injectable, NotFoundException } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { AccountEmailService } from '../account-emails/account-email.service.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { requirePermissionsOf } from '../roles/assigned-roles.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SecondFactorsService } from './second-factors.service.js';

/** For people who have lost their second factor and their recovery codes. */
@Injectable()
export class TwoFactorResetService {
  constructor(
    private readonly manager: EntityManager,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly factors: SecondFactorsService,
    private readonly mailer: AccountEmailService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * The same by an administrator, who must be allowed all that the account is allowed: without its second factor it is
   * easier to get into.
   * @throws NotFoundException, PermissionsMissing
   */
  async resetFor(context: CallerContext, accountId: string, reason: string): Promise<void> {
    await requirePermissionsOf(this.manager, context, accountId);
    await this.reset(context, accountId, reason);
  }

  /**
   * Removes every factor and recovery code of an account, ends its sessions, and notifies its owner. The password stays.
   * @throws NotFoundException
   */
  async reset(context: RequestContext, accountId: string, reason: string): Promise<void> {
    const { tenantId } = context;
    const account = await this.accounts.find(tenantId, accountId);
    if (!account) throw new NotFoundException();
    await this.manager.transaction(async (manager) => {
      await this.factors.removeAll(manager, tenantId, accountId);
      await this.sessions.endAll(manager, tenantId, accountId);
      await this.mailer.postNotice(manager, tenantId, account, 'two-factor-reset');
      const target = { kind: 'account', id: accountId };
      const event: AuditEvent = { action: 'user.two-factor-reset', target, reason };
      await this.auditLog.record(context, event, manager);
    });
    this.mailer.wake();
  }
}
