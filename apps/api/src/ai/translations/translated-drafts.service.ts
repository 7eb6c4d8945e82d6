import { Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, type ArticleType } from '@sitedesk/contract/articles';
import { type DocumentNode, documentProblem } from '@sitedesk/contract/documents';
import { EntityManager } from 'typeorm';
import { findArticle, findDraft } from '../../content/articles/article-rows.js';
import { ArticlesService } from '../../content/articles/articles.service.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type DraftText, draftTexts, withTexts } from './draft-texts.js';
import type { Outcome } from './text-translator.service.js';
import { changeTranslation, type KeptKey } from './translation-rows.js';

/** Someone may save the draft between reading and writing it. */
const ATTEMPTS = 5;

/** The number of a copy, and what its title ends with until that is translated. */
interface TranslatedCopy {
  readonly number: number;
  readonly suffix: string;
}

/** Puts translations into drafts, with what is left to do in the same transaction. */
@Injectable()
export class TranslatedDraftsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly articles: ArticlesService,
  ) {}

  /**
   * A text that someone has changed since stays as they wrote it.
   * @param asked what was sent to the model
   * @param absent keys of texts that the draft no longer has
   * @throws NotFoundException, PermissionMissing, WrongState, VersionConflict
   */
  async write(
    context: CallerContext,
    copy: TranslatedCopy,
    asked: readonly DraftText[],
    outcomes: ReadonlyMap<string, Outcome>,
    absent: readonly string[],
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(context, copy, asked, outcomes, absent);
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async attempt(
    context: CallerContext,
    copy: TranslatedCopy,
    asked: readonly DraftText[],
    outcomes: ReadonlyMap<string, Outcome>,
    absent: readonly string[],
  ): Promise<void> {
    const { tenantId } = context;
    const { number, suffix } = copy;
    const article = await findArticle(this.manager, context, number);
    const draft = article && (await findDraft(this.manager, tenantId, number));
    if (!draft) throw new NotFoundException();
    if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
    const now = new Map(
      draftTexts(draft, article.type as ArticleType, { locked: [], suffix }).map(({ key, text }) => [
        key,
        text,
      ]),
    );
    const texts = new Map<string, readonly DocumentNode[]>();
    const kept: KeptKey[] = [];
    for (const { key, text } of asked) {
      const outcome = outcomes.get(key);
      if (!outcome || now.get(key) !== text) continue;
      if ('reason' in outcome) kept.push({ key, reason: outcome.reason });
      else texts.set(key, outcome.nodes);
    }
    const done = new Set([...outcomes.keys(), ...absent]);
    const note = (more: readonly KeptKey[]) => (manager: EntityManager) =>
      changeTranslation(manager, tenantId, number, (row) => ({
        pending: row.pending.filter((key) => !done.has(key)),
        kept: [...row.kept.filter(({ key }) => !done.has(key)), ...more],
      }));
    const next = withTexts(draft, texts);
    // The whole document has a limit too, which longer words may exceed.
    if (documentProblem(next.document)) {
      const tooLong = [...texts.keys()].map((key) => ({ key, reason: 'too-long' as const }));
      return this.manager.transaction(note([...kept, ...tooLong]));
    }
    if (texts.size === 0) return this.manager.transaction(note(kept));
    const saved = { operation: newId(), fields: next.fields, document: next.document };
    await this.articles.save(context, number, draft.revision, saved, note(kept));
  }
}
