import { type Permission, PERMISSION_MATRIX } from '@sitedesk/contract/permissions';
import type { Reviewer } from '@sitedesk/contract/reviews';
import type { EntityManager } from 'typeorm';
import { nameKeyOf } from '../../people/accounts/account.entity.js';
import { ADMINISTRATOR } from '../../people/roles/last-administrator.js';

/** Behind every name that begins with the text before it: no character comes after this one. */
const LAST_CHARACTER = '\u{10FFFF}';

/** A submission is no newsletter. */
const MOST_NOTIFIED = 100;

const builtInRolesWith = (permission: Permission): readonly string[] =>
  PERMISSION_MATRIX.find((row) => row.permission === permission)?.roles ?? [];

/** An article that people are asked about. */
export interface ArticleKey {
  readonly tenantId: string;
  readonly number: number;
}

/**
 * Accounts `a` of tenant $1 that can sign in, have a permission and see an article: $2 is the name of the permission, $3 the built-in
 * roles with it, $4 the article's number.
 */
const WHO_MAY = `a.tenant_id = $1 AND a.status = 'active' AND EXISTS (
  SELECT FROM account_role ar LEFT JOIN role r ON r.id = ar.role_id AND r.tenant_id = ar.tenant_id
  WHERE ar.tenant_id = a.tenant_id AND ar.account_id = a.id AND (ar.role_key = ANY($3::text[]) OR $2 = ANY(r.permissions)))
AND EXISTS (SELECT FROM article x WHERE x.tenant_id = $1 AND x.number = $4 AND (NOT x.restricted OR x.owner_id = a.id
  OR EXISTS (SELECT FROM account_role ar WHERE ar.tenant_id = a.tenant_id AND ar.account_id = a.id AND ar.role_key = '${ADMINISTRATOR}')
  OR EXISTS (SELECT FROM article_grant g WHERE g.tenant_id = $1 AND g.number = $4 AND (g.subject = 'account:' || a.id
    OR g.subject IN (SELECT 'role:' || coalesce(ar.role_key, ar.role_id::text) FROM account_role ar
      WHERE ar.tenant_id = a.tenant_id AND ar.account_id = a.id)
    OR g.subject IN (SELECT 'group:' || e.provider_id || ':' || y FROM external_identity e, unnest(e.groups) y
      WHERE e.tenant_id = a.tenant_id AND e.account_id = a.id)))))`;

/** Which of these accounts can sign in and have a permission. */
export async function accountsWho(
  manager: EntityManager,
  { tenantId, number }: ArticleKey,
  permission: Permission,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows: { readonly id: string }[] = await manager.query(
    `SELECT a.id FROM account a WHERE ${WHO_MAY} AND a.id = ANY($5::uuid[])`,
    [tenantId, permission, builtInRolesWith(permission), number, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Who gets notified of a submission: these accounts and those with these roles, else everyone who may review. The longest there first. */
export async function askedToReview(
  manager: EntityManager,
  { tenantId, number }: ArticleKey,
  reviewers: readonly { readonly kind: Reviewer['kind']; readonly subject: string }[],
): Promise<readonly string[]> {
  const subjects = (kind: Reviewer['kind']): readonly string[] =>
    reviewers.filter((each) => each.kind === kind).map(({ subject }) => subject);
  const permission = 'pages.review';
  const rows: { readonly id: string }[] = await manager.query(
    `SELECT a.id FROM account a WHERE ${WHO_MAY} AND a.email_confirmed_at IS NOT NULL AND ($7 OR a.id = ANY($5::uuid[]) OR EXISTS (
       SELECT FROM account_role ar WHERE ar.tenant_id = a.tenant_id AND ar.account_id = a.id
         AND (ar.role_key = ANY($6::text[]) OR ar.role_id::text = ANY($6::text[]))))
     ORDER BY a.created_at, a.id LIMIT ${MOST_NOTIFIED}`,
    [
      tenantId,
      permission,
      builtInRolesWith(permission),
      number,
      subjects('account'),
      subjects('role'),
      reviewers.length === 0,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Which of these roles, built-in or custom, include a permission. */
export async function rolesWith(
  manager: EntityManager,
  tenantId: string,
  permission: Permission,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows: { readonly id: string }[] = await manager.query(
    `SELECT id FROM role WHERE tenant_id = $1 AND $2 = ANY(permissions) AND id::text = ANY($3)`,
    [tenantId, permission, keys],
  );
  const builtIn = builtInRolesWith(permission).filter((role) => keys.includes(role));
  return new Set([...rows.map(({ id }) => id), ...builtIn]);
}

/** People who can sign in and have a permission, by name. */
export async function peopleWho(
  manager: EntityManager,
  { tenantId, number }: ArticleKey,
  permission: Permission,
  { q = '', limit }: { readonly q: string | undefined; readonly limit: number },
): Promise<{ readonly id: string; readonly displayName: string }[]> {
  const start = nameKeyOf(q);
  return manager.query(
    `SELECT a.id, a.display_name AS "displayName" FROM account a
     WHERE ${WHO_MAY} AND a.name_key >= $5 AND a.name_key < $6 ORDER BY a.name_key, a.id LIMIT $7`,
    [tenantId, permission, builtInRolesWith(permission), number, start, start + LAST_CHARACTER, limit],
  );
}
