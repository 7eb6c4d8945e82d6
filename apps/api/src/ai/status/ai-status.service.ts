import { Inject, Injectable } from '@nestjs/common';
import { AI_TEXTS, type AiState, type AiStatus } from '@sitedesk/contract/ai';
import { type Message, storedMessage, worded } from '@sitedesk/contract/messages';
import { readSiteZone } from '../../content/articles/site-zone.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { attempt } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { ModelCatalogueService } from '../catalogue/model-catalogue.service.js';
import { type AiSettings, readAiSettings } from '../settings/ai-settings.js';
import { AiBudgetService } from '../usage/ai-budget.service.js';
import { siteDay } from '../usage/site-day.js';
import type { AiStateRow } from './ai-state.entity.js';
import { AiStateService } from './ai-state.service.js';

/** An older success says nothing of today. */
const READY_MS = 24 * 60 * 60 * 1_000;

interface Standing {
  readonly state: AiState;
  readonly since?: Date | null;
  readonly until?: Date | null;
  readonly detail?: Message;
}

/** How it stands with a site's AI, by what is known: nothing is asked of the provider. */
@Injectable()
export class AiStatusService {
  constructor(
    private readonly settings: SettingsService,
    private readonly states: AiStateService,
    private readonly budgets: AiBudgetService,
    private readonly catalogue: ModelCatalogueService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async status({ tenantId, caller }: CallerContext): Promise<AiStatus> {
    const values = await this.settings.values(tenantId);
    const ai = attempt(() => values.read(readAiSettings));
    const now = this.clock.now();
    const { day, secondsLeft } = siteDay(now, values.read(readSiteZone));
    const used = await this.budgets.used({ tenantId, accountId: caller.accountId, day });
    const manages = caller.permissions.has('settings.manage');
    if (ai instanceof Error) {
      const fault = 'fault' in ai ? ai.fault : undefined;
      const detail = fault && AI_TEXTS.unusable({ fault });
      return { ...UNUSABLE, ...worded('detail', manages ? detail : null), budget: budgetOf(used, undefined) };
    }
    const row = ai.enabled ? await this.states.find(tenantId, ai) : null;
    const spent = used.site >= ai.siteTokens || used.user >= ai.userTokens;
    const tomorrow = new Date(now + secondsLeft * 1_000);
    const standing =
      spent && ai.enabled ? { state: 'budget-spent' as const, until: tomorrow } : standingOf(ai, row, now);
    const isFailing = standing.state === 'failing' || standing.state === 'throttled';
    return {
      enabled: ai.enabled,
      configured: ai.target !== undefined,
      state: standing.state,
      since: standing.since?.toISOString() ?? null,
      until: standing.until?.toISOString() ?? null,
      failure: isFailing ? (row?.failureKind ?? null) : null,
      lastSuccessAt: row?.successAt?.toISOString() ?? null,
      model: this.catalogue.known(tenantId, ai) ?? null,
      helps: ai.enabled ? ai.helps : [],
      latency: latencyOf(row?.latencies ?? []),
      budget: budgetOf(used, ai),
      provider: manages && ai.target ? { host: ai.target.host, dialect: ai.target.dialect } : null,
      ...worded('detail', manages ? standing.detail : null),
    };
  }
}

function standingOf({ enabled, target }: AiSettings, row: AiStateRow | null, now: number): Standing {
  if (!enabled) return { state: 'off' };
  if (!target) return { state: 'not-configured', detail: AI_TEXTS.endpointMissing };
  if (!row) return { state: 'untested' };
  const detail = storedMessage(row.detail ?? '', row.detailCode);
  if (row.throttledUntil && row.throttledUntil.getTime() > now)
    return { state: 'throttled', until: row.throttledUntil, detail };
  if (row.failingSince) return { state: 'failing', since: row.failingSince, detail };
  const isRecent = row.successAt !== null && row.successAt.getTime() > now - READY_MS;
  return { state: isRecent ? 'ready' : 'untested' };
}

function latencyOf(latencies: readonly number[]): AiStatus['latency'] {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return sorted.length === 0 ? null : { p50: at(0.5), p95: at(0.95), calls: sorted.length };
}

const budgetOf = (
  used: { readonly site: number; readonly user: number },
  settings: AiSettings | undefined,
): AiStatus['budget'] => ({
  user: { used: used.user, limit: settings?.userTokens ?? 0 },
  site: { used: used.site, limit: settings?.siteTokens ?? 0 },
});

const UNUSABLE = {
  enabled: false,
  configured: false,
  state: 'not-configured',
  since: null,
  until: null,
  failure: null,
  lastSuccessAt: null,
  model: null,
  helps: [],
  latency: null,
  provider: null,
} as const;
