import { statement } from '../../../platform/database/sql.js';
import type { PageHead } from '../../articles/page-head.js';

/** Pages that a search finds, at most. */
export const MOST_FOUND = 100;
/** So many of the newest pages are looked through one by one: enough for a word that is on every tenth. */
const NEWEST = 1_000;
/** What a word counts in a text, an introduction and a title. */
const WEIGHTS = `'{0.1, 0.1, 0.4, 1}'`;

/** What someone searches for, as the database understands it; null when there is no word in it. */
export interface FoundQuery {
  readonly query: string | null;
  /** Whether pages that are live are still missing from the index. */
  readonly is_partial: boolean;
}
export const SEARCH_QUERY = statement(
  'site_search_query',
)`SELECT page_search_query($1, $2, $3)::text AS query, NOT EXISTS (SELECT FROM search_index WHERE tenant_id = $1 AND is_complete) AS is_partial`;

/** A page that matches, the best first. */
export interface FoundMatch {
  readonly number: number;
  /** Whether more than {@link MOST_FOUND} match. */
  readonly beyond: boolean;
}
/** Of the pages that match, the newest are put in order. What isn't live any longer isn't one of them. */
const ranked = (matches: string): string => `WITH matches AS MATERIALIZED (${matches}),
  newest AS MATERIALIZED (SELECT number FROM matches ORDER BY published_at DESC, number DESC LIMIT ${MOST_FOUND + 1})
  SELECT s.number, (SELECT count(*) > ${MOST_FOUND} FROM newest) AS beyond FROM newest n
  JOIN search_page s ON s.tenant_id = $1 AND s.number = n.number
  JOIN live_page l ON l.tenant_id = $1 AND l.number = n.number AND l.kind = 'page' AND l.publication_id = s.publication_id AND NOT l.hidden
  ORDER BY ts_rank(${WEIGHTS}, s.words, $2::tsquery, 1) DESC, s.published_at DESC, s.number DESC LIMIT ${MOST_FOUND}`;

/** Among the newest pages: finds enough of a word that many have, and ends as soon as it has. */
export const NEWEST_MATCHES = {
  text: ranked(`SELECT s.number, s.published_at FROM (
    SELECT s.number, s.published_at, s.words FROM search_page s WHERE s.tenant_id = $1
    ORDER BY s.published_at DESC, s.number DESC LIMIT ${NEWEST}
  ) s WHERE s.words @@ $2::tsquery LIMIT ${MOST_FOUND + 1}`),
};
/** Among all, by the index of words: quick unless many have them. */
export const ALL_MATCHES = {
  text: ranked(
    `SELECT s.number, s.published_at FROM search_page s WHERE s.tenant_id = $1 AND s.words @@ $2::tsquery`,
  ),
};

/** A page that was found, as it is live. */
export interface FoundResult {
  readonly path: string;
  readonly head: PageHead;
  readonly html: string;
  readonly is_post: boolean;
}
export const SEARCH_RESULTS = statement(
  'site_search_results',
)`SELECT l.path, p.head, b.html, l.stream_number IS NOT NULL AS is_post FROM live_page l
  JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
  WHERE l.tenant_id = $1 AND l.number = ANY($2::int[]) AND l.kind = 'page' AND NOT l.hidden
  ORDER BY array_position($2::int[], l.number)`;
