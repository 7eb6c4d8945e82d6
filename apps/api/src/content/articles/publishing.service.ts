import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  ADDRESS_TAKEN,
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  type ArticleFields,
  type Published,
} from '@sitedesk/contract/articles';
import type { WithdrawArticleDto } from '@sitedesk/contract/articles.dto';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import { PLAN_MESSAGES, UNDO_PUBLICATION_MINUTES } from '@sitedesk/contract/publication-plans';
import type { UndoPublicationDto } from '@sitedesk/contract/publication-plans.dto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { AuthorsService, profilesOf } from '../../people/authors/authors.service.js';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { ProblemException, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { pathOf, streamPathOf } from './article-fields.js';
import type { Viewer } from './article-permissions.js';
import { pathOnSite } from './forwards.js';
import {
  type ArticleRow,
  type DraftRow,
  findArticle,
  findDraft,
  listsChanged,
  lockStream,
  placeOfRow,
  streamChanged,
  streamOf,
} from './article-rows.js';
import { endPublishedReview } from './article-reviews.js';
import { statusOf } from './article-status.js';
import { addVersion, findVersion, type VersionContent } from './article-versions.js';
import { LiveListsService } from './live-lists.service.js';
import { type NewPage, putPages } from './live-pages.js';
import type { PageHead } from './page-head.js';
import { type PreparedPage, type RenderedPage, renderPage } from './planned-pages.js';
import { requireForward } from './publication-plan-rows.js';
import { beginPublishing } from './publishing-locks.js';
import { requirePublishable } from './publishing-rules.js';
import { readPublishingSettings } from './publishing-settings.js';

/** A version of an article that is to be published. */
interface GoingLive {
  readonly article: ArticleRow;
  readonly draft: Pick<DraftRow, 'hash'>;
  readonly content: (
    | VersionContent
    | (Pick<VersionContent, 'fields'> & { readonly prepared: PreparedPage })
  ) & {
    readonly version: number;
  };
  /** Who decided it. */
  readonly by: string | null;
  /** The promised moment, which pages and lists show; now when left out. */
  readonly at?: Date;
}

