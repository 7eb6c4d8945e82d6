import { Injectable, NotFoundException } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { Account } from '../accounts/account.entity.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type AssignedRole, assignedRoles, permissionsOfRoles } from '../roles/assigned-roles.js';
import { lockAdministrators } from '../roles/last-administrator.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';

/** A user in the middle of a change: locked until the end of the transaction. */
export interface UserChange {
  readonly manager: EntityManager;
  readonly account: Account;
  readonly roles: readonly AssignedRole[];
  /** Leaves the row in the audit log; the last thing that a change does. */
  record(event: Pick<AuditEvent, 'action' | 'before' | 'after'>): Promise<void>;
}

/** The one way in which someone changes another user's account. */
@Injectable()
export class UserChangesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Runs `work` in a transaction. Changes of one tenant's users follow each other: the last administrator is safe then,
   * and each leaves a row in the same chain anyway.
   * @throws NotFoundException; PermissionsMissing when the user may do more than who acts: changing such an account
   * would be a way to get at its permissions
   */
  run<T>(context: CallerContext, id: string, work: (change: UserChange) => Promise<T>): Promise<T> {
    const { tenantId } = context;
    return this.manager.transaction(async (manager) => {
      await lockAdministrators(manager, tenantId);
      const account = await manager.findOne(Account, {
        where: { tenantId, id },
        lock: { mode: 'for_no_key_update' },
      });
      if (!account) throw new NotFoundException();
      const roles = (await assignedRoles(manager, tenantId, [id])).get(id) ?? [];
      requireAllOf(context.caller, permissionsOfRoles(roles));
      const target = { kind: 'account', id };
      return work({
        manager,
        account,
        roles,
        record: (event) => this.auditLog.record(context, { ...event, target }, manager),
      });
    });
  }
}

/** Writes columns of the user, and makes forms that show it out of date. */
export async function writeColumns(
  { manager, account: { id, tenantId } }: UserChange,
  columns: Partial<Pick<Account, 'status' | 'displayName' | 'email' | 'emailKey' | 'emailConfirmedAt'>> = {},
): Promise<void> {
  await manager.update(Account, { id, tenantId }, { ...columns, version: () => 'version + 1' });
}
