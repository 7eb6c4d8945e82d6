import { CHANNELS } from '../../platform/database/database-changes.js';

/** Runs a statement of the transaction. */
export type Run = <Row extends object>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

const LOCK_TEXTS = (versions: string): string => `SELECT hash FROM article_content WHERE tenant_id = $1
  AND hash IN (SELECT content_hash FROM article_version WHERE ${versions}) ORDER BY hash FOR UPDATE`;
const LOCK_BODIES = `SELECT hash FROM publication_body WHERE tenant_id = $1
  AND hash IN (SELECT body_hash FROM publication WHERE tenant_id = $1 AND number = ANY($2)) ORDER BY hash FOR UPDATE`;
/** Old links keep getting an honest answer, and nothing else takes their place unnoticed. */
const GONE = `INSERT INTO live_page (tenant_id, path, kind, number)
  SELECT tenant_id, path, 'gone', number FROM path_history WHERE tenant_id = $1 AND number = ANY($2)
  ON CONFLICT (tenant_id, path) DO UPDATE SET kind = 'gone', publication_id = NULL, stream_number = NULL, published_at = NULL`;
const DELETE = [
  'DELETE FROM publication WHERE tenant_id = $1 AND number = ANY($2)',
  'DELETE FROM stream_state WHERE tenant_id = $1 AND stream_number = ANY($2)',
  'DELETE FROM article WHERE tenant_id = $1 AND number = ANY($2)', // and with it the draft
];
const DELETE_TEXTS = `DELETE FROM article_content c WHERE tenant_id = $1 AND hash = ANY($2)
  AND NOT EXISTS (SELECT FROM article_version v WHERE v.tenant_id = $1 AND v.content_hash = c.hash)`;
const DELETE_BODIES = `DELETE FROM publication_body b WHERE tenant_id = $1 AND hash = ANY($2)
  AND NOT EXISTS (SELECT FROM publication p WHERE p.tenant_id = $1 AND p.body_hash = b.hash)`;

/**
 * Deletes articles that the transaction has locked, with everything that was ever written in them. Their numbers are not given
 * again, and addresses where they were live answer that they are gone.
 */
export async function deleteArticles(run: Run, tenantId: string, numbers: readonly number[]): Promise<void> {
  await deleteVersions(run, 'tenant_id = $1 AND number = ANY($2)', [tenantId, numbers]);
  const bodies = await run<{ hash: string }>(LOCK_BODIES, [tenantId, numbers]);
  for (const text of [GONE, ...DELETE]) await run(text, [tenantId, numbers]);
  await run(DELETE_BODIES, [tenantId, bodies.map(({ hash }) => hash)]);
  await run('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
}

/**
 * Deletes versions of articles that the transaction has locked, and texts that no other version has.
 * @param versions a condition whose `$1` is the site
 */
export async function deleteVersions(
  run: Run,
  versions: string,
  values: readonly [string, ...unknown[]],
): Promise<void> {
  await run(`SELECT set_config('sitedesk.content_retention', 'on', true)`, []);
  // Other versions may have the same text: nobody may begin to while it is looked for.
  const texts = await run<{ hash: string }>(LOCK_TEXTS(versions), values);
  await run(`DELETE FROM article_version WHERE ${versions}`, values);
  await run(DELETE_TEXTS, [values[0], texts.map(({ hash }) => hash)]);
}
