import { Injectable } from '@nestjs/common';
import {
  AI_CHECK_STEPS,
  AI_CHECK_TEXTS,
  AI_RANGES,
  AI_TEXTS,
  type AiCheck,
  type AiCheckStep,
} from '@sitedesk/contract/ai';
import { type Message, worded } from '@sitedesk/contract/messages';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { AiCallsService, type MadeCall } from '../calls/ai-calls.service.js';
import { AiFailure } from '../provider/ai-failure.js';
import { AiOff, AiUnavailable, usableSettings } from '../calls/ai-refusals.js';

const PROMPT = { instructions: 'Answer with the single word OK.', input: 'Say OK.' };

interface Finding {
  /** Undefined when all is well. */
  readonly failedAt: AiCheckStep | undefined;
  readonly message: Message;
  readonly call?: MadeCall;
}

/** Asks the provider for a word, and says at which step that failed. */
@Injectable()
export class AiCheckService {
  constructor(
    private readonly settings: SettingsService,
    private readonly calls: AiCallsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws WrongState while AI is off, BudgetSpent */
  async check(context: CallerContext, gone: AbortSignal): Promise<AiCheck> {
    const startedAt = performance.now();
    const usable = await usableSettings(this.settings, context.tenantId).catch((error: unknown) => {
      if (error instanceof AiOff) throw new WrongState(AI_TEXTS.off);
      if (error instanceof AiUnavailable) return error;
      throw error;
    });
    const { failedAt, message, call } =
      usable instanceof AiUnavailable
        ? { failedAt: 'settings' as const, message: usable.reason }
        : await this.ask(context, usable, gone);
    await this.auditLog.record(context, {
      action: 'ai.check',
      target: { kind: 'setting-group', id: 'AI' },
      after: { outcome: failedAt ?? 'ok' },
    });
    return {
      ok: failedAt === undefined,
      steps: stepsUntil(failedAt),
      host: usable instanceof AiUnavailable ? null : usable.target.host,
      model: call?.model ?? null,
      durationMs: Math.round(performance.now() - startedAt),
      tokens: call?.tokens ?? 0,
      ...worded('message', message),
    };
  }

  private async ask(
    context: CallerContext,
    { ai, target }: Awaited<ReturnType<typeof usableSettings>>,
    gone: AbortSignal,
  ): Promise<Finding> {
    const question = { prompt: PROMPT, maxTokens: AI_RANGES.maxTokens.min, stop: [] };
    const purpose = { help: 'check', article: undefined, signal: gone } as const;
    try {
      const call = await this.calls.make(context, ai, target, question, purpose);
      return { ...judged(call), call };
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      return { failedAt: error.details.step, message: error.detail };
    }
  }
}

function judged({ answer }: MadeCall): Omit<Finding, 'call'> {
  if (answer.text.trim() !== '') return { failedAt: undefined, message: AI_CHECK_TEXTS.ok };
  if (answer.finish === 'filter') return { failedAt: 'answer', message: AI_CHECK_TEXTS.filtered };
  if (answer.thinks || answer.finish === 'length')
    return { failedAt: 'answer', message: AI_CHECK_TEXTS.thinks };
  return { failedAt: 'answer', message: AI_CHECK_TEXTS.empty };
}

function stepsUntil(failedAt: AiCheckStep | undefined): AiCheck['steps'] {
  const place = failedAt === undefined ? AI_CHECK_STEPS.length : AI_CHECK_STEPS.indexOf(failedAt);
  return AI_CHECK_STEPS.map((step, index) => {
    if (index === place) return { step, outcome: 'failed' };
    return { step, outcome: index < place ? 'ok' : 'skipped' };
  });
}
