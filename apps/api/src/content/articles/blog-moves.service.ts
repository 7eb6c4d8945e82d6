import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { pathOf } from './article-fields.js';
import { requireEdit, type Viewer, visibleTo } from './article-permissions.js';
import { findArticle, lockStream, placeOfRow, streamChanged } from './article-rows.js';
import { beginPublishing } from './publishing-locks.js';

/** A blog that posts can go to. */
export interface TargetBlog {
  readonly number: number;
  readonly title: string;
}

/** `$2` is the post, `$3` the key of its new blog, `$4` that of the one it leaves. */
const OWN_PAGE = `tenant_id = $1 AND number = $2 AND kind = 'page'`;
const MOVED = `'/' || $3::text || substr(path, length($4::text) + 2)`;
const WANTED = `SELECT ${MOVED} AS path FROM live_page WHERE ${OWN_PAGE}`;
/** Where it was live before, its own redirect is in the way. */
const CLEAR = `DELETE FROM live_page WHERE tenant_id = $1 AND number = $2 AND kind <> 'page' AND path IN (${WANTED})`;
const KEEP = `INSERT INTO path_history (tenant_id, path, number, since) SELECT tenant_id, ${MOVED}, number, now() FROM live_page WHERE ${OWN_PAGE}
  ON CONFLICT (tenant_id, path) DO NOTHING`;
const PLACE = `UPDATE live_page SET path = ${MOVED}, stream_number = $5 WHERE ${OWN_PAGE}`;
const FORWARD = `INSERT INTO live_page (tenant_id, path, kind, number, hidden)
  SELECT tenant_id, '/' || $4::text || substr(path, length($3::text) + 2), 'redirect', number, hidden FROM live_page WHERE ${OWN_PAGE}`;

/** Moves posts from one blog to another, with what is live of them. */
@Injectable()
export class BlogMovesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly addresses: ArticleAddressesService,
    private readonly auditLog: AuditLogService,
    private readonly siteChanges: SiteChangesService,
    private readonly changes: DatabaseChanges,
  ) {}

  /** @throws ValidationProblem when the caller sees no blog with this key */
  async target({ tenantId, caller }: Viewer, blogKey: string): Promise<TargetBlog> {
    const values: unknown[] = [tenantId, blogKey];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const [blog]: TargetBlog[] = await this.manager.query(
      `SELECT number, title FROM article a WHERE tenant_id = $1 AND type = 2 AND blog_key = $2 AND trashed_at IS NULL AND ${visible}`,
      values,
    );
    if (!blog) throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.unknownStream);
    return blog;
  }

  /**
   * Gives a post another blog in one transaction: its draft and its live page have their new addresses, and where it was live
   * leads there. Its text stays as it is, so that people who write go on.
   * @returns key of the blog that it left; undefined when it was in this one already
   * @throws NotFoundException, PermissionMissing, WrongState, ProblemException 409 when an address isn't free
   */
  async move(context: CallerContext, number: number, blog: TargetBlog): Promise<string | undefined> {
    const { tenantId, caller } = context;
    const from = await this.addresses.hold(context, number, async (manager, take) => {
      await beginPublishing(manager, tenantId);
      const article = await findArticle(manager, context, number, { lock: true });
      if (!article) throw new NotFoundException();
      requireEdit(caller, article);
      if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
      const {
        type,
        stream_number: stream,
        blog_key: before,
        path,
        slug,
        publication_id: publication,
      } = article;
      if (type !== ARTICLE_TYPES.post || stream === null || before === null)
        throw new WrongState(ARTICLE_MESSAGES.noStream);
      if (stream === blog.number) return undefined;
      const isLive = publication !== null;
      if (isLive && !caller.permissions.has('pages.publish')) throw new PermissionMissing('pages.publish');
      const target = await lockStream(manager, tenantId, blog.number);
      if (!target) throw new WrongState(ARTICLE_MESSAGES.unknownStream); // moved to the trash since
      if (isLive && !target.isLive)
        throw new WrongState(ARTICLE_MESSAGES.moveBlogFirst({ title: blog.title }));
      const { blogKey: after } = target;
      const values = [tenantId, number, after, before];
      if (isLive) {
        const [live]: { readonly path: string }[] = await manager.query(WANTED, values);
        if (live) await take(live.path);
        await manager.query(CLEAR, values);
        await manager.query(KEEP, values);
        await manager.query(PLACE, [...values, blog.number]);
        await manager.query(FORWARD, values);
        if (live)
          await this.siteChanges.changed(manager, tenantId, [
            {
              reason: 'publish',
              article: number,
              pages: [live.path, `/${before}${live.path.slice(after.length + 1)}`],
              lists: [`/${before}`, `/${after}`, ...(await listsOf(manager, tenantId, number))],
            },
          ]);
      }
      const moved = pathOf({ ...placeOfRow(article), blogKey: after }, slug);
      await take(moved);
      await manager.query(
        'UPDATE article SET stream_number = $3, blog_key = $4, path = $5 WHERE tenant_id = $1 AND number = $2',
        [tenantId, number, blog.number, after, moved],
      );
      const live = isLive && !article.restricted ? 1 : 0;
      const lists = [
        [stream, -live],
        [blog.number, live],
      ] as const;
      for (const [each, more] of lists.toSorted(([a], [b]) => a - b))
        await streamChanged(manager, tenantId, each, more);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
      const about = { kind: 'article', id: String(number) };
      const event = { action: 'article.move-to-blog', target: about } as const;
      const what = { before: { title: article.title, path }, after: { path: moved } };
      await this.auditLog.record(context, { ...event, ...what }, manager);
      return before;
    });
    if (from !== undefined) this.changes.emit(CHANNELS.pages, tenantId);
    return from;
  }
}

/** Addresses of the lists by author and tag that it stands in. */
async function listsOf(manager: EntityManager, tenantId: string, number: number): Promise<readonly string[]> {
  const rows: { path: string }[] = await manager.query(
    'SELECT path FROM live_list_entry WHERE tenant_id = $1 AND number = $2',
    [tenantId, number],
  );
  return rows.map(({ path }) => path);
}
