import { GRANT_LEVELS } from '@sitedesk/contract/articles';
import { ADMINISTRATOR } from '../../people/roles/last-administrator.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import type { Principal } from '../../platform/http/principal.js';
import type { RequestContext } from '../../platform/http/request-context.js';

/** Someone, as far as access to articles depends on who it is. */
export type Person = Pick<Principal, 'accountId' | 'roles' | 'permissions'>;

/** Who looks at articles. Without a caller the product itself, which sees all of them. */
export interface Viewer extends Pick<RequestContext, 'tenantId'> {
  readonly caller: Person | undefined;
}

/** Whom access is granted to, and how the database tells them apart. */
export const SUBJECTS = {
  account: (id: string) => `account:${id}`,
  role: (key: string) => `role:${key}`,
  group: (id: string, provider: string) => `group:${provider}:${id}`,
} as const;

/** What an article says of who may work on it. */
interface Workable {
  readonly owner_id: string | null;
  readonly granted: number | null;
}

/** As it is stored: a higher level includes those below. */
export const levelOf = (level: (typeof GRANT_LEVELS)[number]): number => GRANT_LEVELS.indexOf(level) + 1;

const hasLevel = ({ granted }: Workable, level: (typeof GRANT_LEVELS)[number]): boolean =>
  (granted ?? 0) >= levelOf(level);

/** An article that someone was granted to edit is like one of their own. */
export const mayEdit = ({ permissions, accountId }: Person, article: Workable): boolean =>
  permissions.has('pages.edit-all') ||
  (permissions.has('pages.edit-own') && (article.owner_id === accountId || hasLevel(article, 'edit')));

export const mayComment = (caller: Principal, article: Workable): boolean =>
  caller.permissions.has('pages.review') || mayEdit(caller, article) || hasLevel(article, 'comment');

/** @throws PermissionMissing */
export function requireEdit(caller: Person, article: Workable): void {
  if (!mayEdit(caller, article)) throw new PermissionMissing('pages.edit-all');
}

/**
 * Condition on an article `a` of the tenant `$1`: whether the caller sees it at all. Every route that takes an article, and every
 * list, has it; what it leaves out isn't there.
 * @param value makes a placeholder of a value
 */
export function visibleTo(caller: Person | undefined, value: (each: unknown) => string): string {
  if (!caller || seesAll(caller)) return 'true';
  return `(NOT a.restricted OR a.owner_id = ${value(caller.accountId)} OR EXISTS (SELECT ${grantsOf(caller, value)}))`;
}

/** Whether articles can't be hidden from them. */
export const seesAll = ({ roles }: Pick<Person, 'roles'>): boolean =>
  roles.some(({ key }) => key === ADMINISTRATOR);

/** The highest level that the caller was granted of an article `a` of the tenant `$1`; null for none. */
export const grantedTo = (caller: Person | undefined, value: (each: unknown) => string): string =>
  caller ? `(SELECT max(g.level) ${grantsOf(caller, value)})` : 'NULL::smallint';

const grantsOf = (person: Person, value: (each: unknown) => string): string =>
  `FROM article_grant g WHERE g.tenant_id = $1 AND g.number = a.number AND ${isGrantTo(person, value)}`;

/** Whether a grant `g` of the tenant `$1` is to this person, to a role that they have, or to a group that they are in. */
export function isGrantTo({ accountId, roles }: Person, value: (each: unknown) => string): string {
  const subjects = [SUBJECTS.account(accountId), ...roles.map(({ key }) => SUBJECTS.role(key))];
  return `g.subject = ANY(ARRAY(
    SELECT unnest(${value(subjects)}::text[])
    UNION ALL SELECT 'group:' || e.provider_id || ':' || x FROM external_identity e, unnest(e.groups) x
      WHERE e.tenant_id = $1 AND e.account_id = ${value(accountId)}))`;
}
