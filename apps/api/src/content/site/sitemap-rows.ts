import { statement } from '../../platform/database/sql.js';

/** Article numbers of a chunk: search engines read 50,000 URLs of one. */
export const SITEMAP_CHUNK = 40_000;

/** Pages that search engines may show, in the order of their numbers. */
export interface SitemapPages {
  readonly pages: number;
  /** Number of the last one. */
  readonly last: number;
  /** A line for each: when it was last published, in ISO 8601, a space, and its path. */
  readonly lines: string;
}

const LIVE = `live_page l JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  WHERE l.tenant_id = $1 AND l.kind = 'page' AND NOT l.hidden`;
/** Pages that are hidden from search engines, or say that another one is the original, are left out. */
const indexed = (address: string): string =>
  `NOT p.head @> '{"unlisted": true}' AND coalesce(p.head->>'canonical', l.path) IN (l.path, ${address} || l.path)`;

export const SITEMAP_CHUNKS = statement('sitemap_chunks')`SELECT chunk::int AS chunk FROM generate_series(1,
    (SELECT (max(number) - 1) / $2::int + 1 FROM live_page WHERE tenant_id = $1 AND kind = 'page')) AS chunk
  WHERE EXISTS (SELECT FROM ${LIVE} AND l.number > (chunk - 1)::bigint * $2::int AND l.number <= chunk::bigint * $2::int
    AND ${indexed('$3::text')})
  ORDER BY chunk`;

/** The same for the same pages at the same addresses, whatever else changes at the site; null where there are none. */
export const MARK_OF_CHUNK = statement('sitemap_mark')`
  SELECT count(*) || '.' || bit_xor(hashtextextended(path || ' ' || publication_id, 0)) AS mark FROM live_page
  WHERE tenant_id = $1 AND number > $2 AND number <= $3 AND kind = 'page' AND NOT hidden`;

/** As one text: a row for each of a million pages is a hundred megabytes of garbage. */
export const PAGES_IN_CHUNK = statement('sitemap_pages')`
  SELECT count(*)::int AS pages, max(number) AS last, string_agg(at || ' ' || path, E'\n' ORDER BY number) AS lines FROM (
    SELECT l.number, l.path, to_char(p.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at
    FROM ${LIVE} AND l.number > $2 AND l.number <= $3 AND ${indexed('$4::text')} ORDER BY l.number LIMIT $5) page
  HAVING count(*) > 0`;
