import { newId } from '../../platform/core/id.js';
import { ProblemException } from '../../platform/http/problem.js';
import { codeOf, type Message, worded } from '@sitedesk/contract/messages';
import type { AuditAction } from '@sitedesk/contract/audit';
import { HttpException, Injectable, NotFoundException } from '@nestjs/common';
import {
  type BulkUserAction,
  type BulkUserAnswer,
  type BulkUserPreview,
  type BulkUserResult,
  USER_TEXTS,
} from '@sitedesk/contract/users';
import type { BulkUsersDto, UserActionDto } from '@sitedesk/contract/users.dto';
import { EntityManager, In } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { Account } from '../accounts/account.entity.js';
import { type AssignedRole, assignedRoles, permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { safeAdministrators } from '../roles/last-administrator.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { ContentInheritanceService } from './content-inheritance.service.js';
import { requireInheritor, UserDeletionService } from './user-deletion.service.js';
import { UserRolesService } from './user-roles.service.js';
import { UserSessionsService } from './user-sessions.service.js';
import { UserStatusService } from './user-status.service.js';

/** What the action is called in the audit log when one user is refused. */
const AUDIT_ACTIONS = {
  disable: 'user.disable',
  enable: 'user.enable',
  delete: 'user.delete',
  'add-role': 'user.set-roles',
  'remove-role': 'user.set-roles',
  'end-sessions': 'user.end-sessions',
} as const satisfies Record<BulkUserAction, AuditAction>;

/** Nobody is locked out because they were among all those that were selected. */
const sparesYourself = (action: BulkUserAction): boolean => action === 'disable' || action === 'delete';

/** Does the same to many users: to each in a transaction of its own, so that one refusal holds nobody else up. */
@Injectable()
export class BulkUsersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly statuses: UserStatusService,
    private readonly deletions: UserDeletionService,
    private readonly roles: UserRolesService,
    private readonly sessions: UserSessionsService,
    private readonly inheritance: ContentInheritanceService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws ValidationProblem and PermissionsMissing before anything is done, when nobody could be treated so */
  async run(context: CallerContext, input: BulkUsersDto): Promise<BulkUserAnswer> {
    await this.requireValid(context, input);
    const results: BulkUserResult[] = [];
    const part = await this.begin(context, input, { matched: input.ids.length });
    for (const id of input.ids) results.push(await this.one(part, input, id.toLowerCase()));
    return { results };
  }

  /**
   * Leaves the entry of the whole action, which stands before its parts, so that one which is stopped is seen as well.
   * @returns the context in which each user is treated
   */
  async begin(
    context: CallerContext,
    { action, role }: UserActionDto,
    about: { readonly matched: number; readonly filter?: object },
  ): Promise<CallerContext> {
    const id = newId();
    const after = { action, ...(role === undefined ? {} : { role }), ...about, changed: 0, actionId: id };
    await this.auditLog.record(context, { id, action: 'user.bulk', after });
    return { ...context, partOf: id };
  }

  /** What an action would do, and to whom it would not be done. @throws ValidationProblem and PermissionsMissing as the action */
  async preview(context: CallerContext, input: BulkUsersDto): Promise<BulkUserPreview> {
    const { tenantId } = context;
    await this.requireValid(context, input);
    const { manager } = this;
    const ids = input.ids.map((id) => id.toLowerCase());
    const accounts = new Map(
      (await manager.findBy(Account, { tenantId, id: In(ids) })).map((account) => [account.id, account]),
    );
    const roles = await assignedRoles(manager, tenantId, ids);
    const wouldBeLast = removesAdministrators(input)
      ? lastOf(await safeAdministrators(manager, tenantId, ids))
      : () => false;
    const reasonFor = (id: string): Message | undefined => {
      if (!accounts.has(id)) return USER_TEXTS.unknown;
      if (sparesYourself(input.action) && id === context.caller.accountId) return USER_TEXTS.yourself;
      if (mayMore(roles.get(id) ?? [], context)) return USER_TEXTS.permissionsMissing;
      return wouldBeLast(id) ? USER_TEXTS.lastAdministrator : undefined;
    };
    const refused = ids.flatMap((id) => {
      const reason = reasonFor(id);
      const displayName = accounts.get(id)?.displayName ?? null;
      return reason ? [{ id, displayName, reason: reason.text, reasonCode: codeOf(reason) }] : [];
    });
    const names = new Set(refused.map(({ id }) => id));
    const treated = ids.filter((id) => !names.has(id));
    const content =
      input.action === 'delete' ? await this.inheritance.ownedBy(manager, tenantId, treated) : [];
    return { action: input.action, total: ids.length, done: treated.length, refused, content };
  }

  /** Whether the role and the inheritor are any good. */
  async requireValid(
    context: CallerContext,
    { action, ids, role, inheritor }: UserActionDto & Partial<Pick<BulkUsersDto, 'ids'>>,
  ): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      if (action === 'add-role' && role !== undefined) {
        const given = await rolesToGive(manager, tenantId, [roleKeyOf(role)], 'role');
        requireAllOf(context.caller, permissionsOfRoles(given));
      }
      if (action !== 'delete' || !inheritor) return;
      const deleted = (ids ?? []).map((id) => id.toLowerCase());
      await requireInheritor(manager, tenantId, inheritor.toLowerCase(), deleted);
    });
  }

  /** @param refused why this one is left out, when that is known already */
  async one(
    context: CallerContext,
    input: UserActionDto,
    id: string,
    refused?: Message,
  ): Promise<BulkUserResult> {
    const yourself = sparesYourself(input.action) && id === context.caller.accountId;
    const known = yourself ? USER_TEXTS.yourself : refused;
    const reason = known ?? (await this.refusal(context, input, id));
    if (reason === null) return { id, status: 'done', ...worded('reason', null) };
    const target = { kind: 'account', id };
    const event: AuditEvent = {
      action: AUDIT_ACTIONS[input.action],
      target,
      outcome: 'refused',
      reason: reason.text,
    } as const;
    await this.auditLog.record(context, event);
    return { id, status: 'refused', ...worded('reason', reason) };
  }

  /** Does it; why not, if not. */
  private async refusal(context: CallerContext, input: UserActionDto, id: string): Promise<Message | null> {
    try {
      await this.apply(context, input, id);
      return null;
    } catch (error) {
      if (error instanceof NotFoundException) return USER_TEXTS.unknown;
      if (error instanceof ProblemException) return error.reason;
      if (error instanceof HttpException) return { code: 'unknown', text: error.message };
      throw error;
    }
  }

  private apply(
    context: CallerContext,
    { action, role = '', inheritor }: UserActionDto,
    id: string,
  ): Promise<void> {
    switch (action) {
      case 'disable':
        return this.statuses.disable(context, id);
      case 'enable':
        return this.statuses.enable(context, id);
      case 'delete':
        return this.deletions.delete(context, id, inheritor?.toLowerCase());
      case 'add-role':
        return this.roles.add(context, id, roleKeyOf(role));
      case 'remove-role':
        return this.roles.remove(context, id, roleKeyOf(role));
      case 'end-sessions':
        return this.sessions.endAll(context, id);
      default:
        return action satisfies never;
    }
  }
}

const removesAdministrators = ({ action, role }: BulkUsersDto): boolean =>
  action === 'disable' || action === 'delete' || (action === 'remove-role' && role === 'Administrator');

/** Goes through the administrators in the order of the action: which one would be the last? */
function lastOf({ among, others }: Awaited<ReturnType<typeof safeAdministrators>>): (id: string) => boolean {
  let left = among.size + others;
  return (id) => {
    if (!among.has(id)) return false;
    if (left === 1) return true;
    left -= 1;
    return false;
  };
}

const mayMore = (roles: readonly AssignedRole[], context: CallerContext): boolean =>
  roles.some(({ permissions }) =>
    permissions.some((permission) => !context.caller.permissions.has(permission)),
  );