interface WentLive {
  readonly published: Published;
  readonly event: AuditEvent;
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
    private readonly siteChanges: SiteChangesService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Publishes the draft as the caller has seen it.
   * @param at the moment that the page shows as its first, of one that was published elsewhere before; now when left out
   * @throws NotFoundException, VersionConflict when it was changed since, WrongState, ProblemException 409 when its address leads
   *   to another article, or when the site's settings don't let them publish it
   */
  async publish(context: RequestContext, number: number, revision: number, at?: Date): Promise<Published> {
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
      const live = await this.goLive(manager, tenantId, { article, draft, content, by: actor.id, at });
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
  async goLive(manager: EntityManager, tenantId: string, item: GoingLive): Promise<WentLive> {
    const [live] = await this.goLiveTogether(manager, tenantId, [item]);
    if (!live) throw new Error('Nothing was published.');
    return live;
  }

  /** The same with versions of different articles, in as many statements as with one. */
  async goLiveTogether(
    manager: EntityManager,
    tenantId: string,
    items: readonly GoingLive[],
  ): Promise<readonly WentLive[]> {
    const streams = new Map<number, number>();
    for (const { article } of items) {
      const stream = streamOf(article);
      if (stream === null) continue;
      if (!streams.has(stream)) await this.requireStream(manager, tenantId, article);
      const isMore =
        article.type === ARTICLE_TYPES.post && !article.restricted && article.publication_id === null;
      streams.set(stream, (streams.get(stream) ?? 0) + (isMore ? 1 : 0));
    }
    const now = new Date(this.clock.now());
    const pages: NewPage[] = [];
    const ids = items.flatMap(({ content }) => content.fields.authors);
    const profiles = await this.authors.withIds(manager, tenantId, [...new Set(ids)]);
    for (const item of items) {
      // Visitors' requests don't wait until all of them are rendered.
      if (pages.length > 0 && 'document' in item.content) await nextTurn();
      pages.push(await this.pageOf(manager, tenantId, item, { profiles, now }));
    }
    const put = await putPages(manager, tenantId, pages, now);
    const placed = new Map(put.map((each) => [each.number, each]));
    for (const { number, path } of pages)
      if (!placed.get(number)?.isPlaced) throw await this.addressKept(manager, tenantId, path);
    const listed = pages.filter(({ type, hidden }) => type !== ARTICLE_TYPES.stream && !hidden);
    const lists = await this.lists.list(manager, tenantId, listed, profiles);
    for (const [stream, live] of [...streams].toSorted())
      await streamChanged(manager, tenantId, stream, live);
    await this.siteChanges.changed(
      manager,
      tenantId,
      pages.map(({ number, path, stream }) => ({
        reason: 'publish',
        article: number,
        pages: [path, ...(placed.get(number)?.former ?? [])],
        lists: [...(stream === null ? [] : [streamPathOf(path)]), ...(lists.get(number) ?? [])],
      })),
    );
    return pages.map(({ number, version, path, publishedAt, fields }) => {
      const redirects = placed.get(number)?.former.toSorted() ?? [];
      const after = { title: fields.title, version, path };
      return {
        published: { version, path, publishedAt: publishedAt.toISOString(), redirects },
        event: { action: 'article.publish', target: { kind: 'article', id: String(number) }, after },
      };
    });
  }

  private async pageOf(
    manager: EntityManager,
    tenantId: string,
    { article, draft, content, by, at: promised }: GoingLive,
    { profiles, now }: { readonly profiles: readonly AuthorProfile[]; readonly now: Date },
  ): Promise<NewPage> {
    const { number, type } = article;
    const { version, fields } = content;
    const at = promised ?? now;
    const publishedAt = article.published_at ?? article.first_published_at ?? at;
    const { hash, body } = 'prepared' in content ? content.prepared : this.render(tenantId, number, content);
    const review = await endPublishedReview(manager, tenantId, article, {
      liveHash: hash,
      draftHash: draft.hash,
      at: now,
    });
    const status = statusOf({
      trashed: false,
      review,
      draftHash: draft.hash,
      liveHash: hash,
      wasLive: true,
      scheduled: article.scheduled_at !== null,
    });
    return {
      id: newId(now.getTime()),
      number,
      version,
      type,
      path: pathOf(placeOfRow(article), fields.slug),
      fields,
      head: headOf(fields, profiles, publishedAt, at),
      body,
      by,
      ended: article.publication_id,
      stream: article.stream_number,
      hidden: article.restricted,
      publishedAt,
      hash,
      status,
      scheduledAt: article.scheduled_at,
    };
  }

  /** Of a version; the log says what the renderer doesn't know. */
  render(
    tenantId: string,
    number: number,
    content: VersionContent & { readonly version: number },
  ): RenderedPage {
    const page = renderPage(content);
    // Nobody can save such a text: a newer version wrote it, or someone past every check.
    if (page.unknown.length > 0)
      this.log.warn({
        event: 'article.unknown_blocks',
        tenantId,
        number,
        version: content.version,
        kinds: page.unknown,
      });
    return page;
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
    const addresses: readonly { readonly path: string; readonly kind: string }[] = await manager.query(
      `SELECT path, kind FROM live_page WHERE tenant_id = $1 AND number = $2 AND kind IN ('page', 'redirect') ORDER BY kind, path`,
      [tenantId, number],
    );
    await manager.query(`UPDATE publication SET ended_at = $3 WHERE tenant_id = $1 AND id = $2`, [
      tenantId,
      article.publication_id,
      now,
    ]);
    if (answer === 301)
      // Former addresses, which led to this one, lead there as well.
      await manager.query(
        `UPDATE live_page SET kind = 'redirect', publication_id = NULL, stream_number = NULL, published_at = NULL, forward_number = $3,
           forward_url = $4, forward_path = $5 WHERE tenant_id = $1 AND number = $2 AND kind <> 'gone'`,
        [
          tenantId,
          number,
          forwardArticle,
          forwardUrl,
          forwardUrl === null ? undefined : await pathOnSite(manager, tenantId, forwardUrl),
        ],
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
    const lists = await this.lists.remove(manager, tenantId, number);
    await listsChanged(manager, tenantId, article, article.restricted ? 0 : -1);
    const [page] = addresses;
    const streams = page && article.stream_number !== null ? [streamPathOf(page.path)] : [];
    const pages = addresses.map(({ path }) => path);
    await this.siteChanges.changed(manager, tenantId, [
      { reason: 'withdraw', article: number, pages, lists: [...streams, ...lists] },
    ]);
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
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
}

function headOf(
  { authors, template: _own, ...shown }: ArticleFields,
  profiles: readonly AuthorProfile[],
  publishedAt: Date,
  updatedAt: Date,
): PageHead {
  const own = profilesOf(profiles, authors);
  return {
    ...shown,
    authors: own.map(({ name }) => name),
    authorIds: own.map(({ id }) => id),
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
