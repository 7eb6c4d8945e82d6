import type { InheritedContent } from '../../people/users/content-inheritance.service.js';

/** Articles of users who are deleted, those in the trash as well. */
export const INHERITED_ARTICLES: InheritedContent = {
  kind: 'articles',
  count: async (manager, tenantId, accountIds) => {
    const [row]: { readonly count: number }[] = await manager.query(
      `SELECT count(*)::int AS count FROM article WHERE tenant_id = $1 AND owner_id = ANY($2::uuid[])`,
      [tenantId, accountIds],
    );
    return row?.count ?? 0;
  },
  handOver: async (manager, tenantId, { from, to }) => {
    await manager.query(
      `UPDATE article SET owner_id = $3, access_version = access_version + 1 WHERE tenant_id = $1 AND owner_id = $2`,
      [tenantId, from, to],
    );
  },
};
