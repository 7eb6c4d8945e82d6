import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_LIMITS, BLOG_KEY, type BlogEntry, type BlogStream } from '@sitedesk/contract/articles';
import type { BlogListDto } from '@sitedesk/contract/articles.dto';
import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { DataSource } from 'typeorm';
import { readByCursor } from '../../platform/database/cursors.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { decodeCursor, pageOf } from '../../platform/http/keyset.js';
import { PageCache, type StoredPage } from '../site/page-cache.js';
import { storedList } from './stored-list.js';

/** A list, and what makes it another one. */
export interface BlogList<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; undefined on the last one, and without a limit. */
  readonly next?: string;
  readonly total?: number;
}

/** A list as JSON, as it comes from the database. */
export interface BlogJson {
  readonly json: Readable;
  readonly total?: number;
}

/** What a list is known by. */
export interface ListState {
  /** Weak entity tag: it changes with whatever the list shows, and with nothing else that people save. */
  readonly tag: string;
  /** When that last happened. */
  readonly changedAt: Date | null;
  /** Whether no two states have one date. */
  readonly isDated: boolean;
}

/** A blog by its key. */
export interface FoundStream {
  readonly number: number;
  readonly title: string;
}

const EVERYTHING = 2_147_483_647;
/** Posts that are read at once. A list with more is streamed. */
const BATCH = 1_000;
/** Octets of all lists that are kept in memory, and of one that is. */
const KEPT = { all: 32 * 1024 * 1024, one: 256 * 1024 } as const;

const BLOGS_TAG = statement(
  'blogs_tag',
)`SELECT coalesce(sum(s.version), 0)::text AS version, count(*)::text AS count, max(s.changed_at) AS changed_at FROM article a
  LEFT JOIN stream_state s ON s.tenant_id = a.tenant_id AND s.stream_number = a.number
  WHERE a.tenant_id = $1 AND a.type = 2 AND a.trashed_at IS NULL AND NOT a.restricted`;
const FIND_STREAM = statement(
  'blog_find',
)`SELECT a.number, a.title, coalesce(s.version, 0)::text AS version, s.changed_at FROM article a
  LEFT JOIN stream_state s ON s.tenant_id = a.tenant_id AND s.stream_number = a.number
  WHERE a.tenant_id = $1 AND a.type = 2 AND a.blog_key = $2 AND a.trashed_at IS NULL AND NOT a.restricted`;
// What is live is listed as it was published; its draft may be another by now.
const BLOGS = statement('blogs_list')`SELECT a.number, a.id, a.blog_key, a.path, a.published_at,
    coalesce(p.head->>'title', a.title) AS title,
    CASE WHEN p.id IS NULL THEN a.introduction ELSE p.head->>'introduction' END AS introduction,
    CASE WHEN p.id IS NULL THEN a.banner_image ELSE p.head->>'bannerImage' END AS banner_image
  FROM article a LEFT JOIN publication p ON p.tenant_id = a.tenant_id AND p.id = a.publication_id
  WHERE a.tenant_id = $1 AND a.type = 2 AND a.trashed_at IS NULL AND NOT a.restricted
    AND (coalesce(p.head->>'title', a.title) COLLATE "C", a.number) > ($2 COLLATE "C", $3)
  ORDER BY coalesce(p.head->>'title', a.title) COLLATE "C", a.number LIMIT $4`;
const ENTRIES = statement(
  'blog_entries',
)`SELECT a.number, a.blog_key, a.published_at, coalesce(a.published_at, a.listed_at) AS at,
    coalesce(l.path, a.path) AS path, coalesce(p.at, a.listed_at) AS updated,
    coalesce(p.head->>'title', a.title) AS title,
    CASE WHEN p.id IS NULL THEN a.introduction ELSE p.head->>'introduction' END AS introduction,
    CASE WHEN p.id IS NULL THEN a.banner_image ELSE p.head->>'bannerImage' END AS banner_image
  FROM article a LEFT JOIN publication p ON p.tenant_id = a.tenant_id AND p.id = a.publication_id
  LEFT JOIN live_page l ON l.tenant_id = a.tenant_id AND l.number = a.number AND l.kind = 'page'
  WHERE a.tenant_id = $1 AND a.stream_number = $2 AND a.type = 1 AND a.trashed_at IS NULL AND NOT a.restricted
    AND (coalesce(a.published_at, a.listed_at), a.number) < ($3::timestamptz, $4)
  ORDER BY coalesce(a.published_at, a.listed_at) DESC, a.number DESC LIMIT $5`;
