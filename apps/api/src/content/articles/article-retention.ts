import { type RetentionKind, TRASH_SETTING } from '../../platform/retention/retention-kind.js';
import { deleteArticles } from './delete-articles.js';

/** A blog goes when its posts have gone. */
const WITHOUT_POSTS = `NOT EXISTS (SELECT FROM article p WHERE p.tenant_id = a.tenant_id AND p.stream_number = a.number)`;

/** Anyone who has restored one in the meantime keeps it. */
const LOCK = {
  text: `SELECT a.number FROM article a WHERE a.tenant_id = $1 AND a.id = ANY($2::uuid[]) AND a.trashed_at IS NOT NULL AND ${WITHOUT_POSTS}
ORDER BY a.number FOR UPDATE`,
};

export const TRASHED_ARTICLES: RetentionKind = {
  ...TRASH_SETTING,
  name: 'articles',
  due: `SELECT a.id FROM article a WHERE a.tenant_id = $1 AND a.trashed_at < $2 AND ${WITHOUT_POSTS} ORDER BY a.trashed_at, a.number LIMIT $3`,
  remove: async (run, tenantId, ids) => {
    const rows = await run<{ number: number }>(LOCK, [tenantId, ids]);
    const numbers = rows.map(({ number }) => number);
    await deleteArticles((text, values) => run({ text }, values), tenantId, numbers);
    return numbers.length;
  },
};
