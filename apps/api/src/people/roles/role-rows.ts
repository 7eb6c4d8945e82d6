import { codeOf } from '@sitedesk/contract/messages';
import { type Permission, PERMISSIONS, permissionsOf } from '@sitedesk/contract/permissions';
import {
  BUILT_IN_ROLE_DESCRIPTIONS,
  BUILT_IN_ROLES,
  type BuiltInRole,
  ROLE_LIMITS,
  type RoleSummary,
} from '@sitedesk/contract/roles';
import { normaliseLine } from '@sitedesk/contract/text';
import type { EntityManager } from 'typeorm';
import { isReservedRole } from './assigned-roles.js';
import type { Role } from './role.entity.js';

type Members = RoleSummary['members'];

const NOBODY: Members = { count: 0, exact: true };

/** How many people hold each role, each counted up to a bound: a count of everyone would take long on a large site. */
export async function countMembers(
  manager: EntityManager,
  tenantId: string,
  roleKeys: readonly string[],
): Promise<ReadonlyMap<string, Members>> {
  const most = ROLE_LIMITS.countedMembers;
  const rows: readonly { key: string; count: number }[] = await manager.query(
    `SELECT wanted.key, counted.count
       FROM unnest($2::text[]) AS wanted (key)
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS count FROM (
          SELECT DISTINCT account_id FROM account_role
           WHERE tenant_id = $1 AND role_key = wanted.key LIMIT $3) AS member) AS counted`,
    [tenantId, roleKeys, most + 1],
  );
  return new Map(
    rows.map(({ key, count }) => [key, { count: Math.min(count, most), exact: count <= most }] as const),
  );
}

export const membersOf = (counts: ReadonlyMap<string, Members>, roleKey: string): Members =>
  counts.get(roleKey) ?? NOBODY;

export const builtInSummary = (role: BuiltInRole, members: Members): RoleSummary => ({
  id: role,
  name: role,
  description: BUILT_IN_ROLE_DESCRIPTIONS[role].text,
  descriptionCode: codeOf(BUILT_IN_ROLE_DESCRIPTIONS[role]),
  builtIn: true,
  assignable: !isReservedRole(role),
  permissions: [...permissionsOf(role)],
  members,
  version: null,
});

export const roleSummary = (role: Role, members: Members): RoleSummary => ({
  id: role.id,
  name: role.name,
  description: role.description,
  descriptionCode: null,
  builtIn: false,
  assignable: true,
  permissions: inMatrixOrder(role.permissions),
  members,
  version: role.version,
});

/** The order of the matrix, each once. */
export const inMatrixOrder = (permissions: readonly Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => permissions.includes(permission));

/** A role's name as it is compared: neither case nor the width of the letters makes another name. */
export const roleNameKey = (name: string): string =>
  String(normaliseLine(name)).normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').trim();

const BUILT_IN_KEYS: ReadonlySet<string> = new Set(BUILT_IN_ROLES.map(roleNameKey));

export const isBuiltInName = (name: string): boolean => BUILT_IN_KEYS.has(roleNameKey(name));
