import { Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { USER_TEXTS } from '@sitedesk/contract/users';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { type CallerContext, ownSessionId } from '../../platform/http/request-context.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ASSIGNED_MANUALLY } from '../accounts/account-role.entity.js';
import { isReservedRole, permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';
import { type UserChange, UserChangesService, writeColumns } from './user-changes.service.js';

/**
 * The roles that users are assigned manually; those of a mapping, and the reserved ones, stay as they are. A change ends
 * every session of the user except the one from which someone changes his own roles.
 */
@Injectable()
export class UserRolesService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws NotFoundException, VersionConflict, ValidationProblem, PermissionsMissing, LastAdministrator */
  replace(
    context: CallerContext,
    id: string,
    expectedVersion: number,
    words: readonly string[],
  ): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      if (change.account.version !== expectedVersion) throw new VersionConflict();
      const kept = assignedManually(change).filter(isReservedRole);
      await this.give(context, change, new Set([...kept, ...words.map(roleKeyOf)]));
    });
  }

  /** @throws NotFoundException, ValidationProblem, PermissionsMissing */
  add(context: CallerContext, id: string, roleKey: string): Promise<void> {
    return this.changes.run(context, id, (change) =>
      this.give(context, change, new Set([...assignedManually(change), roleKey])),
    );
  }

  /** @throws NotFoundException, PermissionsMissing, LastAdministrator */
  remove(context: CallerContext, id: string, roleKey: string): Promise<void> {
    return this.changes.run(context, id, (change) =>
      this.give(
        context,
        change,
        new Set(assignedManually(change).filter((key) => key !== roleKey || isReservedRole(key))),
      ),
    );
  }

  private async give(context: CallerContext, change: UserChange, wanted: ReadonlySet<string>): Promise<void> {
    const { tenantId } = context;
    const { manager, account, roles } = change;
    const held = assignedManually(change);
    const added = [...wanted].filter((key) => !held.includes(key));
    const removed = held.filter((key) => !wanted.has(key));
    if (added.length + removed.length === 0) return change.record({ action: 'user.set-roles' });
    if (added.length > 0 && wanted.size > IDENTITY_LIMITS.rolesPerUser)
      throw ValidationProblem.at('roles', USER_TEXTS.tooManyRoles);
    const given = await rolesToGive(manager, tenantId, added, 'roles');
    requireAllOf(context.caller, permissionsOfRoles(given));
    if (removed.length > 0) await requireAnotherAdministratorIf(removed, change);
    await this.accounts.giveRoles(manager, tenantId, account.id, [...wanted]);
    await writeColumns(change);
    await this.sessions.endAll(manager, tenantId, account.id, ownSessionId(context));
    const nameOf = new Map([...roles, ...given].map(({ key, name }) => [key, name]));
    const names = (keys: Iterable<string>): readonly string[] =>
      [...keys].map((key) => nameOf.get(key) ?? key);
    await change.record({
      action: 'user.set-roles',
      before: { roles: names(held) },
      after: { roles: names(wanted) },
    });
  }
}

const assignedManually = ({ roles }: UserChange): readonly string[] =>
  roles.filter(({ source }) => source === ASSIGNED_MANUALLY).map(({ key }) => key);

/** @throws LastAdministrator */
async function requireAnotherAdministratorIf(
  removed: readonly string[],
  { manager, account: { id, tenantId } }: UserChange,
): Promise<void> {
  if (removed.includes('Administrator')) await requireAnotherAdministrator(manager, tenantId, id);
}
