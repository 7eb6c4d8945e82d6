import type { UserListDto } from '@sitedesk/contract/users.dto';
import type { FindOperator, SelectQueryBuilder } from 'typeorm';
import { type Account, nameKeyOf } from '../accounts/account.entity.js';
import { HAS_SECOND_FACTOR } from '../sessions/has-second-factor.js';
import { roleKeyOf } from '../roles/assigned-roles.js';

/** Which users a list is of. */
export interface UserFilter extends Pick<UserListDto, 'role' | 'status' | 'emailConfirmed' | 'twoFactor'> {
  /** Keyed hashes of a whole address. */
  readonly emailKey?: FindOperator<string>;
  /** Start of the display name. */
  readonly name?: string;
}

const HAS_ROLE = `EXISTS (SELECT 1 FROM account_role ar
  WHERE ar.tenant_id = a.tenant_id AND ar.account_id = a.id AND ar.role_key = :role)`;

/** Behind every name that begins with the text before it: no character comes after this one. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The accounts `a` of a tenant that agree with every filter. */
export function narrow(
  query: SelectQueryBuilder<Account>,
  tenantId: string,
  filter: UserFilter,
): SelectQueryBuilder<Account> {
  const { emailKey, name, role, status, emailConfirmed, twoFactor } = filter;
  query.where('a.tenantId = :tenantId', { tenantId });
  if (emailKey !== undefined) query.andWhere({ emailKey });
  if (name !== undefined) {
    const start = nameKeyOf(name);
    query.andWhere('a.nameKey >= :start AND a.nameKey < :end', { start, end: start + LAST_CHARACTER });
  }
  if (role !== undefined) query.andWhere(HAS_ROLE, { role: roleKeyOf(role) });
  if (status !== undefined) query.andWhere('a.status = :status', { status });
  if (emailConfirmed !== undefined)
    query.andWhere(`a.emailConfirmedAt IS ${emailConfirmed === 'true' ? 'NOT NULL' : 'NULL'}`);
  if (twoFactor !== undefined)
    query.andWhere(twoFactor === 'true' ? HAS_SECOND_FACTOR : `NOT ${HAS_SECOND_FACTOR}`);
  return query;
}
