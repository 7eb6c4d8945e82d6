import type { Person } from './article-permissions.js';

/**
 * Condition on articles `a` that wait for a person: in review and asked of them, or with changes requested of what is theirs. Read
 * by the index of articles in review, which are few however many articles there are.
 * @param value adds a value to the query
 */
export function needsPerson(
  { accountId, roles, permissions }: Person,
  value: (each: unknown) => string,
): string {
  const me = `${value(accountId)}::uuid`;
  const own = `r.state = 'changes-requested' AND (a.owner_id = ${me} OR r.asked_by = ${me})`;
  const chosen = 'SELECT FROM article_reviewer w WHERE w.tenant_id = r.tenant_id AND w.review_id = r.id';
  const keys = roles.map(({ key }) => key);
  const asked = permissions.has('pages.review')
    ? `OR r.state = 'in-review' AND r.asked_by IS DISTINCT FROM ${me} AND (NOT EXISTS (${chosen})
         OR EXISTS (${chosen} AND (w.kind = 'account' AND w.subject = ${me}::text OR w.kind = 'role' AND w.subject = ANY(${value(keys)}::text[]))))`
    : '';
  return `a.review IS NOT NULL AND EXISTS (SELECT FROM article_review r
    WHERE r.tenant_id = a.tenant_id AND r.number = a.number AND r.ended_at IS NULL AND (${own} ${asked}))`;
}
