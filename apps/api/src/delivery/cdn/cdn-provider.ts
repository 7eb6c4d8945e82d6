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
  /** In the service's own form: URLs, paths, tags or hostnames. */
  readonly names: readonly string[];
  /** The URLs and tags of the work that it does; of the whole site, all of them. */
  readonly covers: readonly string[];
  readonly host: string;
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

/** What became of a request for a purge. */
export interface PurgeReply {
  readonly answer: PurgeAnswer;
  /** With what to ask for the end of it, where the service has one; without a secret. */
  readonly handle?: string;
}

/** How far a purge is that the service works on. */
export interface PurgeProgress {
  readonly state: 'working' | 'done' | 'failed';
  readonly answer: PurgeAnswer;
  /** Seconds after which to ask again. */
  readonly wait?: number | undefined;
  /** Why it failed. */
  readonly reason?: Message;
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
      /** Asking again changes nothing. */
      readonly isFinal?: true;
    } = {},
  ) {
    super(reason.text);
    this.name = 'CdnError';
  }
}

/** A content delivery network. Its file holds all that is peculiar to it. */
export interface CdnProvider {
  /** Whether the next purge has to wait for the one under way. */
  readonly isOneAtATime?: true;
  /** Whether the settings have all that it needs. */
  isComplete(settings: CdnSettings): boolean;
  /** Whether it can be purged by tag. */
  hasTags(settings: CdnSettings): boolean;
  budget(settings: CdnSettings): PurgeBudget;
  /** What shares a budget, such as an account: a text without secrets. */
  credential(settings: CdnSettings): string;
  /** More than was wanted is purged only where the settings allow it. */
  plan(settings: CdnSettings, work: PurgeWork, host: string): PurgePlan;
  /** Without any effect on the cache. */
  check(settings: CdnSettings): Promise<readonly CdnCheckResult[]>;
  /**
   * @param reference different for each purge, the same when it is tried again
   * @throws CdnError
   */
  purge(settings: CdnSettings, call: PurgeCall, reference: string): Promise<PurgeReply>;
  /** Of services that say when they are through. @throws CdnError */
  progress?(settings: CdnSettings, handle: string): Promise<PurgeProgress>;
}
