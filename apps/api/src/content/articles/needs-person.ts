import type { Person } from './article-permissions.js';

/**
 * Condition on articles `a` of the tenant `$1` that wait for a person: in review and asked of them, or with changes requested of what is theirs. Read
 * by the index of articles in review, which are few however many articles there are.
 * @param value adds a value to the query
 */
export function needsPerson(person: Person, value: (each: unknown) => string): string {
  const me = `${value(person.accountId)}::uuid`;
  const own = `r.state = 'changes-requested' AND (a.owner_id = ${me} OR r.asked_by = ${me})`;
  return `a.review IS NOT NULL AND EXISTS (SELECT FROM article_review r
    WHERE r.tenant_id = a.tenant_id AND r.number = a.number AND r.ended_at IS NULL AND (${own} OR ${asksPerson(person, value)}))`;
}

/** Condition on a review `r` of the tenant `$1`: it's under way, and this person is asked: by name, by role, or as one of all who may review. */
export function asksPerson(
  { accountId, roles, permissions }: Person,
  value: (each: unknown) => string,
): string {
  if (!permissions.has('pages.review')) return 'false';
  const me = `${value(accountId)}::uuid`;
  const keys = value(roles.map(({ key }) => key));
  const chosen = 'SELECT FROM article_reviewer w WHERE w.tenant_id = $1 AND w.review_id = r.id';
  return `(r.state = 'in-review' AND r.asked_by IS DISTINCT FROM ${me} AND (NOT EXISTS (${chosen})
    OR EXISTS (${chosen} AND (w.kind = 'account' AND w.subject = ${me}::text OR w.kind = 'role' AND w.subject = ANY(${keys}::text[])))))`;
}
