import { isBuiltInRole, permissionsOf } from '@sitedesk/contract/permissions';
import { USER_TEXTS } from '@sitedesk/contract/users';
import { type EntityManager, In } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';
import { type AssignedRole, isReservedRole } from './assigned-roles.js';
import { Role } from './role.entity.js';

/** A role that can be assigned. */
type GivenRole = Pick<AssignedRole, 'key' | 'name' | 'permissions'>;

/**
 * The roles with these keys, for assigning them: they cannot be deleted until the end of the transaction.
 * @param field the request's field that names them
 * @throws ValidationProblem for a reserved role, and for one that there is not
 */
export async function rolesToGive(
  manager: EntityManager,
  tenantId: string,
  keys: readonly string[],
  field: 'roles' | 'role',
): Promise<readonly GivenRole[]> {
  const own = await manager.find(Role, {
    where: { tenantId, id: In(keys.filter((key) => !isBuiltInRole(key))) },
    lock: { mode: 'for_key_share' },
  });
  return keys.map((key): GivenRole => {
    if (isReservedRole(key)) throw ValidationProblem.at(field, USER_TEXTS.roleReserved);
    if (isBuiltInRole(key)) return { key, name: key, permissions: [...permissionsOf(key)] };
    const role = own.find(({ id }) => id === key);
    if (!role) throw ValidationProblem.at(field, USER_TEXTS.roleUnknown);
    return { key, name: role.name, permissions: role.permissions };
  });
}