const COUNT_BLOGS = statement('blogs_count')`SELECT count(*)::int AS count FROM article
  WHERE tenant_id = $1 AND type = 2 AND trashed_at IS NULL AND NOT restricted`;
const COUNT_ENTRIES = statement('blog_entries_count')`SELECT count(*)::int AS count FROM article
  WHERE tenant_id = $1 AND stream_number = $2 AND type = 1 AND trashed_at IS NULL AND NOT restricted`;
const HAS_MORE = statement('blog_has_more')`SELECT 1 AS one FROM article
  WHERE tenant_id = $1 AND stream_number = $2 AND type = 1 AND trashed_at IS NULL AND NOT restricted OFFSET $3 LIMIT 1`;
const LIVE = statement(
  'blog_live',
)`SELECT p.head->>'title' AS title, p.head->>'introduction' AS introduction, l.path, l.published_at,
    CASE WHEN p.head->>'introduction' IS NULL THEN substring(b.html FROM '<p>(.*?)</p>') END AS beginning
  FROM live_page l JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
  JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash
  WHERE l.tenant_id = $1 AND l.stream_number = $2 AND l.kind = 'page' AND NOT l.hidden ORDER BY l.published_at DESC, l.number DESC LIMIT 10`;

interface ChangedRow {
  readonly version: string;
  readonly changed_at: Date | null;
}

interface ListedRow {
  readonly number: number;
  readonly id: string;
  readonly blog_key: string;
  readonly title: string;
  readonly introduction: string | null;
  readonly banner_image: string | null;
  readonly path: string;
  readonly published_at: Date | null;
  readonly updated: Date;
  readonly at: Date;
}

/** A live post in the preview of its blog. */
export interface PreviewPost {
  readonly title: string;
  readonly introduction: string | null;
  /** Its first paragraph as HTML, where it has no introduction. */
  readonly beginning: string | null;
  readonly path: string;
  readonly published_at: Date;
}

/** Blogs and their posts for programs (specification 4.5), but for restricted ones. Nothing here writes. */
@Injectable()
export class BlogsService {
  /** Posts as they were sent, by their request. What they are compared by is the tag, read each time: so no instance has to be told of a change. */
  private readonly kept = new PageCache(KEPT.all);

  constructor(
    private readonly sql: Sql,
    private readonly dataSource: DataSource,
  ) {}

  /** The state of the list of blogs. One that is deleted leaves it without a date. */
  async blogsState(tenantId: string, query: BlogListDto): Promise<ListState> {
    const [row] = await this.sql.run<ChangedRow & { readonly count: string }>(BLOGS_TAG, [tenantId]);
    const tag = entityTag([row?.version, row?.count, query]);
    return { tag, changedAt: row?.changed_at ?? null, isDated: false };
  }

  /** By title, then by number. */
  async blogs(tenantId: string, query: BlogListDto): Promise<BlogList<BlogStream>> {
    const size = query.limit === undefined ? undefined : Number(query.limit);
    const [title, number] =
      query.cursor === undefined ? ['', 0] : decodeCursor(query.cursor, ['string', 'number']);
    const rows = await this.sql.run<ListedRow>(BLOGS, [tenantId, title, number, limitOf(size)]);
    return {
      ...listOf(rows, size, streamOf, (row) => [row.title, row.number]),
      ...(query.count ? await this.count(COUNT_BLOGS, [tenantId]) : {}),
    };
  }

  /**
   * A blog that isn't deleted, and the state of its posts.
   * @throws NotFoundException
   */
  async find(tenantId: string, blogKey: string, query: BlogListDto = {}): Promise<FoundStream & ListState> {
    if (!BLOG_KEY.test(blogKey) || blogKey.length > ARTICLE_LIMITS.blogKey.max) throw new NotFoundException();
    const [row] = await this.sql.run<FoundStream & ChangedRow>(FIND_STREAM, [tenantId, blogKey]);
    if (!row) throw new NotFoundException();
    const { number, title, version, changed_at: changedAt } = row;
    return { number, title, tag: entityTag([version, number, query]), changedAt, isDated: true };
  }

