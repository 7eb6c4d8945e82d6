import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, ARTICLE_TYPES, type ArticleDetails } from '@sitedesk/contract/articles';
import type { RestoreArticleDto, TrashArticleDto } from '@sitedesk/contract/articles.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import type { Versioned } from '../../platform/http/entity-tag.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { ArticleAddressesService } from './article-addresses.service.js';
import { pathOf, requireFields } from './article-fields.js';
import type { Viewer } from './article-permissions.js';
import {
  type ArticleRow,
  type DraftRow,
  findArticle,
  findDraft,
  listsChanged,
  lockStream,
  placeOfRow,
} from './article-rows.js';
import { endReview } from './article-reviews.js';
import { statusOf } from './article-status.js';
import { contentHash } from './article-versions.js';
import { ArticlesService } from './articles.service.js';
import { deleteArticles } from './delete-articles.js';
import { cancelPlans } from './publication-plan-rows.js';
import { beginPublishing } from './publishing-locks.js';
import { PublishingService } from './publishing.service.js';

/** The trash. What lies there keeps its number, its versions, and every address that it was live at. */
@Injectable()
export class TrashService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly addresses: ArticleAddressesService,
    private readonly publishing: PublishingService,
    private readonly siteChanges: SiteChangesService,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Moves an article to the trash. A page that is live goes in the same transaction.
   * @throws NotFoundException, WrongState when it's there already, the home page, or a blog with posts
   */
  async move(context: CallerContext, number: number, { answer = 404 }: TrashArticleDto): Promise<void> {
    const { tenantId, caller } = context;
    await this.manager.transaction(async (manager) => {
      await beginPublishing(manager, tenantId);
      const { article } = await locked(manager, context, number);
      if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
      if (article.path === '/') throw new WrongState(ARTICLE_MESSAGES.homeStays);
      if (await hasPosts(manager, tenantId, article, 'AND trashed_at IS NULL'))
        throw new WrongState(ARTICLE_MESSAGES.streamHasDrafts);
      const isLive = article.publication_id !== null;
      if (isLive) await this.publishing.takeOffline(manager, tenantId, article, { answer });
      else await listsChanged(manager, tenantId, article);
      await cancelPlans(manager, tenantId, number);
      const at = new Date(this.clock.now());
      await endReview(manager, tenantId, number, { ended: 'trashed', at });
      await manager.query(
        `UPDATE article SET trashed_at = $3, trashed_by = $4, status = 'trashed' WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, at, caller.accountId],
      );
      const target = { kind: 'article', id: String(number) };
      const before = { title: article.title, path: article.path, version: article.live_version };
      const after = isLive ? { answer } : {};
      await this.auditLog.record(context, { action: 'article.trash', target, before, after }, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
  }

  /**
   * Takes an article out of the trash, as a draft.
   * @throws NotFoundException, WrongState when it isn't there, or its blog is, ValidationProblem, ProblemException 409 naming the
   *   article that has its address by now
   */
  async restore(
    context: CallerContext,
    number: number,
    { slug: given }: RestoreArticleDto,
  ): Promise<Versioned<ArticleDetails>> {
    const { tenantId } = context;
    const known = await findArticle(this.manager, context, number);
    if (!known) throw new NotFoundException();
    const place = placeOfRow(known);
    const slug = given?.normalize('NFC') ?? known.slug;
    const path = pathOf(place, slug);
    await this.addresses.hold(context, number, async (manager, take) => {
      await take(path);
      const { article, draft } = await locked(manager, context, number);
      if (!article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.notTrashed);
      const { stream_number: stream } = article;
      if (stream !== null && !(await lockStream(manager, tenantId, stream)))
        throw new WrongState(ARTICLE_MESSAGES.streamTrashed);
      const fields = { ...draft.fields, slug };
      requireFields(place, fields, '');
      const hash = contentHash({ fields, document: draft.document });
      const now = new Date(this.clock.now());
      if (hash !== draft.hash)
        await manager.query(
          `UPDATE article_draft SET revision = revision + 1, fields = $3, hash = $4, saved_at = $5 WHERE tenant_id = $1 AND number = $2`,
          [tenantId, number, JSON.stringify(fields), hash, now],
        );
      const wasLive = article.first_published_at !== null;
      const facts = {
        trashed: false,
        review: null,
        draftHash: hash,
        liveHash: null,
        wasLive,
        scheduled: false,
      };
      const status = statusOf(facts);
      await manager.query(
        `UPDATE article SET trashed_at = NULL, trashed_by = NULL, slug = $3, path = $4, status = $5, updated_at = $6
         WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, slug, pathOf(placeOfRow(article), slug), status, now],
      );
      await listsChanged(manager, tenantId, article);
      const target = { kind: 'article', id: String(number) };
      const after = { title: article.title, path };
      await this.auditLog.record(context, { action: 'article.restore', target, after }, manager);
    });
    return this.articles.get(context, number);
  }

  /**
   * Deletes an article from the trash permanently.
   * @throws NotFoundException, WrongState when it isn't there, or it's a blog whose posts are
   */
  async delete(context: CallerContext, number: number): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { article } = await locked(manager, context, number);
      if (!article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.notTrashed);
      if (await hasPosts(manager, tenantId, article)) throw new WrongState(ARTICLE_MESSAGES.streamKeepsPosts);
      const pages = await formerPaths(manager, tenantId, number);
      await deleteArticles((text, values) => manager.query(text, [...values]), tenantId, [number]);
      const target = { kind: 'article', id: String(number) };
      // Where an address led elsewhere, or to nothing, it says from now on that the page is gone.
      await this.siteChanges.changed(
        manager,
        tenantId,
        pages.length > 0 ? [{ reason: 'delete', article: number, pages, lists: [] }] : [],
      );
      const before = { title: article.title, path: article.path };
      await this.auditLog.record(context, { action: 'article.delete', target, before }, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
  }
}

async function locked(
  manager: EntityManager,
  viewer: Viewer,
  number: number,
): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
  const article = await findArticle(manager, viewer, number, { lock: true });
  const draft = article && (await findDraft(manager, viewer.tenantId, number));
  if (!draft) throw new NotFoundException();
  return { article, draft };
}

/** Where an article has been live. */
async function formerPaths(
  manager: EntityManager,
  tenantId: string,
  number: number,
): Promise<readonly string[]> {
  const rows: readonly { readonly path: string }[] = await manager.query(
    'SELECT path FROM path_history WHERE tenant_id = $1 AND number = $2',
    [tenantId, number],
  );
  return rows.map(({ path }) => path);
}

async function hasPosts(
  manager: EntityManager,
  tenantId: string,
  { type, number }: ArticleRow,
  condition = '',
): Promise<boolean> {
  if (type !== ARTICLE_TYPES.stream) return false;
  const posts: unknown[] = await manager.query(
    `SELECT 1 FROM article WHERE tenant_id = $1 AND stream_number = $2 ${condition} LIMIT 1`,
    [tenantId, number],
  );
  return posts.length > 0;
}
