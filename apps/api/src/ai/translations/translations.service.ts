import { Injectable, NotFoundException } from '@nestjs/common';
import {
  type AiTranslation,
  type AiTranslationState,
  KEPT_REASONS,
  titleSuffix,
  TRANSLATION_LIMITS,
  TRANSLATION_TEXTS,
  type TranslationLanguage,
} from '@sitedesk/contract/ai-translations';
import type { ContinueTranslationDto, CreateTranslationDto } from '@sitedesk/contract/ai.dto';
import { ARTICLE_LIMITS, ARTICLE_TYPES, type ArticleType } from '@sitedesk/contract/articles';
import { characters } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { requireEdit } from '../../content/articles/article-permissions.js';
import {
  type ArticleRow,
  type DraftRow,
  findArticle,
  findDraft,
} from '../../content/articles/article-rows.js';
import { ArticlesService } from '../../content/articles/articles.service.js';
import { findTemplate } from '../../content/templates/template-rows.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { AiRequestsService } from '../calls/ai-requests.service.js';
import { type DraftText, draftTexts, withBlockIds } from './draft-texts.js';
import { TextTranslatorService } from './text-translator.service.js';
import { TranslatedDraftsService } from './translated-drafts.service.js';
import {
  addTranslation,
  changeTranslation,
  findTranslation,
  type KeptKey,
  removeTranslation,
  type TranslationRow,
} from './translation-rows.js';

/** An article as its translation sees it. */
interface Translated {
  readonly article: ArticleRow;
  readonly draft: DraftRow;
  readonly texts: readonly DraftText[];
  readonly locked: readonly string[];
  /** Undefined when nobody has begun to translate it, or that is finished. */
  readonly row: TranslationRow | undefined;
}

/**
 * Translates articles into copies, which are drafts that people check and publish. Each request translates some texts, and what is left is
 * stored: anyone who may edit the copy can go on with it, at any time.
 */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
    private readonly requests: AiRequestsService,
    private readonly translator: TextTranslatorService,
    private readonly drafts: TranslatedDraftsService,
  ) {}

  /**
   * Creates the copy, in the language of the original so far. Nothing is asked of the provider.
   * @throws AiOff, HelpOff, AiUnavailable, NotFoundException, PermissionMissing, ValidationProblem, ProblemException 409 when another blog has
   * the URL
   */
  async create(
    context: CallerContext,
    { article: source, language }: CreateTranslationDto,
  ): Promise<AiTranslation> {
    const { tenantId, caller } = context;
    for (const permission of ['pages.view', 'pages.create'] as const)
      if (!caller.permissions.has(permission)) throw new PermissionMissing(permission);
    const { article, draft, locked } = await this.read(context, source);
    await this.requests.admit(context, { help: 'translate', article: undefined });
    const type = article.type as ArticleType;
    if (type === ARTICLE_TYPES.application) throw ValidationProblem.at('article', TRANSLATION_TEXTS.noText);
    const document = withBlockIds(draft.document, locked);
    const texts = draftTexts({ fields: draft.fields, document }, type, { locked, suffix: '' });
    const isLong = ({ text }: DraftText): boolean => characters(text) > TRANSLATION_LIMITS.text;
    const row: TranslationRow = {
      source,
      language,
      total: texts.length,
      pending: texts.filter((text) => !isLong(text)).map(({ key }) => key),
      kept: texts.filter(isLong).map(({ key }) => ({ key, reason: 'too-long' })),
    };
    const place = placeOfCopy(article, draft, language);
    const { answer: copy } = await this.articles.copy(
      context,
      source,
      place,
      { document },
      (manager, number) => addTranslation(manager, tenantId, number, row),
    );
    return progressOf(row, await this.read(context, copy.number));
  }

  /** @throws NotFoundException */
  async state(context: CallerContext, number: number): Promise<AiTranslationState> {
    const translated = await this.read(context, number);
    return { translation: translated.row ? progressOf(translated.row, translated) : null };
  }

  /**
   * Translates the next texts, which is one answer of the model in most cases.
   * @param gone ends it when the person has gone; what was translated before stays
   * @throws AiOff, HelpOff, AiUnavailable, AiLimitReached, SuggestionReplaced, ProviderFailed, NotFoundException, PermissionMissing, WrongState
   */
  async goOn(
    context: CallerContext,
    number: number,
    { again }: ContinueTranslationDto,
    gone: AbortSignal,
  ): Promise<AiTranslation> {
    const { tenantId } = context;
    await this.editable(context, number);
    if (again)
      await changeTranslation(this.manager, tenantId, number, ({ pending, kept }) => ({
        pending: [...kept.filter(({ reason }) => reason !== TOO_LONG).map(({ key }) => key), ...pending],
        kept: kept.filter(({ reason }) => reason === TOO_LONG),
      }));
    const { row, texts } = await this.read(context, number);
    if (!row) throw new WrongState(TRANSLATION_TEXTS.ended);
    if (row.pending.length > 0) {
      const batch = nextTexts(row.pending, texts);
      const outcomes = await this.translator.translate(
        context,
        { number, language: row.language, gone },
        batch,
      );
      // What someone has deleted since isn't waited for.
      const there = new Set(texts.map(({ key }) => key));
      const absent = row.pending.filter((key) => !there.has(key));
      const suffix = titleSuffix(row.language);
      await this.drafts.write(context, { number, suffix }, batch, outcomes, absent);
    }
    const now = await this.read(context, number);
    if (!now.row) throw new WrongState(TRANSLATION_TEXTS.ended);
    return progressOf(now.row, now);
  }

  /**
   * Forgets what was left to translate. The draft stays as it is.
   * @throws NotFoundException, PermissionMissing
   */
  async finish(context: CallerContext, number: number): Promise<void> {
    await this.editable(context, number);
    await removeTranslation(this.manager, context.tenantId, number);
  }

  private async editable(context: CallerContext, number: number): Promise<Translated> {
    const translated = await this.read(context, number);
    requireEdit(context.caller, translated.article);
    return translated;
  }

  private async read(context: CallerContext, number: number): Promise<Translated> {
    const { tenantId } = context;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    const { template } = draft.fields;
    const locked = (template && (await findTemplate(this.manager, tenantId, template)))?.locked ?? [];
    const row = await findTranslation(this.manager, tenantId, number);
    const suffix = row ? titleSuffix(row.language) : '';
    const texts = draftTexts(draft, article.type as ArticleType, { locked, suffix });
    return { article, draft, locked, row, texts };
  }
}

