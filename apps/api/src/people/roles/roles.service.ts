import { fieldError } from '@sitedesk/contract/field-rules';
import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { isBuiltInRole } from '@sitedesk/contract/permissions';
import { problemCode } from '@sitedesk/contract/problems';
import { BUILT_IN_ROLES, ROLE_LIMITS, ROLE_TEXTS, type RoleSummary } from '@sitedesk/contract/roles';
import type { CreateRoleDto, UpdateRoleDto } from '@sitedesk/contract/roles.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { newId } from '../../platform/core/id.js';
import { pick } from '../../platform/core/pick.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import { lockForCounting } from '../../platform/database/lock-for-counting.js';
import { Tenant } from '../../platform/tenancy/tenant.entity.js';
import { duplicateAs } from '../../platform/database/sql.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { Role } from './role.entity.js';
import {
  builtInSummary,
  countMembers,
  inMatrixOrder,
  isBuiltInName,
  membersOf,
  roleNameKey,
  roleSummary,
} from './role-rows.js';

/** Built-in roles are the same everywhere, and nobody breaks them (409). */
export class BuiltInRoleImmutable extends ProblemException {
  constructor(names: readonly string[]) {
    super(HttpStatus.CONFLICT, problemCode('built-in-role'), ROLE_TEXTS.builtIn, { roles: names });
  }
}

/** Another role has this name (409). */
class RoleNameTaken extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'validation-failed', ROLE_TEXTS.nameTaken, {
      errors: [fieldError('name', ROLE_TEXTS.nameTaken)],
    });
  }
}

/** The roles of a site: the six built-in ones, and its custom ones. */
@Injectable()
export class RolesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The built-in ones in the order of the specification, then the site's own by name. */
  async list(
    tenantId: string,
  ): Promise<{ readonly items: readonly RoleSummary[]; readonly nextCursor: null }> {
    const own = await this.manager.find(Role, { where: { tenantId }, order: { nameKey: 'ASC', id: 'ASC' } });
    const keys = [...BUILT_IN_ROLES, ...own.map(({ id }) => id)];
    const counts = await countMembers(this.manager, tenantId, keys);
    const items = [
      ...BUILT_IN_ROLES.map((role) => builtInSummary(role, membersOf(counts, role))),
      ...own.map((role) => roleSummary(role, membersOf(counts, role.id))),
    ];
    return { items, nextCursor: null };
  }

  /** @throws NotFoundException */
  async find(tenantId: string, roleKey: string): Promise<RoleSummary> {
    const counts = await countMembers(this.manager, tenantId, [roleKey]);
    if (isBuiltInRole(roleKey)) return builtInSummary(roleKey, membersOf(counts, roleKey));
    const role = await this.manager.findOneBy(Role, { tenantId, id: roleKey });
    if (!role) throw new NotFoundException();
    return roleSummary(role, membersOf(counts, roleKey));
  }

  /** @throws RoleNameTaken, PermissionsMissing, ProblemException when there are too many */
  async create(context: CallerContext, input: CreateRoleDto): Promise<RoleSummary> {
    const { tenantId } = context;
    requireAllOf(context.caller, input.permissions);
    const role = this.manager.create(Role, {
      id: newId(),
      tenantId,
      description: input.description ?? '',
      version: 1,
      ...nameColumns(input.name),
      permissions: inMatrixOrder(input.permissions),
      createdAt: new Date(this.clock.now()),
    });
    await this.writing(async (manager) => {
      await lockForCounting(manager, Tenant, { id: tenantId });
      if ((await manager.countBy(Role, { tenantId })) >= ROLE_LIMITS.perTenant)
        throw new WrongState(ROLE_TEXTS.tooMany);
      await manager.insert(Role, role);
      const event: AuditEvent = { action: 'role.create', target: targetOf(role.id), after: shown(role) };
      await this.auditLog.record(context, event, manager);
    });
    return this.find(tenantId, role.id);
  }

  /**
   * What a role allows changes for everyone who holds it with their next request.
   * @throws NotFoundException, VersionConflict, BuiltInRoleImmutable, RoleNameTaken, PermissionsMissing
   */
  async update(
    context: CallerContext,
    roleKey: string,
    expectedVersion: number,
    input: UpdateRoleDto,
  ): Promise<RoleSummary> {
    const { tenantId } = context;
    if (isBuiltInRole(roleKey)) throw new BuiltInRoleImmutable([roleKey]);
    await this.writing(async (manager) => {
      const before = await manager.findOne(Role, {
        where: { tenantId, id: roleKey },
        lock: { mode: 'for_no_key_update' },
      });
      if (!before) throw new NotFoundException();
      if (before.version !== expectedVersion) throw new VersionConflict();
      const after = { ...before, ...changedColumns(input), version: before.version + 1 };
      requireAllOf(context.caller, symmetricDifference(before.permissions, after.permissions));
      const { name, nameKey, description, permissions, version } = after;
      await manager.update(
        Role,
        { tenantId, id: roleKey },
        { name, nameKey, description, permissions, version },
      );
      const change = { before: shown(before), after: shown(after) };
      const event: AuditEvent = { action: 'role.change', target: targetOf(roleKey), ...change };
      await this.auditLog.record(context, event, manager);
    });
    return this.find(tenantId, roleKey);
  }

  private async writing(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.manager.transaction(work).catch(duplicateAs(() => new RoleNameTaken()));
  }
}

/** @throws RoleNameTaken for the name of a built-in role */
function nameColumns(name: string): Pick<Role, 'name' | 'nameKey'> {
  if (isBuiltInName(name)) throw new RoleNameTaken();
  return { name: String(normaliseLine(name)), nameKey: roleNameKey(name) };
}

const changedColumns = ({ name, description, permissions }: UpdateRoleDto): Partial<Role> => ({
  ...(name === undefined ? {} : nameColumns(name)),
  ...(description === undefined ? {} : { description }),
  ...(permissions === undefined ? {} : { permissions: inMatrixOrder(permissions) }),
});

/** What one of two lists has and the other has not. */
const symmetricDifference = <Item>(one: readonly Item[], other: readonly Item[]): readonly Item[] => [
  ...one.filter((item) => !other.includes(item)),
  ...other.filter((item) => !one.includes(item)),
];

const targetOf = (id: string): { readonly kind: string; readonly id: string } => ({ kind: 'role', id });

const shown = (role: Role): Record<string, unknown> => pick(role, ['name', 'description', 'permissions']);
