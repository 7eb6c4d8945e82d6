import type { CdnCheckResult, CdnFailure, PurgeAnswer } from '@sitedesk/contract/cdn';
import type { Message } from '@sitedesk/contract/messages';
import type { CdnSettings } from './cdn-settings.js';

/** What has to go from a cache. */
export interface PurgeWork {
  /** Absolute, as visitors ask for them. */
  readonly urls: readonly string[];
  readonly tags: readonly string[];
  /** Everything of the site. */
  readonly site: boolean;
}

/** One request to the service. */
export interface PurgeCall {
  readonly kind: 'addresses' | 'tags' | 'site';
  /** URLs, tags or hostnames. */
  readonly names: readonly string[];
}

/** How a service is asked, and why it is asked for more than was wanted. */
export interface PurgePlan {
  readonly calls: readonly PurgeCall[];
  readonly collapsed: 'many' | null;
}

/** How often a service may be asked: so many requests at once, and so many a second after these. */
export interface PurgeBudget {
  readonly burst: number;
  readonly perSecond: number;
}

/** The service didn't do it. The reason is for administrators, without secrets. */
export class CdnError extends Error {
  constructor(
    readonly failure: CdnFailure,
    readonly reason: Message,
    readonly options: {
      /** Seconds that the service asks us to wait. */
      readonly retryAfter?: number;
      readonly answer?: PurgeAnswer;
    } = {},
  ) {
    super(reason.text);
    this.name = 'CdnError';
  }
}

/** A content delivery network. Its file holds all that is peculiar to it. */
export interface CdnProvider {
  /** Seconds for which changes are collected. */
  readonly windowSeconds: number;
  /** Whether the settings have all that it needs. */
  isComplete(settings: CdnSettings): boolean;
  budget(settings: CdnSettings): PurgeBudget;
  /** What shares a budget, such as an account: a text without secrets. */
  credential(settings: CdnSettings): string;
  plan(work: PurgeWork, host: string): PurgePlan;
  /** Without any effect on the cache. */
  check(settings: CdnSettings): Promise<readonly CdnCheckResult[]>;
  /** @throws CdnError */
  purge(settings: CdnSettings, call: PurgeCall): Promise<PurgeAnswer>;
}