  /**
   * Live posts by when they went live, drafts among them by when they were changed; the newest first.
   * @param url target of the request
   * @returns undefined where no limit was asked for, and the blog has too many to hold at once
   */
  async entries(
    tenantId: string,
    { number, tag }: FoundStream & ListState,
    query: BlogListDto,
    url: string,
  ): Promise<StoredPage | undefined> {
    const known = this.kept.get(tenantId, url);
    if (known?.tag === tag) return known;
    const size = query.limit === undefined ? BATCH : Number(query.limit);
    // Asked first: what is streamed would be read twice.
    if (query.limit === undefined && (await this.sql.run(HAS_MORE, [tenantId, number, size])).length > 0)
      return undefined;
    const values = [tenantId, number, ...beginning(query), size + 1];
    const rows = await this.sql.run<ListedRow>(ENTRIES, values);
    if (query.limit === undefined && rows.length > size) return undefined;
    const list = {
      ...listOf(rows, size, entryOf, (row) => [row.at.getTime(), row.number]),
      ...(await this.entriesCounted(tenantId, number, query)),
    };
    const page = storedList(list, url, { tag });
    if (page.identity.length <= KEPT.one) this.kept.keep(tenantId, url, page, this.kept.generation(tenantId));
    return page;
  }

  /**
   * All of them without a limit, as JSON: thousands of posts would be dear to hold at once. It is read as fast as the database gives it,
   * so that a slow reader keeps no connection from others.
   */
  async allEntries(tenantId: string, stream: number, query: BlogListDto): Promise<BlogJson> {
    const values = [tenantId, stream, ...beginning(query), EVERYTHING];
    const batches = readByCursor<ListedRow>(this.dataSource, ENTRIES.text, values, BATCH);
    // Now, so that a database that is away is an answer and not half a list.
    const first = await batches.next();
    const json = new PassThrough();
    const rest = async (): Promise<void> => {
      const write = (rows: readonly ListedRow[], before: string): void =>
        void json.write(before + rows.map((row) => JSON.stringify(entryOf(row))).join(','));
      write(first.done ? [] : first.value, '[');
      for await (const rows of batches) {
        if (json.destroyed) return; // nobody reads it any longer
        write(rows, ',');
      }
      json.end(']');
    };
    void rest().catch((error: unknown) =>
      json.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return { json, ...(await this.entriesCounted(tenantId, stream, query)) };
  }

  private async entriesCounted(
    tenantId: string,
    stream: number,
    { count }: BlogListDto,
  ): Promise<{ readonly total?: number }> {
    return count ? this.count(COUNT_ENTRIES, [tenantId, stream]) : {};
  }

  /** The ten newest live posts. */
  async newest(tenantId: string, stream: number): Promise<readonly PreviewPost[]> {
    return this.sql.run<PreviewPost>(LIVE, [tenantId, stream]);
  }

  private async count(
    count: ReturnType<ReturnType<typeof statement>>,
    values: readonly unknown[],
  ): Promise<{ readonly total: number }> {
    const [row] = await this.sql.run<{ readonly count: number }>(count, values);
    return { total: row?.count ?? 0 };
  }
}

/** Where the posts of a page begin: an instant and a number. */
function beginning({ cursor }: BlogListDto): readonly [Date | 'infinity', number] {
  if (cursor === undefined) return ['infinity', 0];
  const [at, number] = decodeCursor(cursor, ['instant', 'number']);
  return [new Date(Number(at)), Number(number)];
}

const limitOf = (size: number | undefined): number => (size === undefined ? EVERYTHING : size + 1);

/** Everything is one page. */
function listOf<Item>(
  rows: readonly ListedRow[],
  size: number | undefined,
  toItem: (row: ListedRow) => Item,
  keyOf: (row: ListedRow) => readonly (string | number)[],
): BlogList<Item> {
  const { items, nextCursor } = pageOf(rows, size ?? rows.length, toItem, keyOf);
  return nextCursor === null ? { items } : { items, next: nextCursor };
}

const entityTag = (parts: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`;

// Members and their order are the specification's.
const streamOf = (row: ListedRow): BlogStream => ({
  id: row.id,
  blogKey: row.blog_key,
  title: row.title,
  description: row.introduction ?? '',
  heroImage: row.banner_image,
  urlPath: row.path,
  published: row.published_at?.toISOString() ?? null,
});

const entryOf = (row: ListedRow): BlogEntry => ({
  blogKey: row.blog_key,
  articleNumber: row.number,
  title: row.title,
  published: row.published_at?.toISOString() ?? null,
  updated: row.updated.toISOString(),
  urlPath: row.path.slice(1),
  introduction: row.introduction,
  bannerImage: row.banner_image,
});
