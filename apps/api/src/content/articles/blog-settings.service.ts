import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  ADDRESS_TAKEN,
  ARTICLE_LIMITS,
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  BLOG_KEY,
  RESERVED_SEGMENTS,
} from '@sitedesk/contract/articles';
import { type BlogRename, type BlogSettings, POSTS_PER_PAGE } from '@sitedesk/contract/blog-settings';
import type { BlogSettingsDto, RenameBlogDto } from '@sitedesk/contract/blog-settings.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import type { Viewer } from './article-permissions.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { type ArticleRow, findArticle, findDraft, listsChanged } from './article-rows.js';
import { contentHash } from './article-versions.js';
import { holdPublishing } from './publishing-locks.js';

/** Addresses that the blog `$2` and its posts would have under the key `$3`, instead of `$4`: of drafts, and where they are live. */
const WANTED = `SELECT $2::int AS number, '/' || $3::text AS path
  UNION SELECT number, '/' || $3 || '/' || slug FROM article WHERE tenant_id = $1 AND stream_number = $2 AND trashed_at IS NULL
  UNION SELECT number, '/' || $3 || substr(path, length($4::text) + 2) FROM live_page WHERE tenant_id = $1 AND kind = 'page' AND stream_number = $2`;
const CONFLICT = `SELECT w.path, coalesce(x.number, h.number) AS number FROM (${WANTED}) w
  LEFT JOIN article x ON x.tenant_id = $1 AND x.path = w.path AND x.trashed_at IS NULL AND x.number <> w.number
  LEFT JOIN path_history h ON h.tenant_id = $1 AND h.path = w.path AND h.number <> w.number
  WHERE x.number IS NOT NULL OR h.number IS NOT NULL ORDER BY w.path LIMIT 1`;
const COUNTS = `SELECT (SELECT count(*)::int FROM article WHERE tenant_id = $1 AND stream_number = $2 AND trashed_at IS NULL) AS posts,
    (SELECT count(*)::int FROM live_page WHERE tenant_id = $1 AND stream_number = $2 AND kind = 'page') AS live,
    (SELECT posts_per_page FROM stream_state WHERE tenant_id = $1 AND stream_number = $2) AS per_page`;

/** `$2` is the blog, `$3` its new key, `$4` its old one. Each address is behind the key, or is the key. */
const OF_BLOG = `tenant_id = $1 AND kind = 'page' AND (stream_number = $2 OR number = $2)`;
const MOVED = `'/' || $3::text || substr(path, length($4::text) + 2)`;
const RENAME = [
  // In the trash too: what is restored is a post of the blog as it is called then.
  `UPDATE article SET blog_key = $3::text, path = '/' || $3::text || '/' || slug WHERE tenant_id = $1 AND stream_number = $2 AND blog_key = $4::text`,
  `UPDATE article SET blog_key = $3::text, slug = $3::text, path = '/' || $3::text WHERE tenant_id = $1 AND number = $2 AND blog_key = $4::text`,
  // Where it was called so before, its own redirects are in the way.
  `DELETE FROM live_page r USING (SELECT number, ${MOVED} AS path FROM live_page WHERE ${OF_BLOG}) m
   WHERE r.tenant_id = $1 AND r.path = m.path AND r.number = m.number AND r.kind <> 'page'`,
  `INSERT INTO path_history (tenant_id, path, number, since) SELECT tenant_id, ${MOVED}, number, now() FROM live_page WHERE ${OF_BLOG}
   ON CONFLICT (tenant_id, path) DO NOTHING`,
  `UPDATE live_page SET path = ${MOVED} WHERE ${OF_BLOG}`,
  `INSERT INTO live_page (tenant_id, path, kind, number, hidden)
   SELECT tenant_id, '/' || $4::text || substr(path, length($3::text) + 2), 'redirect', number, hidden FROM live_page WHERE ${OF_BLOG}`,
];

