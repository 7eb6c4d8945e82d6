/**
 * Where visitors see an article, as an expression of a statement: null while it isn't live, or not for everyone. Joined instead, all
 * live pages of a young site are gone through, for as long as PostgreSQL has no statistics of them. Whether it's hidden is looked at
 * last: otherwise the index of a blog's posts is used as well, which isn't sorted by number.
 * @param tenant column of the same statement
 * @param number the same, or an expression
 */
export const livePathOf = (tenant: string, number: string): string =>
  `(SELECT CASE WHEN NOT t.hidden THEN t.path END FROM live_page t WHERE t.tenant_id = ${tenant} AND t.number = ${number} AND t.kind = 'page')`;
