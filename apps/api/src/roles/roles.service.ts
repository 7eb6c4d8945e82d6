import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { BUILT_IN_ROLES, isBuiltInRole, ROLE_LIMITS, ROLE_TEXTS, type RoleSummary } from '@sitedesk/contract';
import { type CreateRoleDto, normaliseLine, type UpdateRoleDto } from '@sitedesk/contract/dto';
import { type EntityManager, Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ChangedMeanwhile } from '../common/entity-tag.js';
import { newId } from '../common/id.js';
import { ProblemException } from '../common/problem.js';
import { unavailableAware } from '../database/sql.js';
import type { Acting } from '../identity/acting.js';
import { isUniqueViolation } from '../identity/accounts.service.js';
import { requireAllOf } from './permission-grants.js';
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

/** Built-in roles are the same everywhere, and nobody breaks them (409, C27). */
export class BuiltInRoleStays extends ProblemException {
  constructor(names: readonly string[]) {
    super(HttpStatus.CONFLICT, 'built-in-role', ROLE_TEXTS.builtIn, { roles: names });
  }
}

/** Another role has this name (409). */
class RoleNameTaken extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'validation-failed', ROLE_TEXTS.nameTaken, {
      errors: [{ field: 'name', message: ROLE_TEXTS.nameTaken }],
    });
  }
}

/** The roles of a site: the six built-in ones, and those it made for itself. */
@Injectable()
export class RolesService {
  constructor(
    @InjectRepository(Role) private readonly roles: Repository<Role>,
    private readonly auditLog: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The built-in ones in the order of the specification, then the site's own by name. */
  list(tenantId: string): Promise<{ readonly items: readonly RoleSummary[]; readonly nextCursor: null }> {
    return unavailableAware(async () => {
      const own = await this.roles.find({ where: { tenantId }, order: { nameKey: 'ASC', id: 'ASC' } });
      const keys = [...BUILT_IN_ROLES, ...own.map(({ id }) => id)];
      const counts = await countMembers(this.roles.manager, tenantId, keys);
      const items = [
        ...BUILT_IN_ROLES.map((role) => builtInSummary(role, membersOf(counts, role))),
        ...own.map((role) => roleSummary(role, membersOf(counts, role.id))),
      ];
      return { items, nextCursor: null };
    });
  }

  /** @throws NotFoundException */
  find(tenantId: string, roleKey: string): Promise<RoleSummary> {
    return unavailableAware(async () => {
      const counts = await countMembers(this.roles.manager, tenantId, [roleKey]);
      if (isBuiltInRole(roleKey)) return builtInSummary(roleKey, membersOf(counts, roleKey));
      const role = await this.roles.findOneBy({ tenantId, id: roleKey });
      if (!role) throw new NotFoundException();
      return roleSummary(role, membersOf(counts, roleKey));
    });
  }

  /** @throws RoleNameTaken, PermissionsMissing, ProblemException when there are too many */
  async create(tenantId: string, { actor, principal }: Acting, input: CreateRoleDto): Promise<RoleSummary> {
    requireAllOf(principal, input.permissions);
    const role = this.roles.create({
      ...{ id: newId(), tenantId, description: input.description ?? '', version: 1 },
      ...nameColumns(input.name),
      permissions: inMatrixOrder(input.permissions),
      createdAt: new Date(this.clock.now()),
    });
    await this.writing(async (manager) => {
      if ((await manager.countBy(Role, { tenantId })) >= ROLE_LIMITS.perTenant) throw new TooManyRoles();
      await manager.insert(Role, role);
      const event = { action: 'role.create', target: targetOf(role.id), after: shown(role) };
      await this.auditLog.record(tenantId, actor, event, manager);
    });
    return this.find(tenantId, role.id);
  }

  /**
   * What a role allows changes for everybody who holds it with their next request (Z-11).
   * @throws NotFoundException, ChangedMeanwhile, BuiltInRoleStays, RoleNameTaken, PermissionsMissing
   */
  async update(
    tenantId: string,
    { actor, principal }: Acting,
    roleKey: string,
    expectedVersion: number,
    input: UpdateRoleDto,
  ): Promise<RoleSummary> {
    if (isBuiltInRole(roleKey)) throw new BuiltInRoleStays([roleKey]);
    await this.writing(async (manager) => {
      const before = await manager.findOne(Role, {
        where: { tenantId, id: roleKey },
        lock: { mode: 'for_no_key_update' },
      });
      if (!before) throw new NotFoundException();
      if (before.version !== expectedVersion) throw new ChangedMeanwhile();
      const after = { ...before, ...changedColumns(input), version: before.version + 1 };
      requireAllOf(principal, symmetricDifference(before.permissions, after.permissions));
      const { name, nameKey, description, permissions, version } = after;
      await manager.update(
        Role,
        { tenantId, id: roleKey },
        { name, nameKey, description, permissions, version },
      );
      const change = { before: shown(before), after: shown(after) };
      const event = { action: 'role.change', target: targetOf(roleKey), ...change };
      await this.auditLog.record(tenantId, actor, event, manager);
    });
    return this.find(tenantId, roleKey);
  }

  private async writing(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    try {
      await unavailableAware(() => this.roles.manager.transaction(work));
    } catch (error) {
      throw isUniqueViolation(error) ? new RoleNameTaken() : error;
    }
  }
}

/** (409) */
class TooManyRoles extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'wrong-state', ROLE_TEXTS.tooMany);
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

const shown = ({ name, description, permissions }: Pick<Role, 'name' | 'description' | 'permissions'>) => ({
  ...{ name, description, permissions },
});
