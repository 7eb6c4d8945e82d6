import { Inject, Injectable } from '@nestjs/common';
import {
  AI_DISCOVERY_TEXTS,
  AI_FAILURE_TEXTS,
  AI_LIMITS,
  type AiDiscovery,
  type AiModel,
  type AiModels,
} from '@sitedesk/contract/ai';
import { type Message, worded } from '@sitedesk/contract/messages';
import { createHash } from 'node:crypto';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { deploymentOf } from '../dialects/openai-chat.js';
import { AiFailure, garbageFailure } from '../provider/ai-failure.js';
import { AiProviderService } from '../provider/ai-provider.service.js';
import type { AiSettings, AiTarget } from '../settings/ai-settings.js';
import { automaticModel, readModels } from './model-list.js';

const FRESH_MS = 10 * 60 * 1_000;
const FAILED_MS = 60 * 1_000;
const TIMEOUT_MS = 10_000;
const MOST_PAGES = 20;
const MOST_CACHED = 1_000;

/** A provider's list at one moment. */
interface Listing {
  readonly discovery: AiDiscovery;
  readonly models: readonly AiModel[];
  readonly truncated: boolean;
  /** What `auto` stands for, if anything fits: thousands of comparisons, which no request makes again. */
  readonly automatic: string | undefined;
  readonly message: Message | null;
  readonly askedAtMs: number;
  readonly failure?: AiFailure;
}

/** Which models a provider has. Asks it at most once in a while, and once at a time. */
@Injectable()
export class ModelCatalogueService {
  private readonly listings = new Map<string, Listing>();
  private readonly pending = new Map<string, Promise<Listing>>();
  /** What `auto` stands for: it stays until the settings change, or style and price would change overnight. */
  private readonly pinned = new Map<string, string>();

  constructor(
    private readonly provider: AiProviderService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async view(tenantId: string, settings: AiSettings, refresh: boolean): Promise<AiModels> {
    const missing = missingOf(settings);
    if (missing) return toView(settings, NOTHING, missing.discovery, missing.message);
    const { target } = settings;
    if (!target) throw new Error('There is no endpoint.'); // said above
    const listing = await this.listing(tenantId, target, refresh);
    const automatic = this.pinned.get(keyOf(tenantId, target)) ?? listing.automatic ?? null;
    return { ...toView(settings, listing, listing.discovery, listing.message), automatic };
  }

  /** The model that's asked, if that's known without asking the provider. */
  known(tenantId: string, { target, model }: AiSettings): string | undefined {
    if (!target) return undefined;
    const deployment = target.dialect === 'azure-openai' ? deploymentOf(target) : undefined;
    if (deployment !== undefined) return deployment;
    return model === 'auto' ? this.pinned.get(keyOf(tenantId, target)) : model;
  }

  /**
   * The model to ask.
   * @throws AiFailure when `auto` stands for nothing
   */
  async model(tenantId: string, settings: AiSettings, target: AiTarget): Promise<string> {
    const known = this.known(tenantId, settings);
    if (known !== undefined) return known;
    const listing = await this.listing(tenantId, target, false);
    if (listing.failure && listing.discovery !== 'unsupported') throw listing.failure;
    const found = listing.automatic;
    if (found === undefined)
      throw new AiFailure('configuration', AI_FAILURE_TEXTS.noModel, { step: 'model' });
    if (this.pinned.size >= MOST_CACHED) this.pinned.clear();
    this.pinned.set(keyOf(tenantId, target), found);
    return found;
  }

  /** The settings have changed. */
  forget(tenantId: string): void {
    for (const map of [this.listings, this.pinned])
      for (const key of map.keys()) if (key.startsWith(`${tenantId} `)) map.delete(key);
  }

  private async listing(tenantId: string, target: AiTarget, refresh: boolean): Promise<Listing> {
    const key = keyOf(tenantId, target);
    const known = this.listings.get(key);
    const lifeMs = known?.failure ? FAILED_MS : FRESH_MS;
    if (known && !refresh && known.askedAtMs + lifeMs > this.clock.now()) return known;
    const waiting = this.pending.get(key);
    if (waiting) return waiting;
    const asking = this.fetch(target).finally(() => this.pending.delete(key));
    this.pending.set(key, asking);
    const listing = await asking;
    if (this.listings.size >= MOST_CACHED) this.listings.clear();
    this.listings.set(key, listing);
    return listing;
  }

  private async fetch(target: AiTarget): Promise<Listing> {
    const askedAtMs = this.clock.now();
    try {
      const models = await this.allModels(target);
      const truncated = models.length > AI_LIMITS.models;
      const shown = truncated ? models.slice(0, AI_LIMITS.models) : models;
      const automatic = automaticModel(shown);
      return { discovery: 'live', models: shown, truncated, automatic, message: null, askedAtMs };
    } catch (failure) {
      if (!(failure instanceof AiFailure)) throw failure;
      const { status } = failure.details;
      // Many gateways have none.
      if (status === 404 || status === 405)
        return {
          ...NOTHING,
          discovery: 'unsupported',
          message: AI_DISCOVERY_TEXTS.unsupported,
          askedAtMs,
          failure,
        };
      const needsToken = failure.kind === 'refused' && target.token === '';
      const discovery = needsToken ? 'needs-more' : 'failed';
      const message = needsToken ? AI_DISCOVERY_TEXTS.token : failure.detail;
      return { ...NOTHING, discovery, message, askedAtMs, failure };
    }
  }

  private async allModels(target: AiTarget): Promise<readonly AiModel[]> {
    const all = new Map<string, AiModel>();
    let after: string | undefined;
    for (let pages = 0; pages < MOST_PAGES && all.size <= AI_LIMITS.models; pages += 1) {
      const page = readModels(await this.provider.list(target, { timeout: TIMEOUT_MS }, after));
      if (!page) throw garbageFailure(200);
      for (const model of page.models) all.set(model.id, model);
      if (page.after === undefined) break;
      after = page.after;
    }
    return [...all.values()];
  }
}

const NOTHING = { models: [], truncated: false, automatic: undefined, askedAtMs: 0 } as const;

const keyOf = (tenantId: string, { dialect, base, token }: AiTarget): string =>
  `${tenantId} ${dialect} ${base} ${createHash('sha256').update(token).digest('base64url')}`;

/** Why the provider isn't asked. */
function missingOf({
  enabled,
  target,
}: AiSettings): { readonly discovery: AiDiscovery; readonly message: Message } | undefined {
  if (!target) return { discovery: 'needs-more', message: AI_DISCOVERY_TEXTS.endpoint };
  if (!enabled) return { discovery: 'needs-more', message: AI_DISCOVERY_TEXTS.off };
  if (target.dialect === 'azure-openai')
    return { discovery: 'inferred', message: AI_DISCOVERY_TEXTS.inferred };
  return undefined;
}

function toView(
  { target, model }: AiSettings,
  { models, truncated, askedAtMs }: Pick<Listing, 'models' | 'truncated' | 'askedAtMs'>,
  discovery: AiDiscovery,
  message: Message | null,
): AiModels {
  const inferred = discovery === 'inferred' && target ? (deploymentOf(target) ?? model) : undefined;
  return {
    discovery,
    models: inferred === undefined ? models : [{ id: inferred, owner: null }],
    truncated,
    automatic: null,
    known: discovery === 'live' && model !== 'auto' ? models.some(({ id }) => id === model) : null,
    askedAt: askedAtMs === 0 ? null : new Date(askedAtMs).toISOString(),
    ...worded('message', message),
  };
}
