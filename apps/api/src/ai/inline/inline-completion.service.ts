import { Injectable } from '@nestjs/common';
import type { AiCompletion } from '@sitedesk/contract/ai';
import type { CompleteDto } from '@sitedesk/contract/ai.dto';
import type { CallerContext } from '../../platform/http/request-context.js';
import { AiRequestsService } from '../calls/ai-requests.service.js';
import { inlinePrompt, stopsOf } from './inline-prompt.js';
import { trimmedSuggestion } from './trimmed-suggestion.js';

/** Suggests how a text goes on at the caret (specification 4.6). */
@Injectable()
export class InlineCompletionService {
  constructor(private readonly requests: AiRequestsService) {}

  /**
   * @param gone ends the call when the person has gone
   * @throws AiOff, HelpOff, AiUnavailable, AiLimitReached, SuggestionReplaced, ProviderFailed; for an article of others NotFoundException,
   * PermissionMissing
   */
  async complete(context: CallerContext, input: CompleteDto, gone: AbortSignal): Promise<AiCompletion> {
    const startedAt = performance.now();
    const { requestId } = context;
    const purpose = { help: 'inline', article: input.article ?? undefined, signal: gone } as const;
    const usable = await this.requests.admit(context, purpose);
    if (input.prefix.trim() === '') return { ...NOTHING, durationMs: 0, requestId };
    const suffix = input.suffix ?? '';
    const language = input.language ?? 'prose';
    const prompt = inlinePrompt({
      prefix: input.prefix,
      suffix,
      language,
      field: input.field ?? 'body',
      title: input.title ?? undefined,
      locale: input.locale ?? undefined,
    });
    const question = { prompt, maxTokens: usable.ai.maxTokens, stop: stopsOf(language) };
    const { answer, model } = await this.requests.make(context, usable, question, purpose);
    return {
      text: trimmedSuggestion(answer.text, input.prefix, suffix),
      finish: answer.finish,
      model,
      durationMs: Math.round(performance.now() - startedAt),
      requestId,
    };
  }
}

const NOTHING = { text: '', finish: null, model: null } as const;
