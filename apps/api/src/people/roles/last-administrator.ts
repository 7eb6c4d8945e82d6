import { HttpStatus } from '@nestjs/common';
import { problemCode } from '@sitedesk/contract/problems';
import type { BuiltInRole } from '@sitedesk/contract/roles';
import { USER_TEXTS } from '@sitedesk/contract/users';
import type { EntityManager } from 'typeorm';
import { ProblemException } from '../../platform/http/problem.js';
import { ASSIGNED_MANUALLY } from '../accounts/account-role.entity.js';

/** The site would have nobody left who can administer it (409). */
export class LastAdministrator extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, problemCode('last-administrator'), USER_TEXTS.lastAdministrator);
  }
}

/** The role that someone must be left with. */
export const ADMINISTRATOR = 'Administrator' satisfies BuiltInRole;

/** Any number: first key of the advisory locks below; the second is made of the tenant's id. */
const LOCK_CLASS = 3_118;

/**
 * Anyone who can sign in and was assigned the role manually. A mapped role does not count: the directory can take it away at any
 * moment.
 */
const SAFE_ADMINISTRATORS = `
  SELECT a.id FROM account_role ar JOIN account a ON a.id = ar.account_id AND a.tenant_id = ar.tenant_id
   WHERE ar.tenant_id = $1 AND ar.role_key = $2 AND ar.source = $3
     AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`;
const SAFE = (tenantId: string): readonly string[] => [tenantId, ADMINISTRATOR, ASSIGNED_MANUALLY];

/**
 * Makes everyone who may take an administrator away from this tenant wait for the end of this transaction. Take it
 * before any row of an account is locked, so that no two transactions wait for each other.
 */
export async function lockAdministrators(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, tenantId]);
}

/**
 * Call it, inside the transaction and before the change, wherever an account may lose its role, its address, its status or
 * itself: of two who try at once the second waits here, and sees what the first has left.
 * @throws LastAdministrator when the account is the only active, confirmed administrator who was assigned the role manually
 */
export async function requireAnotherAdministrator(
  manager: EntityManager,
  tenantId: string,
  exceptAccountId: string,
): Promise<void> {
  await lockAdministrators(manager, tenantId);
  const [found]: readonly { is_one: boolean; another: boolean }[] = await manager.query(
    `WITH safe AS (${SAFE_ADMINISTRATORS})
     SELECT EXISTS (SELECT 1 FROM safe WHERE id = $4) AS is_one, EXISTS (SELECT 1 FROM safe WHERE id <> $4) AS another`,
    [...SAFE(tenantId), exceptAccountId],
  );
  if (found?.is_one && !found.another) throw new LastAdministrator();
}

/**
 * Whether anyone is left who was assigned the role manually, whatever a mapping takes away. Call it inside the transaction
 * and before the change: those who take an administrator away at once wait here for each other.
 */
export async function hasSafeAdministrator(manager: EntityManager, tenantId: string): Promise<boolean> {
  await lockAdministrators(manager, tenantId);
  const rows: readonly unknown[] = await manager.query(`${SAFE_ADMINISTRATORS} LIMIT 1`, [...SAFE(tenantId)]);
  return rows.length > 0;
}

/** Which of these accounts are such administrators, and how many there are besides, for a preview. */
export async function safeAdministrators(
  manager: EntityManager,
  tenantId: string,
  accountIds: readonly string[],
): Promise<{ readonly among: ReadonlySet<string>; readonly others: number }> {
  const rows: readonly { id: string }[] = await manager.query(
    `${SAFE_ADMINISTRATORS} AND a.id = ANY ($4::uuid[])`,
    [...SAFE(tenantId), accountIds],
  );
  const [besides]: readonly { count: number }[] = await manager.query(
    `SELECT count(*)::integer AS count
       FROM (${SAFE_ADMINISTRATORS} AND a.id <> ALL ($4::uuid[]) LIMIT 1) AS one`,
    [...SAFE(tenantId), accountIds],
  );
  return { among: new Set(rows.map(({ id }) => id)), others: besides?.count ?? 0 };
}
