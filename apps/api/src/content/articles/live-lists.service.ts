import { Injectable } from '@nestjs/common';
import { type ArticleFields, slugOf } from '@sitedesk/contract/articles';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { EntityManager } from 'typeorm';
import { AuthorsService, profilesOf } from '../../people/authors/authors.service.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { runWith, statement } from '../../platform/database/sql.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';

/** An article that is live, as lists by author and by tag need it. */
export interface ListedArticle {
  readonly number: number;
  readonly fields: Pick<ArticleFields, 'authors' | 'tags'>;
  readonly publishedAt: Date;
}

/** What people see at the address of a list. */
interface ListHead {
  readonly title: string;
  readonly profile: AuthorProfile | null;
}

/** What changes in a list. */
interface ListChange {
  /** Null where it only loses articles. */
  readonly head: ListHead | null;
  readonly added: number;
}

const REMOVE = statement('live_list_remove')`
  DELETE FROM live_list_entry WHERE tenant_id = $1 AND number = ANY($2) RETURNING number, path`;

const LOCK = statement('live_list_lock')`
  SELECT FROM live_list WHERE tenant_id = $1 AND path = ANY($2) ORDER BY path FOR UPDATE`;

const GROW = statement('live_list_grow')`
  INSERT INTO live_list (tenant_id, path, title, profile_id, biography, picture_url, links, live_count)
  SELECT $1, path, title, profile_id, biography, picture_url, coalesce(links, '[]'), added
  FROM json_to_recordset($2) AS x (path text, title text, profile_id uuid, biography text, picture_url text, links jsonb, added integer)
  ORDER BY path
  ON CONFLICT (tenant_id, path) DO UPDATE SET title = excluded.title, biography = excluded.biography, picture_url = excluded.picture_url,
    links = excluded.links, version = live_list.version + 1, live_count = live_list.live_count + excluded.live_count`;

const SHRINK = statement('live_list_shrink')`
  UPDATE live_list l SET live_count = live_count + x.added, version = version + 1
  FROM json_to_recordset($2) AS x (path text, added integer) WHERE l.tenant_id = $1 AND l.path = x.path`;

const DROP_EMPTY = statement('live_list_drop_empty')`
  DELETE FROM live_list WHERE tenant_id = $1 AND path = ANY($2) AND live_count = 0 AND profile_id IS NULL`;

const ADD_ENTRIES = statement('live_list_add_entries')`
  INSERT INTO live_list_entry (tenant_id, path, number, published_at)
  SELECT $1, path, number, "publishedAt" FROM json_to_recordset($2) AS x (path text, number integer, "publishedAt" timestamptz)`;

/**
 * What is live by an author or with a tag, kept in the transactions that publish and withdraw. Lists are taken in the order of
 * their addresses, so that two publications with the same tags wait for each other and never block each other.
 */
@Injectable()
export class LiveListsService {
  constructor(
    private readonly authors: AuthorsService,
    private readonly siteChanges: SiteChangesService,
  ) {
    authors.onChange((manager, tenantId, id, profile) => this.profileChanged(manager, tenantId, id, profile));
  }

  /**
   * Lists articles that go live, and nowhere else than now.
   * @param known profiles of all their authors; read when left out
   * @returns addresses of the lists that each article was or is in
   */
  async list(
    manager: EntityManager,
    tenantId: string,
    articles: readonly ListedArticle[],
    known?: readonly AuthorProfile[],
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const authors = articles.flatMap(({ fields }) => fields.authors);
    const profiles = known ?? (await this.authors.withIds(manager, tenantId, [...new Set(authors)]));
    const numbers = articles.map(({ number }) => number);
    const former = await this.removeEntries(manager, tenantId, numbers);
    const paths = await this.authorPaths(manager, tenantId, articles, profiles);
    const changes = new Map<string, ListChange>();
    const add = (path: string, head: ListHead | null, added: number): void => {
      const change = changes.get(path);
      changes.set(path, { head: head ?? change?.head ?? null, added: (change?.added ?? 0) + added });
    };
    for (const { path } of former) add(path, null, -1);
    const entries = articles.flatMap(({ number, fields, publishedAt }) => {
      const heads = headsOf(fields, profiles, paths);
      for (const [path, head] of heads) add(path, head, 1);
      return [...heads.keys()].map((path) => ({ path, number, publishedAt }));
    });
    await this.change(manager, tenantId, changes);
    if (entries.length > 0) await runWith(manager, ADD_ENTRIES, [tenantId, JSON.stringify(entries)]);
    const listed = new Map<number, string[]>(articles.map(({ number }) => [number, []]));
    for (const { number, path } of [...former, ...entries]) listed.get(number)?.push(path);
    return listed;
  }

