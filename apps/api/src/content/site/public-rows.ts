import type { CompiledLayout } from '../layouts/compiled-layout.js';
import { statement } from '../../platform/database/sql.js';
import { livePathOf } from '../articles/live-path.js';
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
  /** How many of them a page shows. */
  readonly posts_per_page: number | null;
}

export const FIND_PAGE = statement(
  'site_page',
)`SELECT l.kind, l.number, l.stream_number, CASE WHEN l.kind = 'redirect' THEN ${livePathOf('l.tenant_id', 'coalesce(l.forward_number, l.number)')} END AS target,
    l.forward_url, p.type, p.version, p.head, b.html, b.slots, s.live_count, s.posts_per_page
  FROM live_page l
  LEFT JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  LEFT JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
  LEFT JOIN stream_state s ON s.tenant_id = l.tenant_id AND s.stream_number = l.number
  WHERE l.tenant_id = $1 AND l.path = $2 AND NOT l.hidden`;

/** A redirect that people made: for the address itself, or for one above it. */
export interface FoundRule {
  readonly path: string;
  readonly code: 301 | 302 | 308 | 410;
  /** Where its article is; null when that isn't live, and without one. */
  readonly target: string | null;
  readonly forward_url: string | null;
}
/** When the site last changed for visitors; the role of their requests can't read it. */
export const SITE_CHANGE = statement('site_change_read')`SELECT at FROM site_change WHERE tenant_id = $1`;

export const HAS_RULES = statement(
  'site_has_rules',
)`SELECT 1 AS one FROM redirect_rule WHERE tenant_id = $1 LIMIT 1`;
/** The nearest one. */
export const FIND_RULE = statement(
  'site_rule',
)`SELECT r.path, r.code, ${livePathOf('r.tenant_id', 'r.forward_number')} AS target, r.forward_url FROM redirect_rule r
  WHERE r.tenant_id = $1 AND r.path = ANY($2) AND (r.with_below OR r.path = $3) ORDER BY length(r.path) DESC LIMIT 1`;

/** A live page as lists show it. */
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
/** A post as a feed has it. */
export interface FeedPost extends ListedPage, Pick<FoundPage, 'number' | 'html' | 'slots'> {}

/** Posts that are hidden from search engines are in no feed, which may be a search engine's. */
const newestFor = (
  streams: string,
  limit: string,
): string => `SELECT l.number, l.path, l.published_at, l.publication_id FROM live_page l
    JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
    WHERE l.tenant_id = $1 AND l.kind = 'page' AND NOT l.hidden AND l.stream_number = ${streams} AND NOT p.head @> '{"unlisted": true}'
    ORDER BY l.published_at DESC, l.number DESC LIMIT ${limit}`;
const feedOf = (
  newest: string,
): string => `SELECT found.number, found.path, p.head, b.html, b.slots FROM (${newest}) found
  JOIN publication p ON p.tenant_id = $1 AND p.id = found.publication_id
  JOIN publication_body b ON b.tenant_id = $1 AND b.hash = p.body_hash
  ORDER BY found.published_at DESC, found.number DESC`;
export const FEED_OF_BLOG = statement('site_feed_of_blog')`${feedOf(newestFor('$2', '$3'))}`;
/** The newest of each blog, and of these the newest. */
export const FEED_OF_SITE = statement('site_feed')`${feedOf(
  `SELECT n.* FROM stream_state s CROSS JOIN LATERAL (${newestFor('s.stream_number', '$2')}) n WHERE s.tenant_id = $1
    ORDER BY n.published_at DESC, n.number DESC LIMIT $2`,
)}`;
/** Whether the site has a feed. */
export const HAS_POSTS = statement(
  'site_has_posts',
)`SELECT 1 AS one FROM live_page WHERE tenant_id = $1 AND stream_number IS NOT NULL AND kind = 'page' AND NOT hidden LIMIT 1`;

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

/** An item of the menu that visitors see; 0 is the item itself, others are below it, also where that one isn't shown. */
export interface FoundMenuItem {
  readonly place: number;
  readonly place_below: number;
  readonly label: string;
  readonly path: string;
}
export const LIVE_MENU = statement('site_menu')`SELECT place, place_below, label, path FROM live_menu($1)`;

/** The layout that all pages have; null for the default theme. */
export interface FoundLayout {
  readonly compiled: CompiledLayout | null;
}
export const LIVE_LAYOUT = statement('site_layout')`SELECT compiled FROM live_layout WHERE tenant_id = $1`;

/** A style sheet or script of a layout that is live, or was. */
export interface FoundFile {
  readonly type: string;
  readonly body: string;
}
export const FIND_FILE = statement(
  'site_layout_file',
)`SELECT type, body FROM layout_file WHERE tenant_id = $1 AND path = $2`;

/** An address that may answer with something, in the order of addresses. */
export interface FoundAddress {
  readonly path: string;
  /** Of a blog, or of the one that it leads to, or of a list: its archive has addresses as well. */
  readonly live_count: number | null;
  readonly posts_per_page: number | null;
  /** Of a redirect that people made: whether it answers for addresses below as well, and none of these is a page. */
  readonly with_below: boolean;
}
export const NEXT_ADDRESSES = statement(
  'site_addresses',
)`SELECT l.path, s.live_count, s.posts_per_page, false AS with_below FROM live_page l
  LEFT JOIN live_page t ON l.kind = 'redirect' AND t.tenant_id = l.tenant_id AND t.number = coalesce(l.forward_number, l.number) AND t.kind = 'page'
  LEFT JOIN stream_state s ON s.tenant_id = l.tenant_id AND s.stream_number = coalesce(t.number, l.number)
  WHERE l.tenant_id = $1 AND l.path > $2 AND NOT l.hidden ORDER BY l.path LIMIT $3`;
export const NEXT_LISTS = statement(
  'site_lists',
)`SELECT path, live_count, NULL::integer AS posts_per_page, false AS with_below FROM live_list
  WHERE tenant_id = $1 AND path > $2 AND live_count > 0 ORDER BY path LIMIT $3`;
export const NEXT_RULES = statement(
  'site_rules',
)`SELECT r.path, NULL::integer AS live_count, NULL::integer AS posts_per_page, r.with_below AND NOT EXISTS (
    SELECT FROM live_page l WHERE l.tenant_id = r.tenant_id AND l.kind = 'page' AND NOT l.hidden AND starts_with(l.path, r.path || '/')
  ) AS with_below FROM redirect_rule r WHERE r.tenant_id = $1 AND r.path > $2 ORDER BY r.path LIMIT $3`;
