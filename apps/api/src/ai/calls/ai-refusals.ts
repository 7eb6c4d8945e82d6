import { HttpStatus } from '@nestjs/common';
import { AI_TEXTS, type AiLimit } from '@sitedesk/contract/ai';
import type { Message } from '@sitedesk/contract/messages';
import { ProblemException } from '../../platform/http/problem.js';
import { SettingInvalidError } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type AiSettings, type AiTarget, readAiSettings } from '../settings/ai-settings.js';
import type { AiFailure } from '../provider/ai-failure.js';

/** The site doesn't use AI (404). */
export class AiOff extends ProblemException {
  constructor() {
    super(HttpStatus.NOT_FOUND, 'not-found', AI_TEXTS.off);
  }
}

/** The site uses AI, but not for this (404). */
export class HelpOff extends ProblemException {
  constructor() {
    super(HttpStatus.NOT_FOUND, 'not-found', AI_TEXTS.helpOff);
  }
}

/** It can't be used as it's set up, or for a while (503). */
export class AiUnavailable extends ProblemException {
  constructor(
    why: Message,
    readonly retryAfterSeconds = 60,
  ) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'unavailable', why, { retryAfterSeconds });
  }
}

/** A limit is reached (429); `limit` says which. */
export class AiLimitReached extends ProblemException {
  constructor(
    limit: AiLimit,
    why: Message,
    readonly retryAfterSeconds: number,
  ) {
    super(HttpStatus.TOO_MANY_REQUESTS, 'too-many-requests', why, { limit, retryAfterSeconds });
  }
}

/** Nothing is left of today's tokens (429). */
export class BudgetSpent extends AiLimitReached {
  constructor(budget: 'site-budget' | 'user-budget', secondsLeft: number) {
    super(budget, budget === 'site-budget' ? AI_TEXTS.siteBudget : AI_TEXTS.userBudget, secondsLeft);
  }
}

/** The person asked for something newer, or has gone (409). */
export class SuggestionReplaced extends ProblemException {
  constructor() {
    super(HttpStatus.CONFLICT, 'wrong-state', AI_TEXTS.replaced);
  }
}

/** The provider failed: too slow (504), else 502 with its status. */
export class ProviderFailed extends ProblemException {
  constructor({ kind, fault, details }: AiFailure) {
    const isLate = kind === 'timeout';
    super(
      isLate ? HttpStatus.GATEWAY_TIMEOUT : HttpStatus.BAD_GATEWAY,
      'service-failed',
      isLate ? AI_TEXTS.slow : AI_TEXTS.failed({ reason: fault }),
      { failure: kind, ...(details.status === undefined ? {} : { upstreamStatus: details.status }) },
    );
  }
}

/** The answer isn't whole, and half of it is no help (502). */
export class AnswerCut extends ProblemException {
  constructor() {
    super(HttpStatus.BAD_GATEWAY, 'service-failed', AI_TEXTS.cut);
  }
}

/** The refusal that a failure is answered with. @param asked whether the model was to look at a picture */
export function refusalOf(failure: AiFailure, asked: { readonly picture: boolean }): ProblemException {
  if (asked.picture && failure.kind === 'bad-request')
    return new ProblemException(HttpStatus.BAD_GATEWAY, 'service-failed', AI_TEXTS.noPictures, {
      failure: failure.kind,
    });
  if (failure.kind === 'aborted') return new SuggestionReplaced();
  const { retryAfterSeconds } = failure.details;
  if (failure.kind === 'throttled')
    return new AiLimitReached('provider', AI_TEXTS.providerLimit, retryAfterSeconds ?? 1);
  return new ProviderFailed(failure);
}

/**
 * The settings of a site that uses AI.
 * @throws AiOff, AiUnavailable
 */
export async function usableSettings(
  settings: SettingsService,
  tenantId: string,
): Promise<{ readonly ai: AiSettings; readonly target: AiTarget }> {
  const values = await settings.values(tenantId);
  try {
    const ai = values.read(readAiSettings);
    if (!ai.enabled) throw new AiOff();
    if (!ai.target) throw new AiUnavailable(AI_TEXTS.endpointMissing);
    return { ai, target: ai.target };
  } catch (error) {
    if (error instanceof SettingInvalidError)
      throw new AiUnavailable(AI_TEXTS.unusable({ fault: error.fault }));
    throw error;
  }
}
