import { Injectable } from '@nestjs/common';
import { type ArticleFields, slugOf } from '@sitedesk/contract/articles';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { EntityManager } from 'typeorm';
import { AuthorsService } from '../../people/authors/authors.service.js';
import { CHANNELS } from '../../platform/database/database-changes.js';

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

/**
 * What is live by an author or with a tag, kept in the transactions that publish and withdraw. Lists are taken in the order of
 * their addresses, so that two publications with the same tags wait for each other and never block each other.
 */
@Injectable()
export class LiveListsService {
  constructor(private readonly authors: AuthorsService) {
    authors.onChange((manager, tenantId, id, profile) => this.profileChanged(manager, tenantId, id, profile));
  }

  /** Lists an article that goes live, and nowhere else than now. */
  async list(manager: EntityManager, tenantId: string, article: ListedArticle): Promise<void> {
    const { number, fields, publishedAt } = article;
    const lists = await this.listsOf(manager, tenantId, fields);
    const former = await this.removeEntries(manager, tenantId, number);
    for (const path of [...new Set([...lists.keys(), ...former])].toSorted()) {
      const head = lists.get(path);
      if (!head) {
        await this.shrink(manager, tenantId, path);
        continue;
      }
      const { title, profile } = head;
      await manager.query(
        `INSERT INTO live_list (tenant_id, path, title, profile_id, biography, picture_url, links, live_count)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1)
         ON CONFLICT (tenant_id, path) DO UPDATE SET title = excluded.title, biography = excluded.biography,
           picture_url = excluded.picture_url, links = excluded.links, version = live_list.version + 1,
           live_count = live_list.live_count + $8`,
        [
          tenantId,
          path,
          title,
          profile?.id ?? null,
          profile?.biography ?? null,
          profile?.pictureUrl ?? null,
          JSON.stringify(profile?.links ?? []),
          former.includes(path) ? 0 : 1,
        ],
      );
      await manager.query(
        `INSERT INTO live_list_entry (tenant_id, path, number, published_at) VALUES ($1, $2, $3, $4)`,
        [tenantId, path, number, publishedAt],
      );
    }
  }

  /** Takes an article that is no longer live out of every list. */
  async remove(manager: EntityManager, tenantId: string, number: number): Promise<void> {
    const former = await this.removeEntries(manager, tenantId, number);
    for (const path of former.toSorted()) await this.shrink(manager, tenantId, path);
  }

  private async listsOf(
    manager: EntityManager,
    tenantId: string,
    { tags, authors }: ListedArticle['fields'],
  ): Promise<ReadonlyMap<string, ListHead>> {
    const lists = new Map<string, ListHead>();
    for (const tag of tags) {
      const path = tagPath(tag);
      if (path !== null && !lists.has(path)) lists.set(path, { title: tag, profile: null });
    }
    for (const profile of await this.authors.withIds(manager, tenantId, authors))
      lists.set(await this.authorPath(manager, tenantId, profile, lists), { title: profile.name, profile });
    return lists;
  }

  /** The address that an author has for good, even under another name; the first time, a free one. */
  private async authorPath(
    manager: EntityManager,
    tenantId: string,
    { id, name }: AuthorProfile,
    chosen: ReadonlyMap<string, unknown>,
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
    for (let index = 2; chosen.has(path) || taken.some((each) => each.path === path); index += 1)
      path = `${base}-${index}`;
    return path;
  }

  private async removeEntries(
    manager: EntityManager,
    tenantId: string,
    number: number,
  ): Promise<readonly string[]> {
    const [rows]: [{ readonly path: string }[], number] = await manager.query(
      `DELETE FROM live_list_entry WHERE tenant_id = $1 AND number = $2 RETURNING path`,
      [tenantId, number],
    );
    return rows.map(({ path }) => path);
  }

  private async shrink(manager: EntityManager, tenantId: string, path: string): Promise<void> {
    await manager.query(
      `UPDATE live_list SET live_count = live_count - 1, version = version + 1 WHERE tenant_id = $1 AND path = $2`,
      [tenantId, path],
    );
    await manager.query(
      `DELETE FROM live_list WHERE tenant_id = $1 AND path = $2 AND live_count = 0 AND profile_id IS NULL`,
      [tenantId, path],
    );
  }

  private async profileChanged(
    manager: EntityManager,
    tenantId: string,
    id: string,
    profile: AuthorProfile | null,
  ): Promise<void> {
    const [changed]: [unknown[], number] = profile
      ? await manager.query(
          `UPDATE live_list SET title = $3, biography = $4, picture_url = $5, links = $6, version = version + 1
           WHERE tenant_id = $1 AND profile_id = $2 RETURNING path`,
          [tenantId, id, profile.name, profile.biography, profile.pictureUrl, JSON.stringify(profile.links)],
        )
      : await manager.query(`DELETE FROM live_list WHERE tenant_id = $1 AND profile_id = $2 RETURNING path`, [
          tenantId,
          id,
        ]);
    if (changed.length > 0) await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
  }
}

/** The address of a tag's page; null for a tag without letters or digits. Spellings that differ in case only share one. */
export function tagPath(tag: string): string | null {
  const slug = slugOf(tag);
  return slug === '' ? null : `/tags/${slug}`;
}
