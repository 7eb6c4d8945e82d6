import { worded } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import { isBuiltInRole, type Permission } from '@sitedesk/contract/permissions';
import { fieldError } from '@sitedesk/contract/field-rules';
import { ROLE_TEXTS, type RoleDeletion, type RoleDeletionPreview } from '@sitedesk/contract/roles';
import { USER_LIMITS } from '@sitedesk/contract/users';
import { EntityManager, In } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { Account } from '../accounts/account.entity.js';
import { type CallerContext, ownSessionId } from '../../platform/http/request-context.js';
import { TABLES_OF_SECRETS } from '../sessions/sessions.service.js';
import { AccountRole } from '../accounts/account-role.entity.js';
import { type AssignedRole, assignedRoles, permissionsOfRoles, roleKeyOf } from './assigned-roles.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { Role } from './role.entity.js';
import { countMembers, membersOf } from './role-rows.js';
import { BuiltInRoleImmutable } from './roles.service.js';

/** Deletes custom roles, several at once: all of them or none. */
@Injectable()
export class RoleDeletionService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
  ) {}

  /** What would happen: which can be deleted, who holds them, and who could do less than before. */
  async preview(tenantId: string, words: readonly string[]): Promise<RoleDeletionPreview> {
    const { manager } = this;
    const ids = words.map(roleKeyOf);
    const roles = await manager.findBy(Role, { tenantId, id: In(ownOnly(ids)) });
    const found = roles.map(({ id }) => id);
    const counts = await countMembers(manager, tenantId, ids);
    const toDeletion = (id: string): RoleDeletion => {
      const name = isBuiltInRole(id) ? id : (roles.find((role) => role.id === id)?.name ?? null);
      const reason = isBuiltInRole(id) ? ROLE_TEXTS.builtIn : name === null ? ROLE_TEXTS.unknown : null;
      return {
        id,
        name,
        deletable: reason === null,
        ...worded('reason', reason),
        members: membersOf(counts, id),
      };
    };
    return { roles: ids.map(toDeletion), ...(await this.losing(manager, tenantId, found)) };
  }

  /**
   * Who held one of them has to sign in again.
   * @throws BuiltInRoleImmutable, ValidationProblem naming unknown ones, PermissionsMissing
   */
  async deleteAll(context: CallerContext, words: readonly string[]): Promise<void> {
    const { tenantId } = context;
    const ids = words.map(roleKeyOf);
    const builtIn = ids.filter(isBuiltInRole);
    if (builtIn.length > 0) throw new BuiltInRoleImmutable(builtIn);
    await this.manager.transaction(async (manager) => {
      const where = { tenantId, id: In([...ids]) };
      const lock = { mode: 'pessimistic_write' } as const;
      const roles = await manager.find(Role, { where, lock, order: { id: 'ASC' } });
      requireAll(ids, roles);
      requireAllOf(context.caller, permissionsOfRoles(roles));
      await endSessionsOfMembers(manager, tenantId, ids, ownSessionId(context));
      await manager.delete(Role, where); // and with them everyone's memberships
      for (const { id, name, description, permissions } of roles) {
        const target = { kind: 'role', id };
        const event: AuditEvent = {
          action: 'role.delete',
          target,
          before: { name, description, permissions },
        };
        await this.auditLog.record(context, event, manager);
      }
    });
  }

  private async losing(
    manager: EntityManager,
    tenantId: string,
    roleIds: readonly string[],
  ): Promise<Pick<RoleDeletionPreview, 'losing' | 'more'>> {
    const members = await manager
      .createQueryBuilder(AccountRole, 'held')
      .select('DISTINCT held.account_id', 'id')
      .where('held.tenantId = :tenantId AND held.roleKey = ANY (:roleIds)', { tenantId, roleIds })
      .orderBy('id')
      .limit(USER_LIMITS.previewPeople + 1)
      .getRawMany<{ id: string }>();
    const ids = members.slice(0, USER_LIMITS.previewPeople).map(({ id }) => id);
    const roles = await assignedRoles(manager, tenantId, ids);
    const accounts = await manager.find(Account, {
      where: { tenantId, id: In(ids) },
      select: { id: true, displayName: true },
      order: { id: 'ASC' },
    });
    const losing = accounts.map(({ id, displayName }) => ({
      id,
      displayName,
      permissions: lostWithout(roles.get(id) ?? [], roleIds),
    }));
    return {
      losing: losing.filter(({ permissions }) => permissions.length > 0),
      more: members.length > ids.length,
    };
  }
}

const ownOnly = (ids: readonly string[]): string[] => ids.filter((id) => !isBuiltInRole(id));

/** What someone cannot do anymore when these roles are gone. */
function lostWithout(roles: readonly AssignedRole[], gone: readonly string[]): readonly Permission[] {
  const kept = permissionsOfRoles(roles.filter(({ key }) => !gone.includes(key)));
  return permissionsOfRoles(roles).filter((permission) => !kept.includes(permission));
}

/** @throws ValidationProblem */
function requireAll(ids: readonly string[], roles: readonly Role[]): void {
  const found = new Set(roles.map(({ id }) => id));
  const unknown = ids.filter((id) => !found.has(id));
  if (unknown.length === 0) return;
  throw new ValidationProblem(unknown.map((id) => fieldError('ids', ROLE_TEXTS.missing({ id }))));
}

/** One statement each, however many there are. */
async function endSessionsOfMembers(
  manager: EntityManager,
  tenantId: string,
  roleIds: readonly string[],
  exceptSessionId: string | undefined,
): Promise<void> {
  const members = 'SELECT account_id FROM account_role WHERE tenant_id = $1 AND role_key = ANY ($2::text[])';
  await manager.query(
    `DELETE FROM session WHERE tenant_id = $1 AND account_id IN (${members}) AND id IS DISTINCT FROM $3::uuid`,
    [tenantId, roleIds, exceptSessionId ?? null],
  );
  for (const table of TABLES_OF_SECRETS)
    await manager.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND account_id IN (${members})`, [
      tenantId,
      roleIds,
    ]);
}
