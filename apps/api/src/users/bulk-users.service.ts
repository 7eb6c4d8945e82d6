import { HttpException, Injectable, NotFoundException } from '@nestjs/common';
import {
  type BulkUserAction,
  type BulkUserAnswer,
  type BulkUserResult,
  USER_TEXTS,
} from '@sitedesk/contract';
import type { BulkUsersDto, UserActDto } from '@sitedesk/contract/dto';
import { DataSource } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { unavailableAware } from '../database/sql.js';
import type { Acting } from '../identity/acting.js';
import { permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAllOf } from '../roles/permission-grants.js';
import { requireInheritor, UserDeletions } from './user-deletion.service.js';
import { UserRoles } from './user-roles.service.js';
import { UserSessions } from './user-sessions.service.js';
import { UserStatuses } from './user-status.service.js';

/** What the action is called in the audit log when one user is refused. */
const AUDIT_ACTIONS = {
  disable: 'user.disable',
  enable: 'user.enable',
  delete: 'user.delete',
  'add-role': 'user.set-roles',
  'remove-role': 'user.set-roles',
  'end-sessions': 'user.end-sessions',
} as const satisfies Record<BulkUserAction, string>;

/** Nobody shuts himself out because he was among all those that were selected. */
export const sparesYourself = (action: BulkUserAction): boolean =>
  action === 'disable' || action === 'delete';

/** Does the same to many users: to each in a transaction of its own, so that one refusal holds nobody else up. */
@Injectable()
export class BulkUsers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statuses: UserStatuses,
    private readonly deletions: UserDeletions,
    private readonly roles: UserRoles,
    private readonly sessions: UserSessions,
    private readonly auditLog: AuditLog,
  ) {}

  /** @throws ValidationProblem and PermissionsMissing before anything is done, when nobody could be treated so */
  async run(tenantId: string, acting: Acting, input: BulkUsersDto): Promise<BulkUserAnswer> {
    await this.requireSound(tenantId, acting, input);
    const results: BulkUserResult[] = [];
    for (const id of input.ids) results.push(await this.one(tenantId, acting, input, id.toLowerCase()));
    return { results };
  }

  /** Whether the role and the inheritor are any good. */
  async requireSound(
    tenantId: string,
    { principal }: Acting,
    { action, ids, role, inheritor }: UserActDto & Partial<Pick<BulkUsersDto, 'ids'>>,
  ): Promise<void> {
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        if (action === 'add-role' && role !== undefined) {
          const given = await rolesToGive(manager, tenantId, [roleKeyOf(role)], 'role');
          requireAllOf(principal, permissionsOfRoles(given));
        }
        if (action !== 'delete' || !inheritor) return;
        const deleted = (ids ?? []).map((id) => id.toLowerCase());
        await requireInheritor(manager, tenantId, inheritor.toLowerCase(), deleted);
      }),
    );
  }

  /** @param refused why this one is left out, when that is known already */
  async one(
    tenantId: string,
    acting: Acting,
    input: UserActDto,
    id: string,
    refused?: string,
  ): Promise<BulkUserResult> {
    const { actor, principal } = acting;
    const yourself = sparesYourself(input.action) && id === principal.accountId;
    const known = yourself ? USER_TEXTS.yourself : refused;
    const reason = known ?? (await this.refusal(tenantId, acting, input, id));
    if (reason === null) return { id, status: 'done', reason };
    const target = { kind: 'account', id };
    const event = { action: AUDIT_ACTIONS[input.action], target, outcome: 'refused', reason } as const;
    await this.auditLog.record(tenantId, actor, event);
    return { id, status: 'refused', reason };
  }

  /** Does it; why not, if not. */
  private async refusal(
    tenantId: string,
    acting: Acting,
    input: UserActDto,
    id: string,
  ): Promise<string | null> {
    try {
      await this.act(tenantId, acting, input, id);
      return null;
    } catch (error) {
      if (error instanceof NotFoundException) return USER_TEXTS.unknown;
      if (error instanceof HttpException) return error.message;
      throw error;
    }
  }

  private act(
    tenantId: string,
    acting: Acting,
    { action, role = '', inheritor }: UserActDto,
    id: string,
  ): Promise<void> {
    switch (action) {
      case 'disable':
        return this.statuses.disable(tenantId, acting, id);
      case 'enable':
        return this.statuses.enable(tenantId, acting, id);
      case 'delete':
        return this.deletions.delete(tenantId, acting, id, inheritor?.toLowerCase());
      case 'add-role':
        return this.roles.add(tenantId, acting, id, roleKeyOf(role));
      case 'remove-role':
        return this.roles.remove(tenantId, acting, id, roleKeyOf(role));
      case 'end-sessions':
        return this.sessions.endAll(tenantId, acting, id);
      default:
        return action satisfies never;
    }
  }
}
