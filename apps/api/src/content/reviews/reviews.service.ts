import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, type ArticleType } from '@sitedesk/contract/articles';
import { compareDocuments, countChanges } from '@sitedesk/contract/comparison';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  type ArticleReview,
  type QueuedReview,
  REVIEW_MESSAGES,
  type ReviewEnd,
  type Reviewer,
  type ReviewOverview,
  type ReviewState,
} from '@sitedesk/contract/reviews';
import type { Message } from '@sitedesk/contract/messages';
import type { ReviewQueueDto, SubmitArticleDto } from '@sitedesk/contract/reviews.dto';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { mayEdit, requireEdit, visibleTo } from '../articles/article-permissions.js';
import { changesBetween, endReview, findOpenReview, type OpenReview } from '../articles/article-reviews.js';
import { type ArticleRow, type DraftRow, findArticle, findDraft } from '../articles/article-rows.js';
import { asksPerson } from '../articles/needs-person.js';
import { statusOf } from '../articles/article-status.js';
import { addVersion, findVersion } from '../articles/article-versions.js';
import { ArticleEmailsService } from './article-emails.service.js';
import { accountsWho, type ArticleKey, askedToReview, rolesWith } from './people-who-may.js';

interface ReviewRow {
  readonly id: string;
  readonly version: number;
  readonly hash: string;
  readonly state: ReviewState;
  readonly note: string | null;
  readonly asked_by: string | null;
  readonly asked_name: string | null;
  readonly asked_at: Date;
  readonly decided_by: string | null;
  readonly decided_name: string | null;
  readonly decided_at: Date | null;
  readonly comment: string | null;
  readonly ended: ReviewEnd | null;
  readonly ended_at: Date | null;
  readonly reviewers: readonly Reviewer[] | null;
}

/** A reviewer's verdict on a version. */
interface Verdict {
  readonly state: 'changes-requested' | 'approved';
  readonly version: number;
  readonly comment: string | null;
}

/** A review in the queue, with its article as it is now. */
interface QueuedRow extends ReviewRow {
  readonly number: number;
  readonly type: ArticleType;
  readonly title: string;
  readonly path: string;
  readonly words_inserted: number | null;
  readonly words_removed: number | null;
}

const COLUMNS = `r.id, r.version, r.hash, r.state, r.note, r.asked_at, r.decided_at, r.comment, r.ended, r.ended_at,
    s.id AS asked_by, s.display_name AS asked_name, d.id AS decided_by, d.display_name AS decided_name,
    (SELECT json_agg(json_build_object('kind', w.kind, 'id', w.subject, 'name', coalesce(p.display_name, o.name, w.subject)) ORDER BY w.kind, w.subject)
     FROM article_reviewer w
     LEFT JOIN account p ON w.kind = 'account' AND p.tenant_id = w.tenant_id AND p.id::text = w.subject
     LEFT JOIN role o ON w.kind = 'role' AND o.tenant_id = w.tenant_id AND o.id::text = w.subject
     WHERE w.tenant_id = r.tenant_id AND w.review_id = r.id) AS reviewers`;
const PEOPLE = `LEFT JOIN account s ON s.tenant_id = r.tenant_id AND s.id = r.asked_by
  LEFT JOIN account d ON d.tenant_id = r.tenant_id AND d.id = r.decided_by`;
const REVIEWS = `SELECT ${COLUMNS} FROM article_review r ${PEOPLE} WHERE r.tenant_id = $1 AND r.number = $2`;
const QUEUED = `SELECT ${COLUMNS}, r.words_inserted, r.words_removed, a.number, a.type, a.title, a.path
  FROM article_review r JOIN article a ON a.tenant_id = r.tenant_id AND a.number = r.number AND a.trashed_at IS NULL ${PEOPLE}
  WHERE r.tenant_id = $1`;
