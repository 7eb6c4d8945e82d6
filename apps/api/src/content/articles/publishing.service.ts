import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  ADDRESS_TAKEN,
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  type ArticleFields,
  type Published,
} from '@sitedesk/contract/articles';
import type { WithdrawArticleDto } from '@sitedesk/contract/articles.dto';
import { PLAN_MESSAGES, UNDO_PUBLICATION_MINUTES } from '@sitedesk/contract/publication-plans';
import type { UndoPublicationDto } from '@sitedesk/contract/publication-plans.dto';
import { createHash } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { AuthorsService } from '../../people/authors/authors.service.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { renderDocument, RENDERER } from '../documents/render-document.js';
import { pathOf } from './article-fields.js';
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
import { endPublishedReview } from './article-reviews.js';
import { statusOf } from './article-status.js';
import { addVersion, contentHash, findVersion, storeOnce, type VersionContent } from './article-versions.js';
import { LiveListsService } from './live-lists.service.js';
import type { PageHead } from './page-head.js';
import { requireForward } from './publication-plan-rows.js';
import { beginPublishing } from './publishing-locks.js';
import { requirePublishable } from './publishing-rules.js';
import { readPublishingSettings } from './publishing-settings.js';

/** A version of an article that is to be published. */
interface GoingLive {
  readonly article: ArticleRow;
  readonly draft: DraftRow;
  readonly content: VersionContent & { readonly version: number };
  /** Who decided it. */
  readonly by: string | null;
  /** The promised moment, which pages and lists show; now when left out. */
  readonly at?: Date;
}

/**
 * Takes articles live and back. Each is one transaction, so that whatever ends the process, an article is wholly live as
 * before or wholly live as it is now: page, lists, redirects and history agree at every moment.
 */
