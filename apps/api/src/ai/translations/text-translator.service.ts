import { Injectable } from '@nestjs/common';
import type { KeptReason, TranslationLanguage } from '@sitedesk/contract/ai-translations';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { characters } from '@sitedesk/contract/text';
import type { CallerContext } from '../../platform/http/request-context.js';
import type { CallPurpose } from '../calls/ai-calls.service.js';
import { AiRequestsService } from '../calls/ai-requests.service.js';
import { estimatedTokens } from '../usage/tokens.js';
import type { DraftText } from './draft-texts.js';
import { restoredText } from './protected-text.js';
import { translatedParts, translationPrompt } from './translation-prompt.js';

/** Milliseconds: someone watches how far it is. */
const TIMEOUT = 60_000;
const MOST_TOKENS = 4_096;

/** What became of a text: its translation, or why there is none. */
export type Outcome = { readonly nodes: readonly DocumentNode[] } | { readonly reason: KeptReason };

/** Asks the model for translations, and doesn't take what isn't one. */
@Injectable()
export class TextTranslatorService {
  constructor(private readonly requests: AiRequestsService) {}

  /**
   * Translates some texts, or the first of them: an answer that can't be used at all is asked for again for half as many.
   * @param target of the copy, and when the person has gone
   * @returns by the keys of the texts; those that aren't in it are still to be translated
   */
  async translate(
    context: CallerContext,
    {
      number,
      language,
      gone,
    }: {
      readonly number: number;
      readonly language: TranslationLanguage;
      readonly gone: AbortSignal;
    },
    texts: readonly DraftText[],
  ): Promise<ReadonlyMap<string, Outcome>> {
    const purpose = { help: 'translate', article: number, signal: gone, timeout: TIMEOUT } as const;
    const usable = await this.requests.admit(context, purpose);
    for (let count = texts.length; count > 0; count = Math.floor(count / 2)) {
      const asked = texts.slice(0, count);
      const outcomes = await this.ask(context, usable, purpose, language, asked);
      if (outcomes.size > 0) return outcomes;
    }
    const [first] = texts;
    return new Map(first ? [[first.key, { reason: 'missing' }]] : []);
  }

  private async ask(
    context: CallerContext,
    usable: Awaited<ReturnType<AiRequestsService['admit']>>,
    purpose: CallPurpose,
    language: TranslationLanguage,
    texts: readonly DraftText[],
  ): Promise<ReadonlyMap<string, Outcome>> {
    const sources = texts.map(({ text }) => text.trim());
    const { prompt, fence } = translationPrompt(sources, language);
    const maxTokens = Math.min(estimatedTokens(prompt.input) * 2 + 100, MOST_TOKENS);
    const { answer } = await this.requests.make(context, usable, { prompt, maxTokens, stop: [] }, purpose);
    const isWhole = answer.finish === 'stop' && !answer.interrupted;
    const parts = translatedParts(answer.text, fence, isWhole);
    const last = isWhole ? texts.length - 1 : Math.max(...parts.keys(), -1);
    return new Map(
      parts.size === 0
        ? []
        : texts.slice(0, last + 1).map((text, index) => [text.key, outcomeOf(text, parts.get(index))]),
    );
  }
}

function outcomeOf(text: DraftText, answer: string | undefined): Outcome {
  if (answer === undefined) return { reason: 'missing' };
  const nodes = restoredText(answer, text);
  if (!nodes) return { reason: 'placeholders' };
  const isTooLong =
    text.max !== undefined && characters(nodes.map((node) => node.text ?? '').join('')) > text.max;
  return isTooLong ? { reason: 'too-long' } : { nodes };
}
