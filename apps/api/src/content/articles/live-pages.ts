import type { ArticleFields, ArticleStatus, ArticleType } from '@sitedesk/contract/articles';
import type { EntityManager } from 'typeorm';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { runWith, statement } from '../../platform/database/sql.js';
import { RENDERER } from '../documents/render-document.js';
import { storeOnce } from './article-versions.js';
import type { PageHead } from './page-head.js';
import type { PreparedPage, RenderedPage } from './planned-pages.js';

/** What takes the place of whatever is live of an article that the transaction has locked. */
export interface NewPage {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly type: ArticleType;
  readonly path: string;
  readonly fields: ArticleFields;
  readonly head: PageHead;
  readonly body: RenderedPage['body'] | PreparedPage['body'];
  readonly by: string | null;
  /** Publication that ends. */
  readonly ended: string | null;
  readonly stream: number | null;
  readonly hidden: boolean;
  readonly publishedAt: Date;
  /** Of the article, with what is live then. */
  readonly hash: string;
  readonly status: ArticleStatus;
  /** When the next plan publishes it. */
  readonly scheduledAt: Date | null;
}

const STORE_BODY = {
  insert: statement('publication_body_store')`
    INSERT INTO publication_body (tenant_id, hash, html, slots)
    SELECT $1, x.hash, coalesce(x.html, p.html), coalesce(x.slots, p.slots)
    FROM json_to_recordset($2) AS x (hash text, html text, slots jsonb, plan uuid)
    LEFT JOIN planned_page p ON p.tenant_id = $1 AND p.plan_id = x.plan
    ORDER BY x.hash ON CONFLICT DO NOTHING RETURNING hash`,
  lock: statement('publication_body_lock')`
    SELECT hash FROM publication_body WHERE tenant_id = $1 AND hash = ANY($2) ORDER BY hash FOR KEY SHARE`,
};

/** An article has one page, so the one at another address goes first. */
const LEAVE = statement('live_page_leave')`
UPDATE live_page l SET kind = 'redirect', publication_id = NULL, stream_number = NULL, published_at = NULL
FROM json_to_recordset($2) AS x (number integer, path text)
WHERE l.tenant_id = $1 AND l.number = x.number AND l.kind = 'page' AND l.path <> x.path`;

const PUT = statement('live_page_put')`
WITH x AS MATERIALIZED (SELECT * FROM json_to_recordset($2) AS x (id uuid, number integer, version integer, type smallint, path text, head jsonb,
  body_hash text, by uuid, ended uuid, stream integer, hidden boolean, "publishedAt" timestamptz, hash text, status text,
  "scheduledAt" timestamptz)),
ended AS (
  UPDATE publication p SET ended_at = $3 FROM x WHERE p.tenant_id = $1 AND p.id = x.ended),
published AS (
  INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at, by_id)
  SELECT $1, id, number, version, type, path, head, body_hash, ${RENDERER}, $3, by FROM x),
placed AS (
  INSERT INTO live_page AS l (tenant_id, path, kind, number, publication_id, stream_number, published_at, hidden)
  SELECT $1, path, 'page', number, id, stream, "publishedAt", hidden FROM x
  ON CONFLICT (tenant_id, path) DO UPDATE SET kind = 'page', publication_id = excluded.publication_id, stream_number = excluded.stream_number,
    published_at = excluded.published_at, forward_number = NULL, forward_url = NULL, forward_path = NULL
  WHERE l.number = excluded.number RETURNING l.path),
owned AS (
  INSERT INTO path_history AS h (tenant_id, path, number, since) SELECT $1, path, number, $3 FROM x
  ON CONFLICT (tenant_id, path) DO UPDATE SET path = excluded.path WHERE h.number = excluded.number RETURNING h.path),
former AS (
  UPDATE live_page l SET kind = 'redirect', forward_number = NULL, forward_url = NULL, forward_path = NULL FROM x
  WHERE l.tenant_id = $1 AND l.number = x.number AND l.kind <> 'page' AND l.path <> x.path RETURNING l.number, l.path),
shown AS (
  UPDATE article a SET publication_id = x.id, live_version = x.version, live_hash = x.hash, last_version = greatest(last_version, x.version),
    published_at = x."publishedAt", first_published_at = coalesce(first_published_at, x."publishedAt"), listed_at = $3, status = x.status,
    scheduled_at = x."scheduledAt"
  FROM x WHERE a.tenant_id = $1 AND a.number = x.number)
SELECT x.number, x.path IN (SELECT path FROM placed) AND x.path IN (SELECT path FROM owned) AS "isPlaced",
  ARRAY(SELECT f.path FROM former f WHERE f.number = x.number) AS former, pg_notify('${CHANNELS.pages}', $1::text) FROM x`;

/** An article at its address. */
export interface PutPage {
  readonly number: number;
  /** Whether the address isn't another article's. */
  readonly isPlaced: boolean;
  /** Addresses that lead there from now on. */
  readonly former: readonly string[];
}

/** Puts publications of different articles at their addresses, and has former addresses lead there. */
export async function putPages(
  manager: EntityManager,
  tenantId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<readonly PutPage[]> {
  const bodies = pages.map(({ body }) => body);
  await storeOnce(manager, tenantId, STORE_BODY, bodies);
  const rows = JSON.stringify(
    pages.map((page) => ({ ...page, fields: undefined, body: undefined, body_hash: page.body.hash })),
  );
  if (pages.some(({ ended }) => ended !== null)) await runWith(manager, LEAVE, [tenantId, rows]);
  return runWith<PutPage>(manager, PUT, [tenantId, rows, at]);
}
