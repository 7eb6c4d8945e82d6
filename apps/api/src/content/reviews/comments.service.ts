import { HttpStatus, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { anchorOf, blockTexts, findAnchor, type TextAnchor } from '@sitedesk/contract/anchors';
import { ARTICLE_MESSAGES } from '@sitedesk/contract/articles';
import {
  type ArticleComment,
  type ArticlePerson,
  COMMENT_LIMITS,
  COMMENT_MESSAGES,
  type CommentedField,
  type CommentThread,
  NOT_YOURS,
} from '@sitedesk/contract/comments';
import type { CommentDto, CreateThreadDto, PeopleDto, ThreadListDto } from '@sitedesk/contract/comments.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import type { Principal } from '../../platform/http/principal.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { mayComment, mayEdit } from '../articles/article-permissions.js';
import { type ArticleRow, findArticle, findDraft } from '../articles/article-rows.js';
import { ArticleEmailsService } from './article-emails.service.js';
import { accountsWho, type ArticleKey, peopleWho } from './people-who-may.js';

interface ThreadRow {
  readonly id: string;
  readonly version: number;
  readonly field: CommentedField | null;
  readonly anchor: TextAnchor | null;
  readonly author_id: string | null;
  readonly replies: number;
  readonly resolved_by: string | null;
  readonly resolved_name: string | null;
  readonly resolved_at: Date | null;
}

interface CommentRow {
  readonly id: string;
  readonly thread_id: string;
  readonly author_id: string | null;
  readonly author_name: string | null;
  readonly body: string;
  readonly mentions: readonly string[];
  readonly at: Date;
  readonly edited_at: Date | null;
}

const THREADS = `SELECT t.id, t.version, t.field, t.anchor, t.author_id, t.replies, t.resolved_by, t.resolved_at, o.display_name AS resolved_name
  FROM comment_thread t LEFT JOIN account o ON o.tenant_id = t.tenant_id AND o.id = t.resolved_by
  WHERE t.tenant_id = $1 AND t.number = $2`;
const COMMENT_COLUMNS =
  'c.id, c.thread_id, c.body, c.mentions, c.at, c.edited_at, o.id AS author_id, o.display_name AS author_name';
const OF_AUTHOR = 'LEFT JOIN account o ON o.tenant_id = $1 AND o.id = c.author_id';
const FIRST_AND_NEWEST = `SELECT ${COMMENT_COLUMNS} FROM unnest($2::uuid[]) AS t(id) CROSS JOIN LATERAL (
    (SELECT * FROM comment c WHERE c.tenant_id = $1 AND c.thread_id = t.id ORDER BY c.id LIMIT 1)
    UNION (SELECT * FROM comment c WHERE c.tenant_id = $1 AND c.thread_id = t.id ORDER BY c.id DESC LIMIT $3)) c
  ${OF_AUTHOR} ORDER BY c.id`;
const OF_THREAD = `SELECT ${COMMENT_COLUMNS} FROM comment c ${OF_AUTHOR}
  WHERE c.tenant_id = $1 AND c.thread_id = $2 AND c.id > $3 ORDER BY c.id LIMIT $4`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Comments on articles. They are text, and never touch the article. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly emails: ArticleEmailsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException */
  async list(context: CallerContext, number: number, query: ThreadListDto): Promise<Page<CommentThread>> {
    const { tenantId, caller } = context;
    const article = await findArticle(this.manager, context, number);
    if (!article) throw new NotFoundException();
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const [before] = query.cursor === undefined ? [LAST_ID] : decodeCursor(query.cursor, ['id']);
    const state = query.state && `AND t.resolved_at IS ${query.state === 'open' ? 'NULL' : 'NOT NULL'}`;
    const rows: ThreadRow[] = await this.manager.query(
      `${THREADS} ${state ?? ''} AND t.id < $3 ORDER BY t.id DESC LIMIT $4`,
      [tenantId, number, before, size + 1],
    );
    const threads = await this.threadsOf(tenantId, caller, article, rows.slice(0, size));
    const byId = new Map(threads.map((thread) => [thread.id, thread]));
    return pageOf(
      rows,
      size,
      ({ id }) => byId.get(id) as CommentThread, // made of the same rows
      ({ id }) => [id],
    );
  }

  /** @throws NotFoundException also for a thread of another article */
  async comments(
    context: CallerContext,
    number: number,
    thread: string,
    query: PageDto,
  ): Promise<Page<ArticleComment>> {
    const { tenantId } = context;
    await this.thread(context, number, thread);
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const [after] = query.cursor === undefined ? [FIRST_ID] : decodeCursor(query.cursor, ['id']);
    const rows: CommentRow[] = await this.manager.query(OF_THREAD, [tenantId, thread, after, size + 1]);
    return pageOf(rows, size, commentOf, ({ id }) => [id]);
  }

  /** @throws NotFoundException, PermissionMissing, ValidationProblem, WrongState when the words are not there anymore */
  async create(context: CallerContext, number: number, input: CreateThreadDto): Promise<CommentThread> {
    const { tenantId, caller } = context;
    const { field = null, body } = input;
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const mentions = await this.mentionsOf({ tenantId, number }, input);
    const anchor = field === null ? await this.anchor(tenantId, number, input) : null;
    if (field !== null && (input.block ?? input.from ?? input.to ?? input.quote) !== undefined)
      throw ValidationProblem.at('field', COMMENT_MESSAGES.target);
    const now = this.clock.now();
    const id = newId(now);
    const article = await this.manager.transaction(async (manager) => {
      const commented = await this.commentable(manager, context, number);
      await manager.query(
        `INSERT INTO comment_thread (tenant_id, id, number, version, field, anchor, author_id) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          tenantId,
          id,
          number,
          commented.last_version,
          field,
          anchor && JSON.stringify(anchor),
          caller.accountId,
        ],
      );
      await this.add(manager, context, commented, { thread: id, body, mentions, now });
      return commented;
    });
    this.emails.done(tenantId);
    const rows: ThreadRow[] = await this.manager.query(`${THREADS} AND t.id = $3`, [tenantId, number, id]);
    const [thread] = await this.threadsOf(tenantId, caller, article, rows);
    if (!thread) throw new NotFoundException(); // deleted in this moment
    return thread;
  }

  /** @throws NotFoundException, PermissionMissing, ValidationProblem, WrongState */
  async reply(
    context: CallerContext,
    number: number,
    thread: string,
    { body, ...input }: CommentDto,
  ): Promise<ArticleComment> {
    const { tenantId, caller } = context;
    await this.thread(context, number, thread);
    const mentions = await this.mentionsOf({ tenantId, number }, input);
    const now = this.clock.now();
    const id = await this.manager.transaction(async (manager) => {
      const article = await this.commentable(manager, context, number);
      await manager.query(
        `UPDATE comment_thread SET replies = replies + 1 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, thread],
      );
      return this.add(manager, context, article, { thread, body, mentions, now });
    });
    this.emails.done(tenantId);
    const author = { id: caller.accountId, displayName: caller.displayName };
    return { id, author, body, mentions, at: new Date(now).toISOString(), editedAt: null };
  }

  /** @throws NotFoundException, PermissionMissing, ValidationProblem, ProblemException 403 when it's someone else's */
  async edit(
    context: CallerContext,
    number: number,
    { thread, comment }: { readonly thread: string; readonly comment: string },
    input: CommentDto,
  ): Promise<void> {
    const { tenantId, caller } = context;
    await this.thread(context, number, thread);
    const [stored]: CommentRow[] = await this.manager.query(
      `SELECT ${COMMENT_COLUMNS} FROM comment c ${OF_AUTHOR} WHERE c.tenant_id = $1 AND c.thread_id = $2 AND c.id = $3`,
      [tenantId, thread, comment],
    );
    if (!stored) throw new NotFoundException();
    const mentions = await this.mentionsOf({ tenantId, number }, input);
    await this.manager.transaction(async (manager) => {
      const article = await this.commentable(manager, context, number);
      if (stored.author_id !== caller.accountId)
        throw new ProblemException(HttpStatus.FORBIDDEN, NOT_YOURS, COMMENT_MESSAGES.foreign);
      await manager.query(
        `UPDATE comment SET body = $4, mentions = $5, edited_at = $6 WHERE tenant_id = $1 AND thread_id = $2 AND id = $3`,
        [tenantId, thread, comment, input.body, mentions, new Date(this.clock.now())],
      );
      const to = mentions.filter((id) => !stored.mentions.includes(id));
      await this.emails.post(manager, context, { number, kind: 'mentioned', to, words: input.body });
      await this.record(context, 'article.edit-comment', { article, thread }, manager);
    });
    this.emails.done(tenantId);
  }

  /**
   * Resolves a thread, or opens it again; doing so twice is no error.
   * @throws NotFoundException, PermissionMissing, ProblemException 403 when the caller may not, WrongState
   */
  async settle(
    context: CallerContext,
    number: number,
    id: string,
    { resolved }: { readonly resolved: boolean },
  ): Promise<void> {
    const { tenantId, caller } = context;
    const { author_id: authorId } = await this.thread(context, number, id);
    await this.manager.transaction(async (manager) => {
      const article = await this.commentable(manager, context, number);
      if (!maySettle(caller, article, authorId))
        throw new ProblemException(HttpStatus.FORBIDDEN, NOT_YOURS, COMMENT_MESSAGES.foreignThread);
      const [changed]: [unknown[], number] = await manager.query(
        `UPDATE comment_thread SET resolved_by = $3, resolved_at = $4
         WHERE tenant_id = $1 AND id = $2 AND (resolved_at IS NULL) = $5 RETURNING id`,
        [
          tenantId,
          id,
          resolved ? caller.accountId : null,
          resolved ? new Date(this.clock.now()) : null,
          resolved,
        ],
      );
      if (changed.length === 0) return;
      const action = resolved ? 'article.resolve-thread' : 'article.reopen-thread';
      await this.record(context, action, { article, thread: id }, manager);
    });
    this.emails.done(tenantId);
  }

  /** @throws NotFoundException */
  async people(
    context: CallerContext,
    number: number,
    { q, for: purpose }: PeopleDto,
  ): Promise<ArticlePerson[]> {
    const { tenantId } = context;
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const permission = purpose === 'review' ? 'pages.review' : 'pages.view';
    return peopleWho(this.manager, { tenantId, number }, permission, { q, limit: COMMENT_LIMITS.people });
  }

  /** Part of the transaction that begins a thread or replies to it. */
  private async add(
    manager: EntityManager,
    context: CallerContext,
    article: ArticleRow,
    { thread, body, mentions, now }: NewComment,
  ): Promise<string> {
    const { tenantId, caller } = context;
    const id = newId(now);
    await manager.query(
      `INSERT INTO comment (tenant_id, id, thread_id, author_id, body, mentions, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, id, thread, caller.accountId, body, mentions, new Date(now)],
    );
    await this.emails.post(manager, context, {
      number: article.number,
      kind: 'mentioned',
      to: mentions,
      words: body,
    });
    await this.record(context, 'article.comment', { article, thread }, manager);
    return id;
  }

  private async anchor(
    tenantId: string,
    number: number,
    { block, from, to, quote }: CreateThreadDto,
  ): Promise<TextAnchor> {
    if (block === undefined || from === undefined || to === undefined)
      throw ValidationProblem.at('field', COMMENT_MESSAGES.target);
    const draft = await findDraft(this.manager, tenantId, number);
    if (!draft) throw new NotFoundException();
    const anchor = anchorOf(blockTexts(draft.document), { block, from, to });
    if (!anchor || (quote !== undefined && quote !== anchor.quote))
      throw new WrongState(COMMENT_MESSAGES.textGone);
    return anchor;
  }

  private async mentionsOf(
    article: ArticleKey,
    { mentions = [] }: Pick<CommentDto, 'mentions'>,
  ): Promise<readonly string[]> {
    if (mentions.length === 0) return [];
    const known = await accountsWho(this.manager, article, 'pages.view', mentions);
    const index = mentions.findIndex((id) => !known.has(id.toLowerCase()));
    if (index >= 0) throw ValidationProblem.at(`mentions.${index}`, COMMENT_MESSAGES.unknownPerson);
    return [...known];
  }

  private async threadsOf(
    tenantId: string,
    caller: Principal,
    article: ArticleRow,
    rows: readonly ThreadRow[],
  ): Promise<readonly CommentThread[]> {
    if (rows.length === 0) return [];
    const draft = await findDraft(this.manager, tenantId, article.number);
    const texts = draft ? blockTexts(draft.document) : new Map<string, string>();
    const ids = rows.map(({ id }) => id);
    const values = [tenantId, ids, COMMENT_LIMITS.shownReplies];
    const comments: CommentRow[] = await this.manager.query(FIRST_AND_NEWEST, values);
    return rows.map((row) => {
      const place = row.anchor ? (findAnchor(texts, row.anchor) ?? null) : null;
      return {
        id: row.id,
        version: row.version,
        field: row.field,
        quote: row.anchor?.quote ?? null,
        place,
        detached: row.anchor !== null && place === null,
        resolved: row.resolved_at && { by: row.resolved_name, at: row.resolved_at.toISOString() },
        comments: comments.filter(({ thread_id: thread }) => thread === row.id).map(commentOf),
        replies: row.replies,
        may: { resolve: article.trashed_at === null && maySettle(caller, article, row.author_id) },
      };
    });
  }

  /** @throws NotFoundException also for a thread of another article, or of one that the caller doesn't see */
  private async thread(context: CallerContext, number: number, id: string): Promise<ThreadRow> {
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const values = [context.tenantId, number, id];
    const [row]: ThreadRow[] = await this.manager.query(`${THREADS} AND t.id = $3`, values);
    if (!row) throw new NotFoundException();
    return row;
  }

  /** An article that the caller may comment on. A share lock: others comment at the same time, and nobody deletes it. */
  private async commentable(
    manager: EntityManager,
    context: CallerContext,
    number: number,
  ): Promise<ArticleRow> {
    const { tenantId, caller } = context;
    await manager.query(`SELECT 1 FROM article WHERE tenant_id = $1 AND number = $2 FOR KEY SHARE`, [
      tenantId,
      number,
    ]);
    const article = await findArticle(manager, context, number);
    if (!article) throw new NotFoundException();
    if (!mayComment(caller, article)) throw new PermissionMissing('pages.review');
    if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
    return article;
  }

  private record(
    context: CallerContext,
    action: CommentAction,
    { article, thread }: { readonly article: ArticleRow; readonly thread: string },
    manager: EntityManager,
  ): Promise<void> {
    const target = { kind: 'article', id: String(article.number) };
    const after = { title: article.title, thread };
    return this.auditLog.record(context, { action, target, after }, manager);
  }
}

type CommentAction =
  | 'article.comment'
  | 'article.edit-comment'
  | 'article.resolve-thread'
  | 'article.reopen-thread';

interface NewComment {
  readonly thread: string;
  readonly body: string;
  readonly mentions: readonly string[];
  readonly now: number;
}

const maySettle = (caller: Principal, article: ArticleRow, authorId: string | null): boolean =>
  mayEdit(caller, article) || (caller.permissions.has('pages.review') && authorId === caller.accountId);

const commentOf = (row: CommentRow): ArticleComment => ({
  id: row.id,
  author: row.author_id === null ? null : { id: row.author_id, displayName: row.author_name ?? '' },
  body: row.body,
  mentions: row.mentions,
  at: row.at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});
