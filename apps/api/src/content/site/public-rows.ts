import { statement } from '../../platform/database/sql.js';
import type { PageHead } from '../articles/page-head.js';
import type { Slot } from '../documents/render-document.js';

/** What an address answers. */
export interface FoundPage {
  readonly kind: 'page' | 'redirect' | 'gone';
  readonly number: number;
  readonly stream_number: number | null;
  /** Where a redirect leads now; null when nothing of the article is live. */
  readonly target: string | null;
  /** Where it leads otherwise: a URL, or a path with a query. */
  readonly forward_url: string | null;
  readonly type: number;
  readonly version: number;
  readonly head: PageHead;
  readonly html: string;
  readonly slots: readonly Slot[];
  /** Live posts of a blog. */
  readonly live_count: number | null;
}

export const FIND_PAGE = statement(
  'site_page',
)`SELECT l.kind, l.number, l.stream_number, t.path AS target, l.forward_url, p.type, p.version, p.head, b.html, b.slots, s.live_count
  FROM live_page l
  LEFT JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  LEFT JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
  LEFT JOIN live_page t ON l.kind = 'redirect' AND t.tenant_id = l.tenant_id AND t.number = coalesce(l.forward_number, l.number)
    AND t.kind = 'page' AND NOT t.hidden
  LEFT JOIN stream_state s ON s.tenant_id = l.tenant_id AND s.stream_number = l.number
  WHERE l.tenant_id = $1 AND l.path = $2 AND NOT l.hidden`;

/** A live page as lists and menus show it. */
export interface ListedPage {
  readonly path: string;
  readonly head: PageHead;
}

const LISTED = `SELECT l.path, p.head FROM live_page l
  JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  WHERE l.tenant_id = $1 AND l.kind = 'page' AND NOT l.hidden`;

export const NEWEST_POSTS = statement(
  'site_newest',
)`${LISTED} AND l.stream_number = $2 ORDER BY l.published_at DESC, l.number DESC LIMIT $3`;
/** Finds its rows in the index alone, and reads the posts of this page only: there may be a million before them. */
export const OLDEST_POSTS = statement('site_oldest')`SELECT l.path, p.head FROM (
    SELECT number, published_at FROM live_page WHERE tenant_id = $1 AND stream_number = $2 AND kind = 'page' AND NOT hidden
    ORDER BY published_at, number OFFSET $3 LIMIT $4
  ) found
  JOIN live_page l ON l.tenant_id = $1 AND l.number = found.number AND l.kind = 'page'
  JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  ORDER BY found.published_at, found.number`;
/** What is live by an author or with a tag. */
export interface FoundList {
  readonly title: string;
  readonly biography: string | null;
  readonly picture_url: string | null;
  readonly links: readonly { readonly label: string; readonly url: string }[];
  readonly version: string;
  readonly live_count: number;
}
export const FIND_LIST = statement(
  'site_list',
)`SELECT title, biography, picture_url, links, version::text AS version, live_count FROM live_list
  WHERE tenant_id = $1 AND path = $2 AND live_count > 0`;
const entries = (order: string, range: string): string => `SELECT l.path, p.head FROM (
    SELECT number, published_at FROM live_list_entry WHERE tenant_id = $1 AND path = $2
    ORDER BY published_at ${order}, number ${order} ${range}
  ) found
  JOIN live_page l ON l.tenant_id = $1 AND l.number = found.number AND l.kind = 'page'
  JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  ORDER BY found.published_at ${order}, found.number ${order}`;
export const NEWEST_IN_LIST = statement('site_list_newest')`${entries('DESC', 'LIMIT $3')}`;
export const OLDEST_IN_LIST = statement('site_list_oldest')`${entries('ASC', 'OFFSET $3 LIMIT $4')}`;
/** Addresses of authors by the IDs of their profiles. */
export const AUTHOR_PATHS = statement('site_authors')`SELECT profile_id AS id, path FROM live_list
  WHERE tenant_id = $1 AND profile_id = ANY($2::uuid[]) AND live_count > 0`;

export const MENU_PAGES = statement('site_menu')`${LISTED} AND l.path = ANY($2)`;
