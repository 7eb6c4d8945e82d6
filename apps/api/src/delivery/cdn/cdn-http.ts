import { Inject, Injectable } from '@nestjs/common';
import { CDN_TEXTS, type PurgeAnswer } from '@sitedesk/contract/cdn';
import { type Message, verbatim } from '@sitedesk/contract/messages';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type OutboundAnswer, OutboundService } from '../../platform/outbound/outbound.service.js';
import { readCdnApis } from './cdn-addresses.js';
import { CdnError } from './cdn-provider.js';
import { foreignText } from './foreign-text.js';

const LIMITS = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  idleMs: 5_000,
  totalMs: 20_000,
  maxBytes: 256 * 1024,
};
const MOST_RETRY_AFTER_SECONDS = 3_600;

export interface CdnRequest {
  /** Of {@link CdnHttp.base}, or below it. */
  readonly url: string;
  /** Whether the operator named where it is. */
  readonly isOwn: boolean;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Words that aren't repeated when the service does. */
  readonly secrets: readonly string[];
}

/** The text is without the secrets of the request. */
export interface CdnResponse extends OutboundAnswer {
  /** What it says, on one line. */
  readonly words: string;
}

/** Requests to the APIs of CDNs, and what is common to their answers. */
@Injectable()
export class CdnHttp {
  constructor(
    private readonly outbound: OutboundService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Where an API is. @param name in `CDN_API_URLS` */
  base(name: string, usual: string): { readonly url: string; readonly isOwn: boolean } {
    const own = this.runtime.env.of(readCdnApis).get(name);
    return { url: own ?? usual, isOwn: own !== undefined };
  }

  /** @throws OutboundError without an answer */
  async ask({ url, isOwn, secrets, ...request }: CdnRequest): Promise<CdnResponse> {
    const answer = await this.outbound.fetch({ url, guarded: !isOwn, limits: LIMITS, ...request });
    const text = secrets.reduce((all, secret) => all.replaceAll(secret, '***'), answer.text);
    return { ...answer, text, words: foreignText(text, []) };
  }

  /** The same for a purge. @throws CdnError without an answer */
  async askFor(request: CdnRequest, label: string): Promise<CdnResponse> {
    try {
      return await this.ask(request);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      throw new CdnError('service', CDN_TEXTS.unreachable({ reason: error.fault }), {
        answer: this.answerOf(label, null, error.message),
      });
    }
  }

  get now(): number {
    return this.clock.now();
  }

  answerOf(request: string, status: number | null, text: string): PurgeAnswer {
    return { at: new Date(this.now).toISOString(), request, status, text };
  }

  /** Minutes between the clock of a service and ours; NaN where it doesn't say what time it is. */
  minutesOff({ headers }: Pick<CdnResponse, 'headers'>): number {
    return Math.round(Math.abs(Date.parse(String(headers.date)) - this.now) / 60_000);
  }
}

/** What goes for every service, whatever it says: too many requests, a redirect, and its own failures. */
export function commonRefusal({ status, headers, words }: CdnResponse): CdnError | undefined {
  if (status === 429) return throttled(headers['retry-after'], 60);
  if (status >= 300 && status < 400) return new CdnError('garbage', CDN_TEXTS.redirected({ status }));
  if (status >= 500) return new CdnError('service', saying(`${status}: ${words}`));
  return undefined;
}

/** @param header `Retry-After` in seconds @param usual what counts without one */
export function throttled(header: string | undefined, usual: number): CdnError {
  const seconds = Math.min(Math.max(1, Number(header) || usual), MOST_RETRY_AFTER_SECONDS);
  return new CdnError('throttled', CDN_TEXTS.throttled({ seconds }), { retryAfter: seconds });
}

/** The service's own words. */
export const saying = (words: string): Message => CDN_TEXTS.answered({ reason: verbatim(words) });

/** The same failure, with what the service said beside it. */
export const withAnswer = ({ failure, reason, options }: CdnError, answer: PurgeAnswer): CdnError =>
  new CdnError(failure, reason, { ...options, answer });
