import { Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS, USER_TEXTS } from '@sitedesk/contract';
import { ChangedMeanwhile } from '../common/entity-tag.js';
import { ValidationProblem } from '../common/problem.js';
import { AccountsService } from '../identity/accounts.service.js';
import { type Acting, ownSessionId } from '../identity/acting.js';
import { SessionsService } from '../identity/sessions.service.js';
import { GIVEN_BY_HAND } from '../roles/account-role.entity.js';
import { isReservedRole, permissionsOfRoles, roleKeyOf } from '../roles/assigned-roles.js';
import { rolesToGive } from '../roles/given-roles.js';
import { requireAnotherAdministrator } from '../roles/last-administrator.js';
import { requireAllOf } from '../roles/permission-grants.js';
import { type UserChange, UserChanges, writeColumns } from './user-changes.service.js';

/**
 * The roles that users are given by hand; those of a mapping, and the reserved ones, stay as they are. A change ends
 * every session of the user except the one from which somebody changes his own roles (ID-10).
 */
@Injectable()
export class UserRoles {
  constructor(
    private readonly changes: UserChanges,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws NotFoundException, ChangedMeanwhile, ValidationProblem, PermissionsMissing, LastAdministrator */
  replace(
    tenantId: string,
    acting: Acting,
    id: string,
    expectedVersion: number,
    words: readonly string[],
  ): Promise<void> {
    return this.changes.run(tenantId, acting, id, async (change) => {
      if (change.account.version !== expectedVersion) throw new ChangedMeanwhile();
      const kept = heldByHand(change).filter(isReservedRole);
      await this.give(tenantId, acting, change, new Set([...kept, ...words.map(roleKeyOf)]));
    });
  }

  /** @throws NotFoundException, ValidationProblem, PermissionsMissing */
  add(tenantId: string, acting: Acting, id: string, roleKey: string): Promise<void> {
    return this.changes.run(tenantId, acting, id, (change) =>
      this.give(tenantId, acting, change, new Set([...heldByHand(change), roleKey])),
    );
  }

  /** @throws NotFoundException, PermissionsMissing, LastAdministrator */
  remove(tenantId: string, acting: Acting, id: string, roleKey: string): Promise<void> {
    return this.changes.run(tenantId, acting, id, (change) =>
      this.give(
        tenantId,
        acting,
        change,
        new Set(heldByHand(change).filter((key) => key !== roleKey || isReservedRole(key))),
      ),
    );
  }

  private async give(
    tenantId: string,
    acting: Acting,
    change: UserChange,
    wanted: ReadonlySet<string>,
  ): Promise<void> {
    const { manager, account, roles } = change;
    const held = heldByHand(change);
    const added = [...wanted].filter((key) => !held.includes(key));
    const removed = held.filter((key) => !wanted.has(key));
    if (added.length + removed.length === 0) return change.record({ action: 'user.set-roles' });
    if (added.length > 0 && wanted.size > IDENTITY_LIMITS.rolesPerUser)
      throw new ValidationProblem([{ field: 'roles', message: USER_TEXTS.tooManyRoles }]);
    const given = await rolesToGive(manager, tenantId, added, 'roles');
    requireAllOf(acting.principal, permissionsOfRoles(given));
    if (removed.length > 0) await requireAnotherAdministratorIf(removed, change);
    await this.accounts.giveRoles(manager, tenantId, account.id, [...wanted]);
    await writeColumns(change);
    await this.sessions.endAll(manager, tenantId, account.id, ownSessionId(acting));
    const nameOf = new Map([...roles, ...given].map(({ key, name }) => [key, name]));
    const names = (keys: Iterable<string>): readonly string[] =>
      [...keys].map((key) => nameOf.get(key) ?? key);
    await change.record({
      ...{ action: 'user.set-roles', before: { roles: names(held) }, after: { roles: names(wanted) } },
    });
  }
}

const heldByHand = ({ roles }: UserChange): readonly string[] =>
  roles.filter(({ source }) => source === GIVEN_BY_HAND).map(({ key }) => key);

/** @throws LastAdministrator */
async function requireAnotherAdministratorIf(
  removed: readonly string[],
  { manager, account: { id, tenantId } }: UserChange,
): Promise<void> {
  if (removed.includes('Administrator')) await requireAnotherAdministrator(manager, tenantId, id);
}