const TOO_LONG = KEPT_REASONS[2];

/** Title of the copy, with the language that it's to be in, and its place. */
function placeOfCopy(
  { type, blog_key: blogKey }: ArticleRow,
  { fields }: DraftRow,
  language: TranslationLanguage,
): { readonly title: string; readonly blogKey?: string } {
  const isBlog = (type as ArticleType) === ARTICLE_TYPES.stream;
  const { max } = isBlog ? ARTICLE_LIMITS.streamTitle : ARTICLE_LIMITS.title;
  const suffix = titleSuffix(language);
  const title =
    Array.from(fields.title)
      .slice(0, max - characters(suffix))
      .join('')
      .trimEnd() + suffix;
  if (!isBlog) return { title };
  const end = `-${language.toLowerCase()}`;
  return { title, blogKey: `${(blogKey ?? '').slice(0, ARTICLE_LIMITS.blogKey.max - end.length)}${end}` };
}

/** What goes to the model next. */
function nextTexts(pending: readonly string[], texts: readonly DraftText[]): readonly DraftText[] {
  const byKey = new Map(texts.map((text) => [text.key, text]));
  const batch: DraftText[] = [];
  let length = 0;
  for (const key of pending) {
    const text = byKey.get(key);
    if (!text) continue;
    length += text.text.length;
    const { characters: most, texts: count } = TRANSLATION_LIMITS.batch;
    if (batch.length > 0 && (length > most || batch.length === count)) break;
    batch.push(text);
  }
  return batch;
}

function progressOf(
  { source, language, total, pending, kept }: TranslationRow,
  { article: { number }, draft, texts }: Translated,
): AiTranslation {
  const byKey = new Map(texts.map((text) => [text.key, text]));
  const shown = ({ key, reason }: KeptKey): AiTranslation['kept'] => {
    const text = byKey.get(key);
    if (!text) return []; // deleted since
    const { field, block, plain } = text;
    const excerpt = Array.from(plain).slice(0, TRANSLATION_LIMITS.excerpt).join('');
    return [{ field, block, reason, text: excerpt === plain ? plain : `${excerpt}…` }];
  };
  return {
    number,
    title: draft.fields.title,
    source,
    language,
    total,
    left: pending.length,
    kept: kept.flatMap(shown),
  };
}
