import { Injectable } from '@nestjs/common';
import {
  ARTICLE_LIMITS,
  ARTICLE_MESSAGES,
  type ArticleFields,
  type ArticleType,
  type BulkArticles,
  type KnownDraft,
} from '@sitedesk/contract/articles';
import { fieldError } from '@sitedesk/contract/field-rules';
import { fitDocument, TEMPLATE_MESSAGES } from '@sitedesk/contract/page-templates';
import { replaceText, type TextReplacement } from '@sitedesk/contract/replace-text';
import { characters } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { newId } from '../../platform/core/id.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import type { ArticleRow, DraftRow } from '../articles/article-rows.js';
import { isSameTemplate } from '../articles/article-templates.js';
import { ArticlesService } from '../articles/articles.service.js';
import { type Rewritten, VersionsService } from '../articles/versions.service.js';
import { findTemplate, type StoredTemplate } from '../templates/template-rows.js';

/** How what was done to an article is undone; nothing when it can't be, or is as it was before. */
export interface Undoable {
  readonly undo?: Omit<BulkArticles, 'numbers'>;
}

/** Changes of drafts that are made to several at once. */
@Injectable()
export class DraftChangesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly versions: VersionsService,
  ) {}

  async tag(
    context: CallerContext,
    { action, tag }: { readonly action: 'add-tag' | 'remove-tag'; readonly tag: string },
    { number }: ArticleRow,
    { fields, document, revision }: DraftRow,
  ): Promise<'unchanged' | Undoable> {
    const adds = action === 'add-tag';
    if (fields.tags.includes(tag) === adds) return 'unchanged';
    const tags = adds ? [...fields.tags, tag] : fields.tags.filter((each) => each !== tag);
    const { tags: max } = ARTICLE_LIMITS;
    if (tags.length > max) throw new WrongState(ARTICLE_MESSAGES.tooManyTags({ max }));
    const saved = { operation: newId(), fields: { ...fields, tags }, document };
    await this.articles.save(context, number, revision, saved);
    return { undo: { action: adds ? 'remove-tag' : 'add-tag', tag } };
  }

  /** Names an author last in the byline, or not at all. */
  async name(
    context: CallerContext,
    { action, author }: { readonly action: 'add-author' | 'remove-author'; readonly author: string },
    { number }: ArticleRow,
    { fields, document, revision }: DraftRow,
  ): Promise<'unchanged' | Undoable> {
    const adds = action === 'add-author';
    if (fields.authors.includes(author) === adds) return 'unchanged';
    const others = fields.authors.filter((id) => id !== author);
    const { authors: max } = ARTICLE_LIMITS;
    if (adds && others.length === max) throw new WrongState(ARTICLE_MESSAGES.tooManyAuthors({ max }));
    const authors = adds ? [...others, author] : others;
    const saved = { operation: newId(), fields: { ...fields, authors }, document };
    await this.articles.save(context, number, revision, saved);
    if (adds) return { undo: { action: 'remove-author', author } };
    // Named before others, it would come back behind them.
    return fields.authors.at(-1) === author ? { undo: { action: 'add-author', author } } : {};
  }

  /** @throws ValidationProblem */
  async template(tenantId: string, id: string): Promise<StoredTemplate> {
    const template = await findTemplate(this.manager, tenantId, { id });
    if (!template) throw ValidationProblem.at('template', TEMPLATE_MESSAGES.unknown);
    return template;
  }

  /** Puts a text under a template: what people wrote stands in its free regions. Without one, nothing is locked. */
  async setTemplate(
    context: CallerContext,
    { number, type }: ArticleRow,
    template: StoredTemplate | undefined,
  ): Promise<'unchanged' | Undoable> {
    const { tenantId } = context;
    if (template && (template.type as ArticleType) !== type)
      throw new WrongState(TEMPLATE_MESSAGES.otherType({ name: template.name }));
    const rewritten = await this.versions.rewrite(context, number, {
      audited: 'article.set-template',
      change: async (manager, { fields, document }) => {
        const { template: former, ...rest } = fields;
        if (isSameTemplate(former, template)) return undefined;
        if (!template) return { fields: rest, document };
        const before = former && (await findTemplate(manager, tenantId, former));
        const fitted = fitDocument(document, before, template);
        if (!fitted) throw new WrongState(TEMPLATE_MESSAGES.noPlace({ name: template.name }));
        const { id, version } = template;
        return { fields: { ...rest, template: { id, version } }, document: fitted };
      },
    });
    return undoable(rewritten);
  }

  /** Replaces text in a draft that is still as it was looked through. */
  async replace(
    context: CallerContext,
    number: number,
    replacement: TextReplacement,
    known: KnownDraft | undefined,
  ): Promise<'unchanged' | Undoable> {
    const { tenantId } = context;
    const rewritten = await this.versions.rewrite(context, number, {
      audited: 'article.save',
      change: async (manager, draft) => {
        if (draft.revision !== known?.revision) throw new WrongState(ARTICLE_MESSAGES.changedSince);
        const template =
          draft.fields.template && (await findTemplate(manager, tenantId, draft.fields.template));
        const { fields, document, count } = replaceText(draft, replacement, template?.locked);
        if (count === 0) throw new WrongState(ARTICLE_MESSAGES.notFound);
        requireLengths(fields);
        return { fields, document };
      },
    });
    return undoable(rewritten);
  }
}

const undoable = (rewritten: Rewritten | undefined): 'unchanged' | Undoable =>
  rewritten ? { undo: { action: 'restore-version', drafts: [rewritten] } } : 'unchanged';

/** @throws ValidationProblem for fields that a replacement made too long */
function requireLengths(fields: ArticleFields): void {
  const bounds = {
    introduction: ARTICLE_LIMITS.introduction,
    bannerText: ARTICLE_LIMITS.imageText,
    searchTitle: ARTICLE_LIMITS.searchTitle,
    searchDescription: ARTICLE_LIMITS.searchDescription,
  } as const;
  const tooLong = Object.entries(bounds).filter(
    ([name, { max }]) => characters(fields[name as keyof typeof bounds] ?? '') > max,
  );
  if (tooLong.length > 0)
    throw new ValidationProblem(
      tooLong.map(([name, { max }]) => fieldError(`fields.${name}`, ARTICLE_MESSAGES.fieldTooLong({ max }))),
    );
}