const WAITING = `r.ended_at IS NULL AND r.state = 'in-review'`;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Reviews of articles. What is reviewed is a version: edits after it was submitted alter nothing that the reviewers see, and a
 * verdict counts for the hash of that version alone.
 */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly emails: ArticleEmailsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException */
  async get(context: CallerContext, number: number): Promise<ReviewOverview> {
    const { tenantId, caller } = context;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const [row]: ReviewRow[] = await this.manager.query(`${REVIEWS} AND r.ended_at IS NULL`, [
      tenantId,
      number,
    ]);
    const isEditor = article.trashed_at === null && mayEdit(caller, article);
    const isInReview = row?.state === 'in-review';
    return {
      review: row ? reviewOf(row) : null,
      changes: row ? await this.changesSince(tenantId, number, row, draft) : 0,
      may: {
        submit: isEditor && cannotSubmit(article, draft, row) === null,
        withdraw: isEditor && isInReview,
        decide: isInReview && caller.permissions.has('pages.review'),
      },
    };
  }

  private async changesSince(
    tenantId: string,
    number: number,
    { version, hash }: Pick<OpenReview, 'version' | 'hash'>,
    draft: DraftRow,
  ): Promise<number> {
    if (hash === draft.hash) return 0;
    const submitted = await findVersion(this.manager, tenantId, number, version);
    return submitted ? changesBetween(submitted, draft) : 0;
  }

  /**
   * The newest first.
   * @throws NotFoundException
   */
  async list(context: CallerContext, number: number, query: PageDto): Promise<Page<ArticleReview>> {
    const { tenantId } = context;
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, id] =
      query.cursor === undefined ? [undefined, LAST_ID] : decodeCursor(query.cursor, ['instant', 'id']);
    const from = at === undefined ? 'infinity' : new Date(Number(at));
    const rows: ReviewRow[] = await this.manager.query(
      `${REVIEWS} AND (r.asked_at, r.id) < ($3::timestamptz, $4::uuid) ORDER BY r.asked_at DESC, r.id DESC LIMIT $5`,
      [tenantId, number, from, id, size + 1],
    );
    return pageOf(rows, size, reviewOf, (row) => [row.asked_at.getTime(), row.id]);
  }

  /**
   * Reviews of all articles that the caller sees: those under way from the oldest on, those decided from the newest on.
   */
  async queue(
    { tenantId, caller }: CallerContext,
    { view, limit, cursor }: ReviewQueueDto,
  ): Promise<Page<QueuedReview>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const isDecided = view === 'decided';
    const [at, direction, than] = isDecided
      ? (['r.decided_at', 'DESC', '<'] as const)
      : (['r.asked_at', 'ASC', '>'] as const);
    const conditions = [
      visibleTo(caller, value),
      isDecided ? 'r.decided_at IS NOT NULL' : WAITING,
      ...(isDecided ? [] : [`${view === 'others' ? 'NOT' : ''} ${asksPerson(caller, value)}`]),
    ];
    if (cursor !== undefined) {
      const [from, id] = decodeCursor(cursor, ['instant', 'id']);
      conditions.push(
        `(${at}, r.id) ${than} (${value(new Date(Number(from)))}::timestamptz, ${value(id)}::uuid)`,
      );
    }
    const rows: QueuedRow[] = await this.manager.query(
      `${QUEUED} AND ${conditions.join(' AND ')} ORDER BY ${at} ${direction}, r.id ${direction} LIMIT ${size + 1}`,
      values,
    );
    return pageOf(rows, size, queuedOf, (row) => [
      ((isDecided && row.decided_at) || row.asked_at).getTime(),
      row.id,
    ]);
  }

  /**
   * Submits the draft as the caller has seen it. An article that was decided about can be submitted again.
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict, ValidationProblem
   */
  async submit(
    context: CallerContext,
    number: number,
    revision: number,
    { note = null, accounts = [], roles = [] }: SubmitArticleDto,
  ): Promise<ArticleReview> {
    const { tenantId, caller } = context;
    const reviewers = await this.reviewersOf({ tenantId, number }, accounts, roles);
    await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.locked(manager, context, number);
      requireEdit(caller, article);
      const refusal = cannotSubmit(article, draft, await findOpenReview(manager, tenantId, number));
      if (refusal) throw new WrongState(refusal);
      if (draft.revision !== revision) throw new VersionConflict();
      const at = new Date(this.clock.now());
      const version = article.last_version + 1;
      const live =
        article.live_version === null
          ? undefined
          : await findVersion(manager, tenantId, number, article.live_version);
      const { wordsInserted: inserted, wordsRemoved: removed } = countChanges(
        compareDocuments(live?.document ?? { type: 'doc' }, draft.document),
      );
      const { fields, document, base_version: baseVersion } = draft;
      const content = { kind: 'submitted', fields, document, baseVersion } as const;
      await addVersion(manager, { ...content, tenantId, number, version, authorId: caller.accountId, at });
      await endReview(manager, tenantId, number, { ended: 'resubmitted', at });
      const id = newId(at.getTime());
      await manager.query(
        `INSERT INTO article_review (tenant_id, id, number, version, hash, state, note, asked_by, asked_at, words_inserted, words_removed)
         VALUES ($1, $2, $3, $4, $5, 'in-review', $6, $7, $8, $9, $10)`,
        [tenantId, id, number, version, draft.hash, note, caller.accountId, at, inserted, removed],
      );
      for (const { kind, subject } of reviewers)
        await manager.query(
          `INSERT INTO article_reviewer (tenant_id, review_id, kind, subject) VALUES ($1, $2, $3, $4)`,
          [tenantId, id, kind, subject],
        );
      await manager.query(
        `UPDATE article SET last_version = $3, review = 'in-review', status = 'in-review' WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, version],
      );
      const to = await askedToReview(manager, { tenantId, number }, reviewers);
      await this.emails.post(manager, context, { number, kind: 'submitted', to, words: note });
      const target = { kind: 'article', id: String(number) };
      const after = { title: article.title, version };
      await this.auditLog.record(context, { action: 'article.submit', target, after }, manager);
    });
    this.emails.done(tenantId);
    return this.open(tenantId, number);
  }

  /** @throws NotFoundException, PermissionMissing, WrongState */
  async withdraw(context: CallerContext, number: number): Promise<void> {
    const { tenantId, caller } = context;
    await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.locked(manager, context, number);
      requireEdit(caller, article);
      const review = await this.requireInReview(manager, tenantId, number);
      await endReview(manager, tenantId, number, { ended: 'withdrawn', at: new Date(this.clock.now()) });
      const status = statusOf({
        trashed: false,
        review: null,
        draftHash: draft.hash,
        liveHash: article.live_hash,
        wasLive: article.first_published_at !== null,
        scheduled: article.scheduled_at !== null,
      });
      await manager.query(`UPDATE article SET status = $3 WHERE tenant_id = $1 AND number = $2`, [
        tenantId,
        number,
        status,
      ]);
      const target = { kind: 'article', id: String(number) };
      const before = { title: article.title, version: review.version };
      await this.auditLog.record(context, { action: 'article.withdraw-submission', target, before }, manager);
    });
    this.emails.done(tenantId);
  }

  /** @throws NotFoundException, WrongState when nothing is in review, or another version than the reviewer has read */
  async decide(
    context: CallerContext,
    number: number,
    { state, version, comment }: Verdict,
  ): Promise<ArticleReview> {
    const { tenantId, caller } = context;
    await this.manager.transaction(async (manager) => {
      const { article } = await this.locked(manager, context, number);
      const review = await this.requireInReview(manager, tenantId, number);
      if (review.version !== version)
        throw new WrongState(REVIEW_MESSAGES.otherVersion({ version: review.version }));
      await manager.query(
        `UPDATE article_review SET state = $3, decided_by = $4, decided_at = $5, comment = $6 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, review.id, state, caller.accountId, new Date(this.clock.now()), comment],
      );
      await manager.query(
        `UPDATE article SET review = $3, status = $3 WHERE tenant_id = $1 AND number = $2`,
        [tenantId, number, state],
      );
      const authors = [review.asked_by, article.owner_id].filter((id) => id !== null);
      const to = await accountsWho(manager, { tenantId, number }, 'pages.view', authors);
      await this.emails.post(manager, context, { number, kind: state, to, words: comment });
      const action = state === 'approved' ? 'article.approve' : 'article.request-changes';
      const target = { kind: 'article', id: String(number) };
      const after = { title: article.title, version, hash: review.hash };
      await this.auditLog.record(context, { action, target, after }, manager);
    });
    this.emails.done(tenantId);
    return this.open(tenantId, number);
  }

  private async open(tenantId: string, number: number): Promise<ArticleReview> {
    const [row]: ReviewRow[] = await this.manager.query(`${REVIEWS} AND r.ended_at IS NULL`, [
      tenantId,
      number,
    ]);
    if (!row) throw new WrongState(REVIEW_MESSAGES.notInReview); // ended in this moment
    return reviewOf(row);
  }

  private async requireInReview(
    manager: EntityManager,
    tenantId: string,
    number: number,
  ): Promise<OpenReview> {
    const review = await findOpenReview(manager, tenantId, number);
    if (review?.state !== 'in-review') throw new WrongState(REVIEW_MESSAGES.notInReview);
    return review;
  }

  /** @throws ValidationProblem for who may not review */
  private async reviewersOf(
    article: ArticleKey,
    accounts: readonly string[],
    roles: readonly string[],
  ): Promise<readonly { readonly kind: Reviewer['kind']; readonly subject: string }[]> {
    const people = await accountsWho(this.manager, article, 'pages.review', accounts);
    const stranger = accounts.findIndex((id) => !people.has(id.toLowerCase()));
    if (stranger >= 0) throw ValidationProblem.at(`accounts.${stranger}`, REVIEW_MESSAGES.unknownReviewer);
    const known = await rolesWith(this.manager, article.tenantId, 'pages.review', roles);
    const other = roles.findIndex((key) => !known.has(key));
    if (other >= 0) throw ValidationProblem.at(`roles.${other}`, REVIEW_MESSAGES.unknownRole);
    return [
      ...[...people].map((subject) => ({ kind: 'account', subject }) as const),
      ...[...known].map((subject) => ({ kind: 'role', subject }) as const),
    ];
  }

  private async locked(
    manager: EntityManager,
    context: CallerContext,
    number: number,
  ): Promise<{ readonly article: ArticleRow; readonly draft: DraftRow }> {
    const { tenantId } = context;
    const article = await findArticle(manager, context, number, { lock: true });
    const draft = article && (await findDraft(manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
    return { article, draft };
  }
}

/** Why a draft can't be submitted as it is; null when it can. */
function cannotSubmit(
  article: ArticleRow,
  draft: DraftRow,
  review: Pick<OpenReview, 'state' | 'hash'> | undefined,
): Message | null {
  if (review?.state === 'in-review') return REVIEW_MESSAGES.underway;
  if (review?.state === 'approved' && review.hash === draft.hash) return REVIEW_MESSAGES.stillApproved;
  if (article.live_hash === draft.hash) return REVIEW_MESSAGES.nothingNew;
  return null;
}

const personOf = (id: string | null, name: string | null): { id: string; displayName: string } | null =>
  id === null ? null : { id, displayName: name ?? '' };

const queuedOf = (row: QueuedRow): QueuedReview => ({
  ...reviewOf(row),
  number: row.number,
  type: row.type,
  title: row.title,
  path: row.path,
  wordsInserted: row.words_inserted,
  wordsRemoved: row.words_removed,
});

const reviewOf = (row: ReviewRow): ArticleReview => ({
  id: row.id,
  version: row.version,
  hash: row.hash,
  state: row.state,
  note: row.note,
  submitter: personOf(row.asked_by, row.asked_name),
  submittedAt: row.asked_at.toISOString(),
  reviewers: row.reviewers ?? [],
  decider: personOf(row.decided_by, row.decided_name),
  decidedAt: row.decided_at?.toISOString() ?? null,
  comment: row.comment,
  ended: row.ended,
  endedAt: row.ended_at?.toISOString() ?? null,
});
