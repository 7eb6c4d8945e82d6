import { Injectable } from '@nestjs/common';
import { AI_LIMITS, AI_TEXTS, type AiPiece, type AiSuggestions, type AiWriting } from '@sitedesk/contract/ai';
import type { AltTextDto, ReplyDto, SuggestDto } from '@sitedesk/contract/ai.dto';
import { ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import { characters } from '@sitedesk/contract/text';
import { ContactDetailsService } from '../../contact/inbox/contact-details.service.js';
import { FilesService } from '../../content/files/files.service.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import type { Tell } from '../../platform/events/answers-in-events.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import type { CallPurpose, MadeCall } from '../calls/ai-calls.service.js';
import { AnswerCut } from '../calls/ai-refusals.js';
import { AiRequestsService } from '../calls/ai-requests.service.js';
import { estimatedTokens } from '../usage/tokens.js';
import { arrivingChoices, arrivingText } from './arriving-text.js';
import { choicesOf, linesOf, onOneLine, textOf } from './readable-answer.js';
import { masked, unmasked } from './masked-message.js';
import { picturePrompt, replyPrompt, writingPrompt } from './writing-prompt.js';

/** Milliseconds: someone pressed a button and waits for it. */
const TIMEOUT = 60_000;
const TOKENS = { titles: 300, introductions: 900, altText: 300, reply: 800 } as const;
const MOST_TOKENS = 4_096;

/** Writes what someone has asked for. They take it, change it or leave it: nothing of it is saved. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly requests: AiRequestsService,
    private readonly files: FilesService,
    private readonly messages: ContactDetailsService,
  ) {}

  /**
   * @param gone ends the call when the person has gone
   * @param tell gets what can be shown before the answer is whole
   * @throws AiOff, HelpOff, AiUnavailable, AiLimitReached, SuggestionReplaced, ProviderFailed, AnswerCut, ValidationProblem; for an article
   * of others NotFoundException, PermissionMissing
   */
  async suggest(
    context: CallerContext,
    input: SuggestDto,
    gone: AbortSignal,
    tell: Tell<AiPiece>,
  ): Promise<AiSuggestions> {
    const startedAt = performance.now();
    const { help, text } = input;
    const purpose = purposeOf(help, gone, input.article ?? undefined);
    const usable = await this.requests.admit(context, purpose);
    const isImproved = help === 'shorten' || help === 'proofread';
    if (isImproved && characters(text) > AI_LIMITS.paragraph)
      throw ValidationProblem.at('text', AI_TEXTS.paragraphTooLong({ max: AI_LIMITS.paragraph }));
    const prompt = writingPrompt(help, { text, title: input.title?.trim() || undefined });
    const maxTokens = isImproved
      ? Math.min(Math.ceil(estimatedTokens(text) * 1.5) + 100, MOST_TOKENS)
      : TOKENS[help];
    const question = { prompt, maxTokens, stop: [] };
    if (isImproved) {
      const show = (piece: string): void =>
        tell({ choice: 0, text: text.includes('\n') ? piece : onOneLine(piece) });
      const onText = arrivingText(text, show);
      const made = await this.requests.make(context, usable, question, { ...purpose, onText });
      if (!isWhole(made)) throw new AnswerCut();
      return answered(context, made, [textOf(made.answer.text, text)], startedAt);
    }
    const source = `${input.title ?? ''}\n${text}`;
    const max = help === 'titles' ? ARTICLE_LIMITS.title.max : ARTICLE_LIMITS.introduction.max;
    const onText = arrivingChoices(source, max, tell);
    const made = await this.requests.make(context, usable, question, { ...purpose, onText });
    const choices = choicesOf(made.answer.text, source, { max, isWhole: isWhole(made) });
    return answered(context, made, choices, startedAt);
  }

  /** @throws as {@link suggest}; NotFoundException for a file that isn't there, ValidationProblem for one that is no picture */
  async altText(context: CallerContext, input: AltTextDto, gone: AbortSignal): Promise<AiSuggestions> {
    const startedAt = performance.now();
    // Who describes pictures; the model would tell others what is to be seen in them.
    if (!context.caller.permissions.has('files.manage')) throw new PermissionMissing('files.manage');
    const purpose = purposeOf('alt-text', gone);
    const usable = await this.requests.admit(context, purpose);
    const { picture, name, caption } = await this.files.preview(context.tenantId, input.file);
    const prompt = picturePrompt(picture, {
      name,
      caption: caption ?? '',
      locale: input.locale?.trim() ?? '',
    });
    const question = { prompt, maxTokens: TOKENS.altText, stop: [] };
    const made = await this.requests.make(context, usable, question, purpose);
    if (!isWhole(made)) throw new AnswerCut();
    const text = textOf(made.answer.text, '');
    const kept = characters(text) > AI_LIMITS.altText ? shortened(text, AI_LIMITS.altText) : text;
    return answered(context, made, [kept], startedAt);
  }

  /** @throws as {@link suggest}; NotFoundException for a message that isn't there */
  async reply(
    context: CallerContext,
    input: ReplyDto,
    gone: AbortSignal,
    tell: Tell<AiPiece>,
  ): Promise<AiSuggestions> {
    const startedAt = performance.now();
    if (!context.caller.permissions.has('contacts.manage')) throw new PermissionMissing('contacts.manage');
    const purpose = purposeOf('reply', gone);
    const usable = await this.requests.admit(context, purpose);
    const { name, email, message } = await this.messages.find(context.tenantId, input.message);
    const prompt = replyPrompt(masked(message, { name, email }));
    const question = { prompt, maxTokens: TOKENS.reply, stop: [] };
    const onText = arrivingText(message, (text) => tell({ choice: 0, text: unmasked(text, name) }));
    const made = await this.requests.make(context, usable, question, { ...purpose, onText });
    if (!isWhole(made)) throw new AnswerCut();
    return answered(context, made, [unmasked(linesOf(made.answer.text, message), name)], startedAt);
  }
}

const purposeOf = (
  help: AiWriting | 'alt-text' | 'reply',
  signal: AbortSignal,
  article?: number,
): CallPurpose & { readonly timeout: number } => ({ help, article, signal, timeout: TIMEOUT });

const isWhole = ({ answer }: MadeCall): boolean => answer.finish === 'stop' || answer.finish === 'filter';

const answered = (
  { requestId }: CallerContext,
  { answer, model }: MadeCall,
  choices: readonly string[],
  startedAt: number,
): AiSuggestions => ({
  choices: choices.filter((choice) => choice !== ''),
  finish: answer.finish,
  model,
  durationMs: Math.round(performance.now() - startedAt),
  requestId,
});

/** Up to the last word that has room. */
const shortened = (text: string, max: number): string =>
  Array.from(text)
    .slice(0, max - 1)
    .join('')
    .replace(/\s+\S*$/, '') + '…';