@Injectable()
export class PublishingService {
  constructor(
    private readonly manager: EntityManager,
    private readonly authors: AuthorsService,
    private readonly lists: LiveListsService,
    private readonly settings: SettingsService,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Publishes the draft as the caller has seen it.
   * @throws NotFoundException, VersionConflict when it was changed since, WrongState, ProblemException 409 when its address leads
   *   to another article, or when the site's settings don't let them publish it
   */
  async publish(context: RequestContext, number: number, revision: number): Promise<Published> {
    const { tenantId, actor } = context;
    const settings = await this.settings.read(tenantId, readPublishingSettings);
    const published = await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.locked(manager, context, number);
      if (draft.revision !== revision) throw new VersionConflict();
      const { fields, document } = draft;
      // The product itself publishes only what it brings along.
      if (actor.id !== null)
        await requirePublishable(manager, settings, {
          tenantId,
          number,
          fields,
          document,
          publisher: actor.id,
        });
      const now = new Date(this.clock.now());
      const version = await this.versionOf(manager, { tenantId, article, draft, by: actor.id, now });
      const content = { version, fields, document };
      const live = await this.goLive(manager, tenantId, { article, draft, content, by: actor.id });
      await this.auditLog.record(context, live.event, manager);
      return live.published;
    });
    this.changes.emit(CHANNELS.pages, tenantId);
    return published;
  }

  /**
   * Publishes a version, as part of a transaction that has locked the article; the entry of the audit log is the caller's, last.
   * @throws WrongState, ProblemException 409 when its address leads to another article
   */
  async goLive(
    manager: EntityManager,
    tenantId: string,
    { article, draft, content, by, at: promised }: GoingLive,
  ): Promise<{ readonly published: Published; readonly event: AuditEvent }> {
    const { number } = article;
    const { version, fields, document } = content;
    await this.requireStream(manager, tenantId, article);
    const now = new Date(this.clock.now());
    const at = promised ?? now;
    const path = pathOf(placeOfRow(article), fields.slug);
    const publishedAt = article.published_at ?? article.first_published_at ?? at;
    const { html, slots } = renderDocument(document);
    const bodyHash = createHash('sha256')
      .update(JSON.stringify([html, slots]))
      .digest('hex');
    await storeOnce(manager, 'publication_body', {
      tenant_id: tenantId,
      hash: bodyHash,
      html,
      slots: JSON.stringify(slots),
    });
    const head = await this.headOf(manager, tenantId, fields, publishedAt, at);
    await this.endLive(manager, tenantId, article, now);
    const id = newId(now.getTime());
    await manager.query(
      `INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at, by_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [tenantId, id, number, version, article.type, path, JSON.stringify(head), bodyHash, RENDERER, now, by],
    );
    const redirects = await this.takeAddress(manager, { tenantId, article, path, id, publishedAt, now });
    if (article.type !== ARTICLE_TYPES.stream && !article.restricted)
      await this.lists.list(manager, tenantId, { number, fields, publishedAt });
    const wasLive = article.publication_id !== null;
    const liveHash = contentHash(content);
    const review = await endPublishedReview(manager, tenantId, article, {
      liveHash,
      draftHash: draft.hash,
      at: now,
    });
    const status = statusOf({
      trashed: false,
      review,
      draftHash: draft.hash,
      liveHash,
      wasLive: true,
      scheduled: article.scheduled_at !== null,
    });
    await manager.query(
      `UPDATE article SET publication_id = $3, live_version = $4, live_hash = $5, last_version = greatest(last_version, $4), published_at = $6,
         first_published_at = coalesce(first_published_at, $6), listed_at = $7, status = $8 WHERE tenant_id = $1 AND number = $2`,
      [tenantId, number, id, version, liveHash, publishedAt, now, status],
    );
    await this.tell(manager, tenantId, article, wasLive || article.restricted ? 0 : 1);
    const target = { kind: 'article', id: String(number) };
    const after = { title: fields.title, version, path };
    return {
      published: { version, path, publishedAt: publishedAt.toISOString(), redirects },
      event: { action: 'article.publish', target, after },
    };
  }

  /**
   * Takes the live page away.
   * @throws NotFoundException, ValidationProblem, WrongState when nothing is live, or when it's a blog with live posts
   */
  async withdraw(context: RequestContext, number: number, input: WithdrawArticleDto): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.locked(manager, context, number);
      await requireForward(manager, context, article, input);
      const event = await this.goOffline(manager, tenantId, { article, draft, withdrawal: input });
      await this.auditLog.record(context, event, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
  }

  /**
   * Withdraws a page, as part of a transaction that has locked the article; the entry of the audit log is the caller's, last.
   * @throws WrongState when nothing is live, or when it's a blog with live posts
   */
  async goOffline(
    manager: EntityManager,
    tenantId: string,
    {
      article,
      draft,
      withdrawal,
    }: { readonly article: ArticleRow; readonly draft: DraftRow; readonly withdrawal: WithdrawArticleDto },
  ): Promise<AuditEvent> {
    const { number } = article;
    if (article.publication_id === null) throw new WrongState(ARTICLE_MESSAGES.notLive);
    if (article.type === ARTICLE_TYPES.stream) await this.requireNoLivePosts(manager, tenantId, number);
    await this.takeOffline(manager, tenantId, article, withdrawal);
    const status = statusOf({
      trashed: false,
      review: article.review,
      draftHash: draft.hash,
      liveHash: null,
      wasLive: true,
      scheduled: article.scheduled_at !== null,
    });
    await manager.query(`UPDATE article SET status = $3 WHERE tenant_id = $1 AND number = $2`, [
      tenantId,
      number,
      status,
    ]);
    const target = { kind: 'article', id: String(number) };
    const before = { title: article.title, version: article.live_version };
    return { action: 'article.withdraw', target, before, after: { ...withdrawal } };
  }

  /**
   * Takes a publication of the last minutes back: what was live before is live again, or nothing is.
   * @throws NotFoundException, WrongState when that version is no longer live, or too much time has passed
   */
  async undo(context: RequestContext, number: number, { version }: UndoPublicationDto): Promise<void> {
    const { tenantId, actor } = context;
    await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.locked(manager, context, number);
      if (article.live_version !== version) throw new WrongState(PLAN_MESSAGES.notThatVersion({ version }));
      const now = new Date(this.clock.now());
      const publications: readonly {
        readonly id: string;
        readonly version: number;
        readonly at: Date;
        readonly ended_at: Date | null;
      }[] = await manager.query(
        `SELECT id, version, at, ended_at FROM publication WHERE tenant_id = $1 AND number = $2 ORDER BY at DESC, id DESC LIMIT 2`,
        [tenantId, number],
      );
      const [current, before] = publications;
      if (!current || now.getTime() - current.at.getTime() > UNDO_PUBLICATION_MINUTES * 60_000)
        throw new WrongState(PLAN_MESSAGES.undoOver({ minutes: UNDO_PUBLICATION_MINUTES }));
      // What ended earlier had been withdrawn.
      const last = before?.ended_at?.getTime() === current.at.getTime() ? before : undefined;
      const content = last && (await findVersion(manager, tenantId, number, last.version));
      if (content)
        await this.goLive(manager, tenantId, {
          article,
          draft,
          content: { version: last.version, fields: content.fields, document: content.document },
          by: actor.id,
        });
      else {
        await this.goOffline(manager, tenantId, { article, draft, withdrawal: { answer: 404 } });
        if (!before) await this.neverLive(manager, tenantId, number);
      }
      const target = { kind: 'article', id: String(number) };
      const event = { action: 'article.undo-publication', target } as const;
      const what = { before: { title: article.title, version }, after: { version: last?.version ?? null } };
      await this.auditLog.record(context, { ...event, ...what }, manager);
    });
    this.changes.emit(CHANNELS.pages, tenantId);
  }

  /** Its only publication was undone: when it's published again, it is for the first time. */
  private async neverLive(manager: EntityManager, tenantId: string, number: number): Promise<void> {
    await manager.query(
      `UPDATE article SET first_published_at = NULL, status = CASE status WHEN 'withdrawn' THEN 'draft' ELSE status END
       WHERE tenant_id = $1 AND number = $2`,
      [tenantId, number],
    );
  }

  /** Takes the page of a live article away, which the transaction has locked, after `beginPublishing`; its status is the caller's. */
  async takeOffline(
    manager: EntityManager,
    tenantId: string,
    article: ArticleRow,
    { answer, forwardArticle = null, forwardUrl = null }: WithdrawArticleDto,
  ): Promise<void> {
    const { number } = article;
    const now = new Date(this.clock.now());
    await this.endLive(manager, tenantId, article, now);
    if (answer === 301)
      // Former addresses, which led to this one, lead there as well.
      await manager.query(
        `UPDATE live_page SET kind = 'redirect', publication_id = NULL, stream_number = NULL, published_at = NULL, forward_number = $3,
           forward_url = $4 WHERE tenant_id = $1 AND number = $2 AND kind <> 'gone'`,
        [tenantId, number, forwardArticle, forwardUrl],
      );
    else
      await manager.query(
        answer === 410
          ? `UPDATE live_page SET kind = 'gone', publication_id = NULL, stream_number = NULL, published_at = NULL
             WHERE tenant_id = $1 AND number = $2 AND kind = 'page'`
          : `DELETE FROM live_page WHERE tenant_id = $1 AND number = $2 AND kind = 'page'`,
        [tenantId, number],
      );
    await manager.query(
      `UPDATE article SET publication_id = NULL, live_version = NULL, live_hash = NULL, published_at = NULL, listed_at = $3
       WHERE tenant_id = $1 AND number = $2`,
      [tenantId, number, now],
    );
    await this.lists.remove(manager, tenantId, number);
    await this.tell(manager, tenantId, article, article.restricted ? 0 : -1);
  }

  /** @throws NotFoundException, WrongState when it's in the trash */
  async locked(
    manager: EntityManager,
    viewer: Viewer,
    number: number,
  ): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
    const { tenantId } = viewer;
    await beginPublishing(manager, tenantId);
    const article = await findArticle(manager, viewer, number, { lock: true });
    const draft = article && (await findDraft(manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
    return { article, draft };
  }

  /** A post is never live without its blog. The lock lasts until the transaction ends, so the blog isn't withdrawn at the same time. */
  async requireStream(manager: EntityManager, tenantId: string, article: ArticleRow): Promise<void> {
    if (article.stream_number === null) return;
    const stream = await lockStream(manager, tenantId, article.stream_number);
    if (!stream?.isLive) throw new WrongState(ARTICLE_MESSAGES.streamNotLive);
  }

  private async requireNoLivePosts(manager: EntityManager, tenantId: string, number: number): Promise<void> {
    const posts: unknown[] = await manager.query(
      `SELECT 1 FROM live_page WHERE tenant_id = $1 AND stream_number = $2 AND kind = 'page' LIMIT 1`,
      [tenantId, number],
    );
    if (posts.length > 0) throw new WrongState(ARTICLE_MESSAGES.streamHasPosts);
  }

  /** The version to publish: a new one, unless the newest is the same and was published before. */
  private async versionOf(
    manager: EntityManager,
    {
      tenantId,
      article,
      draft,
      by,
      now,
    }: {
      readonly tenantId: string;
      readonly article: ArticleRow;
      readonly draft: DraftRow;
      readonly by: string | null;
      readonly now: Date;
    },
  ): Promise<number> {
    const { number, last_version: last, live_version: live, live_hash: liveHash } = article;
    if (live !== null && live === last && liveHash === draft.hash) return live;
    const { fields, document, base_version: baseVersion } = draft;
    const version = last + 1;
    await addVersion(manager, {
      tenantId,
      number,
      version,
      kind: 'published',
      authorId: by,
      at: now,
      baseVersion,
      fields,
      document,
    });
    return version;
  }

  private async headOf(
    manager: EntityManager,
    tenantId: string,
    fields: ArticleFields,
    publishedAt: Date,
    updatedAt: Date,
  ): Promise<PageHead> {
    const { authors: ids, ...shown } = fields;
    const profiles = await this.authors.withIds(manager, tenantId, ids);
    return {
      ...shown,
      authors: profiles.map(({ name }) => name),
      authorIds: profiles.map(({ id }) => id),
      publishedAt: publishedAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  private async endLive(
    manager: EntityManager,
    tenantId: string,
    article: ArticleRow,
    now: Date,
  ): Promise<void> {
    if (article.publication_id === null) return;
    await manager.query(`UPDATE publication SET ended_at = $3 WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      article.publication_id,
      now,
    ]);
  }

  /**
   * Puts the publication at its address, and has former addresses lead there.
   * @returns addresses that lead there from now on
   */
  private async takeAddress(
    manager: EntityManager,
    {
      tenantId,
      article,
      path,
      id,
      publishedAt,
      now,
    }: {
      readonly tenantId: string;
      readonly article: ArticleRow;
      readonly path: string;
      readonly id: string;
      readonly publishedAt: Date;
      readonly now: Date;
    },
  ): Promise<readonly string[]> {
    const { number, stream_number: stream, restricted } = article;
    await manager.query(
      `UPDATE live_page SET kind = 'redirect', publication_id = NULL, stream_number = NULL, published_at = NULL
       WHERE tenant_id = $1 AND number = $2 AND kind = 'page' AND path <> $3`,
      [tenantId, number, path],
    );
    const taken: unknown[] = await manager.query(
      `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, stream_number, published_at, hidden)
       VALUES ($1, $2, 'page', $3, $4, $5, $6, $7)
       ON CONFLICT (tenant_id, path) DO UPDATE SET kind = 'page', publication_id = $4, stream_number = $5, published_at = $6, forward_number = NULL, forward_url = NULL
       WHERE live_page.number = $3 RETURNING path`,
      [tenantId, path, number, id, stream, publishedAt, restricted],
    );
    const owners: { readonly number: number }[] = await manager.query(
      `INSERT INTO path_history (tenant_id, path, number, since) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant_id, path) DO UPDATE SET path = excluded.path RETURNING number`,
      [tenantId, path, number, now],
    );
    if (taken.length === 0 || owners.some((owner) => owner.number !== number))
      throw await this.addressKept(manager, tenantId, path);
    const [former]: [{ readonly path: string }[], number] = await manager.query(
      `UPDATE live_page SET kind = 'redirect', forward_number = NULL, forward_url = NULL
       WHERE tenant_id = $1 AND number = $2 AND kind <> 'page' RETURNING path`,
      [tenantId, number],
    );
    return former.map((each) => each.path).toSorted();
  }

  /** @throws ProblemException 409 when the address leads to another article */
  async requireAddress(
    manager: EntityManager,
    tenantId: string,
    number: number,
    path: string,
  ): Promise<void> {
    const kept: unknown[] = await manager.query(
      `SELECT 1 FROM path_history WHERE tenant_id = $1 AND path = $2 AND number <> $3`,
      [tenantId, path, number],
    );
    if (kept.length > 0) throw await this.addressKept(manager, tenantId, path);
  }

  private async addressKept(
    manager: EntityManager,
    tenantId: string,
    path: string,
  ): Promise<ProblemException> {
    const [other]: { readonly title: string }[] = await manager.query(
      `SELECT a.title FROM path_history h JOIN article a ON a.tenant_id = h.tenant_id AND a.number = h.number
       WHERE h.tenant_id = $1 AND h.path = $2 AND NOT a.restricted`,
      [tenantId, path],
    );
    const text = other ? ARTICLE_MESSAGES.kept(other) : ARTICLE_MESSAGES.takenUnseen;
    return new ProblemException(HttpStatus.CONFLICT, ADDRESS_TAKEN, text);
  }

  private async tell(
    manager: EntityManager,
    tenantId: string,
    article: ArticleRow,
    live: -1 | 0 | 1,
  ): Promise<void> {
    await listsChanged(manager, tenantId, article, live);
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
  }
}