  /** Takes an article that is no longer live out of every list. @returns their addresses */
  async remove(manager: EntityManager, tenantId: string, number: number): Promise<readonly string[]> {
    const former = await this.removeEntries(manager, tenantId, [number]);
    await this.change(
      manager,
      tenantId,
      new Map(former.map(({ path }) => [path, { head: null, added: -1 }])),
    );
    return former.map(({ path }) => path);
  }

  private async change(
    manager: EntityManager,
    tenantId: string,
    changes: ReadonlyMap<string, ListChange>,
  ): Promise<void> {
    if (changes.size === 0) return;
    await runWith(manager, LOCK, [tenantId, [...changes.keys()]]);
    const rows = [...changes].map(([path, { head, added }]) => ({ path, head, added }));
    const grown = rows.flatMap(({ path, head, added }) => {
      if (!head) return [];
      const { id, biography, pictureUrl, links } = head.profile ?? {};
      return [{ path, title: head.title, profile_id: id, biography, picture_url: pictureUrl, links, added }];
    });
    if (grown.length > 0) await runWith(manager, GROW, [tenantId, JSON.stringify(grown)]);
    const left = rows.filter(({ head }) => !head);
    if (left.length === 0) return;
    await runWith(manager, SHRINK, [tenantId, JSON.stringify(left)]);
    await runWith(manager, DROP_EMPTY, [tenantId, left.map(({ path }) => path)]);
  }

  /** The addresses of the articles' authors, by their ids. */
  private async authorPaths(
    manager: EntityManager,
    tenantId: string,
    articles: readonly ListedArticle[],
    profiles: readonly AuthorProfile[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(articles.flatMap(({ fields }) => fields.authors));
    const paths = new Map<string, string>();
    for (const profile of profiles)
      if (ids.has(profile.id))
        paths.set(profile.id, await this.authorPath(manager, tenantId, profile, [...paths.values()]));
    return paths;
  }

  /** The address that an author has for good, even under another name; the first time, a free one. */
  private async authorPath(
    manager: EntityManager,
    tenantId: string,
    { id, name }: AuthorProfile,
    chosen: readonly string[],
  ): Promise<string> {
    // One after the other: two authors of one name who go live at once would choose the same address.
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`author-path:${tenantId}`]);
    const base = `/authors/${slugOf(name) || 'author'}`;
    const taken: { readonly path: string; readonly profile_id: string | null }[] = await manager.query(
      `SELECT path, profile_id FROM live_list WHERE tenant_id = $1 AND (profile_id = $2 OR path = $3 OR path LIKE $4)`,
      [tenantId, id, base, `${base.replaceAll(/[_%\\]/g, String.raw`\$&`)}-%`],
    );
    const own = taken.find((each) => each.profile_id === id);
    if (own) return own.path;
    let path = base;
    for (let index = 2; chosen.includes(path) || taken.some((each) => each.path === path); index += 1)
      path = `${base}-${index}`;
    return path;
  }

  private async removeEntries(
    manager: EntityManager,
    tenantId: string,
    numbers: readonly number[],
  ): Promise<readonly { readonly number: number; readonly path: string }[]> {
    return runWith(manager, REMOVE, [tenantId, numbers]);
  }

  private async profileChanged(
    manager: EntityManager,
    tenantId: string,
    id: string,
    profile: AuthorProfile | null,
  ): Promise<void> {
    const [changed]: [{ readonly path: string }[], number] = profile
      ? await manager.query(
          `UPDATE live_list SET title = $3, biography = $4, picture_url = $5, links = $6, version = version + 1
           WHERE tenant_id = $1 AND profile_id = $2 RETURNING path`,
          [tenantId, id, profile.name, profile.biography, profile.pictureUrl, JSON.stringify(profile.links)],
        )
      : await manager.query(`DELETE FROM live_list WHERE tenant_id = $1 AND profile_id = $2 RETURNING path`, [
          tenantId,
          id,
        ]);
    if (changed.length === 0) return;
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
    const lists = changed.map(({ path }) => path);
    await this.siteChanges.changed(manager, tenantId, [{ reason: 'publish', pages: [], lists }]);
  }
}

/** Where an article is listed, by the lists' addresses. */
function headsOf(
  { tags, authors }: ListedArticle['fields'],
  profiles: readonly AuthorProfile[],
  authorPaths: ReadonlyMap<string, string>,
): ReadonlyMap<string, ListHead> {
  const heads = new Map<string, ListHead>();
  for (const tag of tags) {
    const path = tagPath(tag);
    if (path !== null && !heads.has(path)) heads.set(path, { title: tag, profile: null });
  }
  for (const profile of profilesOf(profiles, authors)) {
    const path = authorPaths.get(profile.id);
    if (path !== undefined) heads.set(path, { title: profile.name, profile });
  }
  return heads;
}

/** The address of a tag's page; null for a tag without letters or digits. Spellings that differ in case only share one. */
export function tagPath(tag: string): string | null {
  const slug = slugOf(tag);
  return slug === '' ? null : `/tags/${slug}`;
}
