import { Injectable, NotFoundException } from '@nestjs/common';
import { AI_TEXTS, type AiCompletion } from '@sitedesk/contract/ai';
import type { CompleteDto } from '@sitedesk/contract/ai.dto';
import { EntityManager } from 'typeorm';
import { requireEdit } from '../../content/articles/article-permissions.js';
import { findArticle } from '../../content/articles/article-rows.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { AiCallsService } from '../calls/ai-calls.service.js';
import { AiFailure } from '../provider/ai-failure.js';
import { AiCircuit, AiLanes } from '../calls/ai-lanes.js';
import { AiLimitReached, AiUnavailable, refusalOf, usableSettings } from '../calls/ai-refusals.js';
import { AI_GROUP } from '../settings/ai-setting-definitions.js';
import { inlinePrompt, stopsOf } from './inline-prompt.js';
import { trimmedSuggestion } from './trimmed-suggestion.js';

/** Failures of the provider, as opposed to those of a request or of the settings. */
const PROVIDER_FAILURES = new Set(['service', 'timeout', 'garbage']);

/** Suggests how a text goes on at the caret (specification 4.6). */
@Injectable()
export class InlineCompletionService {
  private readonly lanes = new AiLanes();
  private readonly circuit = new AiCircuit();

  constructor(
    private readonly settings: SettingsService,
    private readonly calls: AiCallsService,
    private readonly manager: EntityManager,
    editor: SettingEditorService,
  ) {
    editor.addRule({
      written: ({ context, drafts }) => {
        if (drafts.some(({ definition }) => definition.group === AI_GROUP))
          this.circuit.close(context.tenantId);
      },
    });
  }

  /**
   * @param gone ends the call when the person has gone
   * @throws AiOff, AiUnavailable, AiLimitReached, SuggestionReplaced, ProviderFailed; for an article of others NotFoundException,
   * PermissionMissing
   */
  async complete(context: CallerContext, input: CompleteDto, gone: AbortSignal): Promise<AiCompletion> {
    const { tenantId, caller, requestId } = context;
    const startedAt = performance.now();
    const { ai, target } = await usableSettings(this.settings, tenantId);
    const article = input.article ?? undefined;
    if (article !== undefined) {
      const row = await findArticle(this.manager, context, article);
      if (!row) throw new NotFoundException();
      requireEdit(caller, row);
    }
    if (input.prefix.trim() === '') return { ...NOTHING, durationMs: 0, requestId };
    const pause = this.circuit.pauseSeconds(tenantId, startedAt);
    if (pause > 0) throw new AiUnavailable(AI_TEXTS.paused, pause);
    const ticket = this.lanes.enter(tenantId, `${tenantId} ${caller.accountId}`, gone);
    if (!ticket) throw new AiLimitReached('slots', AI_TEXTS.busy, 1);
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
    const question = { prompt, maxTokens: ai.maxTokens, stop: stopsOf(language) };
    try {
      const { answer, model } = await this.calls.make(context, ai, target, question, {
        help: 'inline',
        article,
        signal: ticket.signal,
      });
      if (answer.interrupted) this.circuit.failed(tenantId, performance.now());
      else this.circuit.close(tenantId);
      return {
        text: trimmedSuggestion(answer.text, input.prefix, suffix),
        finish: answer.finish,
        model,
        durationMs: Math.round(performance.now() - startedAt),
        requestId,
      };
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      if (PROVIDER_FAILURES.has(error.kind)) this.circuit.failed(tenantId, performance.now());
      throw refusalOf(error);
    } finally {
      ticket.leave();
    }
  }
}

const NOTHING = { text: '', finish: null, model: null } as const;
