import { HttpException, Injectable, NotFoundException } from '@nestjs/common';
import {
  ARTICLE_MESSAGES,
  type BulkArticleAction,
  type BulkArticleResult,
  type BulkArticlesAnswer,
  type BulkArticles,
  type KnownDraft,
} from '@sitedesk/contract/articles';
import type { BulkArticlesDto } from '@sitedesk/contract/articles.dto';
import type { AuditAction } from '@sitedesk/contract/audit';
import { type Message, worded } from '@sitedesk/contract/messages';
import type { Permission } from '@sitedesk/contract/permissions';
import type { TextReplacement } from '@sitedesk/contract/replace-text';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { ProblemException, ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { ArticleAccessService, requireOwner } from '../articles/article-access.service.js';
import { findArticle, findDraft, knownAuthors } from '../articles/article-rows.js';
import { BlogMovesService, type TargetBlog } from '../articles/blog-moves.service.js';
import { PublicationPlansService } from '../articles/publication-plans.service.js';
import { PublishingService } from '../articles/publishing.service.js';
import { TrashService } from '../articles/trash.service.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { VersionsService } from '../articles/versions.service.js';
import type { StoredTemplate } from '../templates/template-rows.js';
import { DraftChangesService, type Undoable } from './draft-changes.service.js';

/** What each takes, of which one is enough, and what it's called in the audit log when one article is refused. */
const ACTIONS = {
  publish: { permissions: ['pages.publish'], audited: 'article.publish' },
  withdraw: { permissions: ['pages.publish'], audited: 'article.withdraw' },
  schedule: { permissions: ['pages.publish'], audited: 'article.schedule' },
  'cancel-plan': { permissions: ['pages.publish'], audited: 'article.cancel-plan' },
  submit: { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.submit' },
  'withdraw-submission': {
    permissions: ['pages.edit-all', 'pages.edit-own'],
    audited: 'article.withdraw-submission',
  },
  trash: { permissions: ['pages.delete'], audited: 'article.trash' },
  restore: { permissions: ['pages.delete'], audited: 'article.restore' },
  'set-owner': { permissions: ['pages.edit-all'], audited: 'article.set-access' },
  'add-tag': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.save' },
  'remove-tag': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.save' },
  'add-author': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.save' },
  'remove-author': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.save' },
  'move-to-blog': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.move-to-blog' },
  'set-template': { permissions: ['templates.manage'], audited: 'article.set-template' },
  'replace-text': { permissions: ['pages.edit-all', 'pages.edit-own'], audited: 'article.save' },
  'restore-version': {
    permissions: ['pages.edit-all', 'pages.edit-own'],
    audited: 'article.restore-version',
  },
} as const satisfies Record<
  BulkArticleAction,
  { readonly permissions: readonly Permission[]; readonly audited: AuditAction }
>;

/** Values that only some actions take. */
const TAKEN_BY = {
  owner: ['set-owner'],
  tag: ['add-tag', 'remove-tag'],
  author: ['add-author', 'remove-author'],
  blogKey: ['move-to-blog'],
  template: ['set-template'],
  replace: ['replace-text'],
  drafts: ['replace-text', 'restore-version'],
  at: ['schedule', 'cancel-plan'],
} as const satisfies Record<string, readonly BulkArticleAction[]>;

/** What is done to each of them. */
interface Work {
  readonly action: BulkArticleAction;
  readonly owner: string | null;
  readonly tag: string;
  /** ID of an author profile; empty for none. */
  readonly author: string;
  /** Undefined when they stay in their blog. */
  readonly blog: TargetBlog | undefined;
  /** Undefined for none. */
  readonly template: StoredTemplate | undefined;
  readonly replace: TextReplacement | null;
  /** By the articles' numbers. */
  readonly drafts: ReadonlyMap<number, KnownDraft>;
  /** When it happens; null for now. */
  readonly at: Date | null;
}

/** What became of an article, and how it's undone; nothing when it's as it was before. */
interface Outcome extends BulkArticleResult, Undoable {}

/** Does the same to several articles: to each in a transaction of its own, so that one refusal holds no other up. */
@Injectable()
export class BulkArticlesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly access: ArticleAccessService,
    private readonly moves: BlogMovesService,
    private readonly drafts: DraftChangesService,
    private readonly plans: PublicationPlansService,
    private readonly publishing: PublishingService,
    private readonly reviews: ReviewsService,
    private readonly trash: TrashService,
    private readonly versions: VersionsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws PermissionMissing and ValidationProblem before anything is done, when no article could be treated so */
  async run(context: CallerContext, input: BulkArticlesDto): Promise<BulkArticlesAnswer> {
    const work = await this.validWork(context, input);
    const { numbers } = input;
    const { action, owner, tag, author, blog, template, replace, at } = work;
    const id = newId();
    const about = {
      ...(action === 'set-owner' && { owner }),
      ...(tag !== '' && { tag }),
      ...(author !== '' && { author }),
      ...(blog && { blogKey: input.blogKey }),
      ...(template && { template: template.name }),
      ...replace,
      ...(at && { dueAt: at.toISOString() }),
    };
    const after = { action, ...about, matched: numbers.length, changed: 0, actionId: id };
    await this.auditLog.record(context, { id, action: 'article.bulk', after });
    const outcomes: Outcome[] = [];
    for (const number of numbers) outcomes.push(await this.one({ ...context, partOf: id }, work, number));
    const results = outcomes.map(({ number, status, reason, reasonCode }) => ({
      number,
      status,
      reason,
      reasonCode,
    }));
    return { results, undo: undoOf(outcomes) };
  }

  private async validWork({ tenantId, caller }: CallerContext, input: BulkArticlesDto): Promise<Work> {
    const { action } = input;
    const { permissions } = ACTIONS[action];
    if (!permissions.some((permission) => caller.permissions.has(permission)))
      throw new PermissionMissing(permissions[0]);
    const given = {
      owner: input.owner?.toLowerCase() ?? null,
      tag: String(normaliseLine(input.tag ?? '')) || null,
      author: input.author?.toLowerCase() ?? null,
      blogKey: input.blogKey ?? null,
      template: input.template?.toLowerCase() ?? null,
      replace: input.replace ?? null,
      drafts: input.drafts ?? null,
      at: input.at ?? null,
    };
    for (const [name, actions] of Object.entries(TAKEN_BY))
      if (given[name as keyof typeof given] !== null && !(actions as readonly string[]).includes(action))
        throw ValidationProblem.at(name, ARTICLE_MESSAGES.notOfAction);
    const takes = (name: keyof typeof TAKEN_BY): boolean =>
      (TAKEN_BY[name] as readonly BulkArticleAction[]).includes(action);
    const { owner, tag, author, blogKey, template, replace, drafts, at } = given;
    if (owner !== null) await this.manager.transaction((manager) => requireOwner(manager, tenantId, owner));
    if (takes('tag') && tag === null) throw ValidationProblem.at('tag', ARTICLE_MESSAGES.needsTag);
    if (takes('author') && author === null)
      throw ValidationProblem.at('author', ARTICLE_MESSAGES.needsAuthor);
    if (action === 'add-author' && !(await knownAuthors(this.manager, tenantId, [author ?? ''])).size)
      throw ValidationProblem.at('author', ARTICLE_MESSAGES.unknownAuthor);
    if (takes('blogKey') && blogKey === null)
      throw ValidationProblem.at('blogKey', ARTICLE_MESSAGES.needsBlog);
    if (takes('replace') && replace === null)
      throw ValidationProblem.at('replace', ARTICLE_MESSAGES.needsText);
    const needsVersions = action === 'restore-version';
    if (
      takes('drafts') &&
      (drafts?.length !== input.numbers.length || (needsVersions && drafts.some(({ version }) => !version)))
    )
      throw ValidationProblem.at('drafts', ARTICLE_MESSAGES.needsDrafts);
    if (takes('at') && at === null) throw ValidationProblem.at('at', ARTICLE_MESSAGES.needsTime);
    return {
      action,
      owner,
      tag: tag ?? '',
      author: author ?? '',
      template: template === null ? undefined : await this.drafts.template(tenantId, template),
      replace,
      drafts: new Map((drafts ?? []).map((draft, index) => [input.numbers[index] ?? 0, draft])),
      blog: blogKey === null ? undefined : await this.moves.target({ tenantId, caller }, blogKey),
      at: at === null ? null : await this.plans.instantOf(tenantId, at),
    };
  }

  private async one(context: CallerContext, work: Work, number: number): Promise<Outcome> {
    const { action } = work;
    const done = await this.apply(context, work, number).catch(reasonOf);
    if (done === 'unchanged') return { number, status: 'unchanged', ...worded('reason', null) };
    if (!isMessage(done)) return { number, status: 'done', ...worded('reason', null), ...done };
    const target = { kind: 'article', id: String(number) };
    const event = { action: ACTIONS[action].audited, target, outcome: 'refused', reason: done.text } as const;
    await this.auditLog.record(context, event);
    return { number, status: 'refused', ...worded('reason', done) };
  }

  private async apply(context: CallerContext, work: Work, number: number): Promise<'unchanged' | Undoable> {
    const { tenantId } = context;
    const { action, owner, tag, author, blog, template, replace, drafts, at } = work;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    switch (action) {
      case 'publish': {
        if (article.status === 'live') return 'unchanged';
        await this.publishing.publish(context, number, draft.revision);
        return article.publication_id === null ? { undo: { action: 'withdraw' } } : {};
      }
      case 'withdraw': {
        await this.publishing.withdraw(context, number, { answer: 404 });
        // Only what was live is published again: a draft that has changed since is another text.
        return draft.hash === article.live_hash ? { undo: { action: 'publish' } } : {};
      }
      case 'schedule': {
        const time = at?.toISOString();
        await this.plans.create(context, number, {
          action: 'publish',
          revision: draft.revision,
          at: time,
        });
        return { undo: { action: 'cancel-plan', at: time } };
      }
      case 'cancel-plan': {
        await this.plans.cancelAt(context, number, at);
        return {};
      }
      case 'submit': {
        await this.reviews.submit(context, number, draft.revision, {});
        // A verdict that the submission has ended doesn't come back.
        return article.review === null ? { undo: { action: 'withdraw-submission' } } : {};
      }
      case 'withdraw-submission': {
        await this.reviews.withdraw(context, number);
        return {};
      }
      case 'trash': {
        if (article.trashed_at) return 'unchanged';
        await this.trash.move(context, number, {});
        return { undo: { action: 'restore' } };
      }
      case 'restore': {
        await this.trash.restore(context, number, {});
        return { undo: { action: 'trash' } };
      }
      case 'set-owner': {
        if (article.owner_id === owner) return 'unchanged';
        await this.access.setOwner(context, number, owner);
        return { undo: { action: 'set-owner', owner: article.owner_id } };
      }
      case 'add-tag':
      case 'remove-tag':
        return this.drafts.tag(context, { action, tag }, article, draft);
      case 'add-author':
      case 'remove-author':
        return this.drafts.name(context, { action, author }, article, draft);
      case 'move-to-blog': {
        if (!blog) throw new Error('Which blog was checked before.');
        const from = await this.moves.move(context, number, blog);
        return from === undefined ? 'unchanged' : { undo: { action, blogKey: from } };
      }
      case 'set-template':
        return this.drafts.setTemplate(context, article, template);
      case 'replace-text':
        return replace ? this.drafts.replace(context, number, replace, drafts.get(number)) : 'unchanged';
      case 'restore-version': {
        const { version = 0, revision = 0 } = drafts.get(number) ?? {};
        await this.versions.restore(context, number, version, revision);
        return {};
      }
      default:
        return action satisfies never;
    }
  }
}

const isMessage = (done: Message | Undoable): done is Message => 'text' in done;

function reasonOf(error: unknown): Message {
  if (error instanceof NotFoundException) return ARTICLE_MESSAGES.unknown;
  if (error instanceof ValidationProblem) {
    const [{ message: text, code = '', params } = { message: error.reason.text }] = error.errors;
    return { code, text, ...(params && { params }) };
  }
  if (error instanceof ProblemException) return error.reason;
  if (error instanceof HttpException) return { code: 'unknown', text: error.message };
  throw error;
}

/** What brings back what was before, of articles that are alike in that. */
interface UndoGroup {
  readonly about: Omit<BulkArticles, 'numbers'>;
  readonly numbers: number[];
  readonly drafts: KnownDraft[];
}

/** Requests of the same kind that bring back what was before, one for each way to undo it. */
function undoOf(outcomes: readonly Outcome[]): readonly BulkArticles[] {
  const groups = new Map<string, UndoGroup>();
  for (const { number, undo } of outcomes) {
    if (!undo) continue;
    const { drafts = [], ...about } = undo;
    const key = JSON.stringify(about);
    const group: UndoGroup = groups.get(key) ?? { about, numbers: [], drafts: [] };
    group.numbers.push(number);
    group.drafts.push(...drafts);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ about, numbers, drafts }) => ({
    ...about,
    numbers,
    ...(drafts.length > 0 && { drafts }),
  }));
}
