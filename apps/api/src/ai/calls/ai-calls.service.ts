import { Inject, Injectable } from '@nestjs/common';
import { AI_FAILURES, type AiHelp } from '@sitedesk/contract/ai';
import { readSiteZone } from '../../content/articles/site-zone.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { MetricsService } from '../../platform/metrics/metrics.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { ModelCatalogueService } from '../catalogue/model-catalogue.service.js';
import type { Question } from '../dialects/dialect.js';
import { type AiSettings, type AiTarget, readAiSettings } from '../settings/ai-settings.js';
import { AiStateService } from '../status/ai-state.service.js';
import { AiBudgetService, type Spender } from '../usage/ai-budget.service.js';
import { siteDay } from '../usage/site-day.js';
import { estimatedTokens } from '../usage/tokens.js';
import { AiFailure, garbageFailure } from '../provider/ai-failure.js';
import { type Answer, AiProviderService } from '../provider/ai-provider.service.js';
import { BudgetSpent } from './ai-refusals.js';

/** What a call is for. */
export interface CallPurpose {
  readonly help: AiHelp;
  /** Number of the article. */
  readonly article: number | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds, where it isn't the time of the settings. */
  readonly timeout?: number;
  /** Gets what has come so far. */
  readonly onText?: (soFar: string) => void;
}

/** An answer, and what it took. */
export interface MadeCall {
  readonly answer: Answer;
  readonly model: string;
  readonly durationMs: number;
  readonly tokens: number;
}

/** What a small picture is counted as before the provider says. */
const PICTURE_TOKENS = 800;

const OUTCOMES = ['done', 'aborted', 'budget', ...AI_FAILURES] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Makes calls for people: within their budgets, and with a line in the log that holds numbers and no text. */
@Injectable()
export class AiCallsService {
  private readonly count: (outcome: Outcome) => void;

  constructor(
    private readonly provider: AiProviderService,
    private readonly catalogue: ModelCatalogueService,
    private readonly budgets: AiBudgetService,
    private readonly states: AiStateService,
    private readonly settings: SettingsService,
    metrics: MetricsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.count = metrics.counter({
      name: 'sitedesk_ai_calls_total',
      help: 'Calls of AI providers by their outcome',
      label: 'outcome',
      values: OUTCOMES,
    });
  }

  /**
   * @throws BudgetSpent, AiFailure
   */
  async make(
    context: CallerContext,
    settings: AiSettings,
    target: AiTarget,
    question: Omit<Question, 'model' | 'temperature'>,
    purpose: CallPurpose,
  ): Promise<MadeCall> {
    const { tenantId } = context;
    const startedAt = performance.now();
    const day = siteDay(this.clock.now(), (await this.settings.values(tenantId)).read(readSiteZone));
    const spender = { tenantId, accountId: context.caller.accountId, help: purpose.help, day: day.day };
    const { instructions, input, picture } = question.prompt;
    const tokensIn = estimatedTokens(instructions + input) + (picture ? PICTURE_TOKENS : 0);
    const reserved = tokensIn + question.maxTokens;
    const refusal = await this.budgets.reserve(spender, reserved, settings);
    if (refusal) {
      this.count('budget');
      throw new BudgetSpent(refusal, day.secondsLeft);
    }
    let soFar = '';
    let model = '';
    try {
      model = await this.catalogue.model(tenantId, settings, target);
      const limits = {
        timeout: purpose.timeout ?? settings.timeout,
        signal: purpose.signal,
        retry: purpose.help !== 'inline', // the next pause in typing asks again
      };
      const asked = { ...question, model, temperature: settings.temperature };
      const answer = await this.provider.ask(target, asked, limits, (text) => {
        soFar = text;
        purpose.onText?.(text);
      });
      const durationMs = performance.now() - startedAt;
      const spent = {
        reserved,
        tokensIn: answer.tokensIn ?? tokensIn,
        tokensOut: answer.tokensOut ?? estimatedTokens(answer.text),
        failed: answer.interrupted,
      };
      await this.budgets.settle(spender, spent);
      if (answer.interrupted) await this.note(spender, settings, garbageFailure(200));
      else if (await this.isCurrent(tenantId, settings))
        await this.states.succeeded(tenantId, settings, durationMs);
      this.report(context, purpose, { model, host: target.host, durationMs, outcome: 'done', ...spent });
      return { answer, model, durationMs, tokens: spent.tokensIn + spent.tokensOut };
    } catch (error) {
      const failure = error instanceof AiFailure ? error : undefined;
      const kind = failure?.kind ?? 'service';
      const wasRead = kind === 'aborted' || kind === 'timeout' || soFar !== '';
      const spent = {
        reserved,
        tokensIn: wasRead ? tokensIn : 0,
        tokensOut: estimatedTokens(soFar),
        failed: kind !== 'aborted',
      };
      await this.budgets.settle(spender, spent);
      if (failure && kind !== 'aborted') await this.note(spender, settings, failure);
      const durationMs = performance.now() - startedAt;
      this.report(context, purpose, { model, host: target.host, durationMs, outcome: kind, ...spent });
      throw error;
    }
  }

  private async note({ tenantId }: Spender, settings: AiSettings, failure: AiFailure): Promise<void> {
    if (await this.isCurrent(tenantId, settings)) await this.states.failed(tenantId, settings, failure);
  }

  /** What became of settings that have changed in the meantime says nothing of the new ones. */
  private async isCurrent(tenantId: string, settings: AiSettings): Promise<boolean> {
    return (await this.settings.read(tenantId, readAiSettings).catch(() => undefined)) === settings;
  }

  private report(
    { tenantId, requestId, actor }: CallerContext,
    { help, article }: CallPurpose,
    call: {
      readonly model: string;
      readonly host: string;
      readonly durationMs: number;
      readonly outcome: Outcome;
      readonly tokensIn: number;
      readonly tokensOut: number;
    },
  ): void {
    const { model, host, outcome, tokensIn, tokensOut } = call;
    this.count(outcome);
    const what = { event: 'ai.call', tenantId, requestId, accountId: actor.id, help, article, model, host };
    this.log.info({ ...what, outcome, tokensIn, tokensOut, ms: Math.round(call.durationMs) });
  }
}
