import { isBuiltInRole, type Permission, PERMISSIONS, permissionsOf } from '@sitedesk/contract/permissions';
import type { BuiltInRole } from '@sitedesk/contract/roles';
import type { UserRole } from '@sitedesk/contract/users';
import type { EntityManager } from 'typeorm';
import type { CallerContext } from '../../platform/http/request-context.js';
import { ASSIGNED_MANUALLY } from '../accounts/account-role.entity.js';
import { requireAllOf } from '../../platform/http/permission-grants.js';

/** A role as it stands on an account, once for each source it comes from. */
export interface AssignedRole {
  readonly accountId: string;
  /** Name of a built-in role, or the id of a role of the tenant. */
  readonly key: string;
  readonly name: string;
  readonly source: string;
  readonly permissions: readonly Permission[];
}

interface Row {
  readonly account_id: string;
  readonly role_key: string;
  readonly source: string;
  readonly name: string | null;
  readonly permissions: readonly Permission[] | null;
}

/** The roles of some accounts, the built-in ones first, then by name. */
export async function assignedRoles(
  manager: EntityManager,
  tenantId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AssignedRole[]>> {
  const rows: readonly Row[] = await manager.query(
    `SELECT ar.account_id, ar.role_key, ar.source, r.name, r.permissions
       FROM account_role ar LEFT JOIN role r ON r.id = ar.role_id AND r.tenant_id = ar.tenant_id
      WHERE ar.tenant_id = $1 AND ar.account_id = ANY ($2::uuid[])
      ORDER BY r.name_key NULLS FIRST, ar.role_key, ar.source DESC`,
    [tenantId, accountIds],
  );
  const roles = new Map<string, AssignedRole[]>(accountIds.map((id) => [id, []]));
  for (const row of rows) roles.get(row.account_id)?.push(toAssignedRole(row));
  return roles;
}

/**
 * Anyone who changes what an account can be got into with must be allowed all that the account is allowed.
 * @throws PermissionsMissing
 */
export async function requirePermissionsOf(
  manager: EntityManager,
  context: CallerContext,
  accountId: string,
): Promise<void> {
  const roles = (await assignedRoles(manager, context.tenantId, [accountId])).get(accountId) ?? [];
  requireAllOf(context.caller, permissionsOfRoles(roles));
}

/** What some roles allow together, in the order of the matrix. */
export function permissionsOfRoles(
  roles: readonly Pick<AssignedRole, 'permissions'>[],
): readonly Permission[] {
  const held = new Set(roles.flatMap(({ permissions }) => permissions));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** Each role once, with all its sources. */
export function toUserRoles(roles: readonly AssignedRole[]): readonly UserRole[] {
  const names = new Map(roles.map(({ key, name }) => [key, name]));
  return [...names].map(([id, name]) => {
    const sources = roles.filter(({ key }) => key === id).map(({ source }) => source);
    return {
      id,
      name,
      givenByHand: sources.includes(ASSIGNED_MANUALLY),
      mappedBy: sources.flatMap((source) => (source.startsWith(MAPPED) ? [source.slice(MAPPED.length)] : [])),
    };
  });
}

const MAPPED = 'mapped:';

/** Built-in roles that nobody is given. */
const RESERVED: readonly BuiltInRole[] = ['Authenticated', 'Anonymous'];

export const isReservedRole = (key: string): boolean => RESERVED.some((role) => role === key);

/** A role's key in the one way it is stored. */
export const roleKeyOf = (word: string): string => (isBuiltInRole(word) ? word : word.toLowerCase());

const toAssignedRole = ({ account_id, role_key, source, name, permissions }: Row): AssignedRole => ({
  accountId: account_id,
  key: role_key,
  source,
  ...(isBuiltInRole(role_key)
    ? { name: role_key, permissions: [...permissionsOf(role_key)] }
    : { name: name ?? role_key, permissions: permissions ?? [] }),
});