/** What a blog has beside its text: its key, which all its addresses begin with, and how its pages are divided. */
@Injectable()
export class BlogSettingsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    private readonly siteChanges: SiteChangesService,
  ) {}

  /** @throws NotFoundException */
  async get(viewer: Viewer, number: number): Promise<BlogSettings> {
    const { blogKey } = await this.blog(this.manager, viewer, number);
    const { posts, live, per_page } = await this.counts(viewer.tenantId, number);
    return { blogKey, postsPerPage: per_page ?? POSTS_PER_PAGE.default, posts, livePosts: live };
  }

  /** @throws NotFoundException */
  async set(
    context: RequestContext,
    number: number,
    { postsPerPage }: BlogSettingsDto,
  ): Promise<BlogSettings> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { article } = await this.blog(manager, context, number, { lock: true });
      await manager.query(
        `INSERT INTO stream_state (tenant_id, stream_number, version, live_count, posts_per_page) VALUES ($1, $2, 1, 0, $3)
         ON CONFLICT (tenant_id, stream_number) DO UPDATE SET posts_per_page = $3`,
        [tenantId, number, postsPerPage],
      );
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
      await this.siteChanges.changed(manager, tenantId, [
        { reason: 'blog', article: number, pages: [], lists: [], isWholeSite: true },
      ]);
      const target = { kind: 'article', id: String(number) };
      const after = { title: article.title, postsPerPage };
      await this.auditLog.record(context, { action: 'article.set-blog', target, after }, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
    return this.get(context, number);
  }

  /** @throws NotFoundException, ValidationProblem */
  async preview(viewer: Viewer, number: number, blogKey: string): Promise<BlogRename> {
    const { tenantId } = viewer;
    const { article, blogKey: before } = await this.blog(this.manager, viewer, number);
    requireKey(blogKey);
    const { posts, live } = await this.counts(tenantId, number);
    if (blogKey === before) return { posts: 0, forwards: 0, conflict: null };
    const conflict = await this.conflict(this.manager, viewer, number, { before, after: blogKey });
    return { posts, forwards: live + (article.publication_id === null ? 0 : 1), conflict };
  }

  /**
   * Gives a blog another key, in one transaction: visitors and programs see all of it as it was or all as it is then.
   * @throws NotFoundException, ValidationProblem, WrongState when it has another key by now, ProblemException 409 when an address
   *   isn't free
   */
  async rename(
    context: RequestContext,
    number: number,
    { from, blogKey }: RenameBlogDto,
  ): Promise<BlogSettings> {
    const { tenantId } = context;
    await this.manager
      .transaction(async (manager) => {
        await holdPublishing(manager, tenantId);
        // Nobody adds a post until the end.
        const { article, blogKey: before } = await this.blog(manager, context, number, { lock: true });
        requireKey(blogKey);
        if (before !== from) throw new WrongState(ARTICLE_MESSAGES.otherKey({ key: before }));
        if (blogKey === before) return;
        const conflict = await this.conflict(manager, context, number, { before, after: blogKey });
        if (conflict) throw addressTaken(conflict);
        for (const statement of RENAME) await manager.query(statement, [tenantId, number, blogKey, before]);
        await this.renameDraft(manager, tenantId, article, blogKey);
        await listsChanged(manager, tenantId, article);
        await this.siteChanges.changed(manager, tenantId, [
          { reason: 'blog', article: number, pages: [], lists: [], isWholeSite: true },
        ]);
        await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
        const target = { kind: 'article', id: String(number) };
        const event = { action: 'article.rename-blog', target } as const;
        const what = { before: { title: article.title, blogKey: before }, after: { blogKey } };
        await this.auditLog.record(context, { ...event, ...what }, manager);
      })
      .catch(duplicateAs(() => new VersionConflict())); // someone was faster with an address
    this.changes.emit(CHANNELS.pages, tenantId);
    return this.get(context, number);
  }

  /** The key stands in the blog's draft too. What was the same as what is live stays so. */
  private async renameDraft(
    manager: EntityManager,
    tenantId: string,
    { number, live_hash: liveHash }: ArticleRow,
    slug: string,
  ): Promise<void> {
    const draft = await findDraft(manager, tenantId, number);
    if (!draft) return;
    const fields = { ...draft.fields, slug };
    const hash = contentHash({ fields, document: draft.document });
    await manager.query(
      'UPDATE article_draft SET revision = revision + 1, fields = $3, hash = $4 WHERE tenant_id = $1 AND number = $2',
      [tenantId, number, JSON.stringify(fields), hash],
    );
    if (draft.hash === liveHash)
      await manager.query('UPDATE article SET live_hash = $3 WHERE tenant_id = $1 AND number = $2', [
        tenantId,
        number,
        hash,
      ]);
  }

  /** @throws NotFoundException, WrongState for what is no blog */
  private async blog(
    manager: EntityManager,
    viewer: Viewer,
    number: number,
    options: { readonly lock?: boolean } = {},
  ): Promise<{ readonly article: ArticleRow; readonly blogKey: string }> {
    const article = await findArticle(manager, viewer, number, options);
    if (!article) throw new NotFoundException();
    if (article.type !== ARTICLE_TYPES.stream || article.blog_key === null)
      throw new WrongState(ARTICLE_MESSAGES.notBlog);
    if (options.lock && article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
    return { article, blogKey: article.blog_key };
  }

  private async counts(
    tenantId: string,
    number: number,
  ): Promise<{ readonly posts: number; readonly live: number; readonly per_page: number | null }> {
    const [row]: { readonly posts: number; readonly live: number; readonly per_page: number | null }[] =
      await this.manager.query(COUNTS, [tenantId, number]);
    return row ?? { posts: 0, live: 0, per_page: null };
  }

  private async conflict(
    manager: EntityManager,
    viewer: Viewer,
    number: number,
    { before, after }: { readonly before: string; readonly after: string },
  ): Promise<BlogRename['conflict']> {
    const [found]: { readonly path: string; readonly number: number }[] = await manager.query(CONFLICT, [
      viewer.tenantId,
      number,
      after,
      before,
    ]);
    if (!found) return null;
    const article = await findArticle(manager, viewer, found.number);
    const shown = article && { number: article.number, title: article.title, path: null };
    return { path: found.path, article: shown ?? null };
  }
}

/** @throws ValidationProblem */
function requireKey(blogKey: string): void {
  if (!BLOG_KEY.test(blogKey) || blogKey.length > ARTICLE_LIMITS.blogKey.max)
    throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.blogKey);
  if (RESERVED_SEGMENTS.includes(blogKey))
    throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.reserved({ word: blogKey }));
}

function addressTaken({ path, article }: NonNullable<BlogRename['conflict']>): ProblemException {
  const text = article
    ? ARTICLE_MESSAGES.keyTaken({ path, title: article.title })
    : ARTICLE_MESSAGES.keyTakenUnseen({ path });
  return new ProblemException(HttpStatus.CONFLICT, ADDRESS_TAKEN, text, { article });
}
