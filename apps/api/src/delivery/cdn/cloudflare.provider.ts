import { Inject, Injectable } from '@nestjs/common';
import {
  CDN_CHECK_STEPS,
  CDN_TEXTS,
  type CdnCheckResult,
  type CdnCheckStep,
  type CloudflarePlan,
  type PurgeAnswer,
} from '@sitedesk/contract/cdn';
import { type Message, verbatim, worded } from '@sitedesk/contract/messages';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { parseJson } from '../../platform/core/parse-json.js';
import { hashToken } from '../../platform/core/tokens.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { type OutboundAnswer, OutboundService } from '../../platform/outbound/outbound.service.js';
import { readCdnApis } from './cdn-addresses.js';
import {
  CdnError,
  type CdnProvider,
  type PurgeBudget,
  type PurgeCall,
  type PurgePlan,
  type PurgeWork,
} from './cdn-provider.js';
import type { CdnSettings, CloudflareSettings } from './cdn-settings.js';
import { foreignText } from './foreign-text.js';

const API = 'https://api.cloudflare.com/client/v4';
/** URLs, tags or hostnames of one request. */
const PER_CALL = 100;
/** More URLs than fill so many requests are not worth them. */
const MOST_CALLS = 10;
const LIMITS = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  idleMs: 5_000,
  totalMs: 20_000,
  maxBytes: 256 * 1024,
};
/** Cloudflare's code for "you may not": the token is fine, the permission isn't there. */
const AUTHENTICATION_ERROR = 10_000;

/** Requests of an account, 80 percent of what Cloudflare allows as of 2026: others use the account, too. */
const BUDGETS: Readonly<Record<CloudflarePlan, PurgeBudget>> = {
  free: { burst: 20, perSecond: 4 / 60 },
  pro: { burst: 20, perSecond: 4 },
  business: { burst: 40, perSecond: 8 },
  enterprise: { burst: 400, perSecond: 40 },
};

interface Envelope {
  readonly success: boolean;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly result: Readonly<Record<string, unknown>>;
}

interface Exchange {
  readonly answer: OutboundAnswer;
  /** Undefined for what isn't Cloudflare's. */
  readonly envelope: Envelope | undefined;
  /** What it says, without the token. */
  readonly text: string;
}

/** Cloudflare: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
@Injectable()
export class CloudflareProvider implements CdnProvider {
  readonly windowSeconds = 1;

  constructor(
    private readonly outbound: OutboundService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  isComplete({ cloudflare }: CdnSettings): boolean {
    return cloudflare !== undefined;
  }

  budget(settings: CdnSettings): PurgeBudget {
    return BUDGETS[accessOf(settings).plan];
  }

  /** The account isn't known without a further right, so it is the token. */
  credential(settings: CdnSettings): string {
    return hashToken(`cloudflare ${accessOf(settings).token}`);
  }

  plan({ urls, tags, site }: PurgeWork, host: string): PurgePlan {
    const everything: PurgeCall = { kind: 'site', names: [host] };
    if (site) return { calls: [everything], collapsed: null };
    const calls = [...chunks('addresses', urls), ...chunks('tags', tags)];
    return calls.length > MOST_CALLS
      ? { calls: [everything], collapsed: 'many' }
      : { calls, collapsed: null };
  }

  async check(settings: CdnSettings): Promise<readonly CdnCheckResult[]> {
    const access = accessOf(settings);
    const results: CdnCheckResult[] = [];
    const done = (...steps: readonly CdnCheckStep[]): void =>
      void results.push(
        ...steps.map((step) => ({ step, outcome: 'ok' as const, ...worded('detail', null) })),
      );
    const failed = (step: CdnCheckStep, reason: Message): readonly CdnCheckResult[] => {
      const skipped = CDN_CHECK_STEPS.slice(CDN_CHECK_STEPS.indexOf(step) + 1);
      const rest = skipped.map((each) => ({
        step: each,
        outcome: 'skipped' as const,
        ...worded('detail', null),
      }));
      return [...results, { step, outcome: 'failed', ...worded('detail', reason) }, ...rest];
    };
    let token: Exchange;
    let zone: Exchange;
    try {
      token = await this.ask(access, 'GET', '/user/tokens/verify');
      zone = await this.ask(access, 'GET', `/zones/${access.zone}`);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      if (error.kind === 'dns') return failed('dns', error.fault);
      done('dns');
      return failed('tls', error.fault);
    }
    done('dns', 'tls');
    const isReadable = zone.envelope?.success === true;
    // A token that an account owns isn't known at this address.
    if (!isReadable && token.envelope?.success !== true)
      return failed('credentials', this.refusal(token).reason);
    const status = token.envelope?.result['status'];
    if (typeof status === 'string' && status !== 'active')
      return failed('credentials', CDN_TEXTS.tokenInactive({ status: verbatim(foreignText(status, [])) }));
    done('credentials');
    const isForbidden = zone.answer.status === 403 && zone.envelope !== undefined;
    if (!isReadable && !isForbidden) return failed('target', this.refusal(zone).reason);
    // The least right, which is enough, doesn't let the token read the zone.
    const target = {
      step: 'target',
      outcome: isReadable ? 'ok' : 'skipped',
      ...worded('detail', null),
    } as const;
    const rights = zone.envelope?.result['permissions'];
    const known =
      isReadable && Array.isArray(rights) && rights.some((each) => String(each).includes('cache_purge'));
    return [
      ...results,
      target,
      { step: 'right', outcome: known ? 'ok' : 'skipped', ...worded('detail', null) },
    ];
  }

  async purge(settings: CdnSettings, { kind, names }: PurgeCall): Promise<PurgeAnswer> {
    const access = accessOf(settings);
    const body = { [{ addresses: 'files', tags: 'tags', site: 'hosts' }[kind]]: names };
    const path = `/zones/${access.zone}/purge_cache`;
    const exchange = await this.ask(access, 'POST', path, body).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      throw new CdnError('service', CDN_TEXTS.unreachable({ reason: error.fault }), {
        answer: this.answerOf(`POST ${path}`, null, error.message),
      });
    });
    const answer = this.answerOf(
      `POST ${path} (${kind}: ${names.length})`,
      exchange.answer.status,
      exchange.text,
    );
    // A success of the request is none of the purge: only the member says that.
    if (exchange.answer.status === 200 && exchange.envelope?.success === true) return answer;
    const { failure, reason, options } = this.refusal(exchange);
    throw new CdnError(failure, reason, { ...options, answer });
  }

  private answerOf(request: string, status: number | null, text: string): PurgeAnswer {
    return { at: new Date(this.clock.now()).toISOString(), request, status, text };
  }

  private async ask(
    { token }: CloudflareSettings,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Exchange> {
    const own = this.runtime.env.of(readCdnApis).get('cloudflare');
    const answer = await this.outbound.fetch({
      url: `${own ?? API}${path}`,
      guarded: own === undefined, // the operator named the other one
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      limits: LIMITS,
    });
    return { answer, envelope: envelopeOf(answer.text), text: foreignText(answer.text, [token]) };
  }

  private refusal({ answer, envelope, text }: Exchange): CdnError {
    const { status, headers } = answer;
    const [first] = envelope?.errors ?? [];
    const words = verbatim(first ? `${first.code}: ${foreignText(first.message, [])}` : `${status}: ${text}`);
    if (status === 429) {
      const seconds = Math.max(1, Number(headers['retry-after']) || 60);
      return new CdnError('throttled', CDN_TEXTS.throttled({ seconds }), {
        retryAfter: Math.min(seconds, 3_600),
      });
    }
    if (status >= 300 && status < 400) return new CdnError('garbage', CDN_TEXTS.redirected({ status }));
    if (status >= 500) return new CdnError('service', CDN_TEXTS.answered({ reason: words }));
    if (!envelope) return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status }));
    if (status === 403 && first?.code === AUTHENTICATION_ERROR)
      return new CdnError('refused', CDN_TEXTS.rightMissing({ reason: words }));
    if (status === 401 || status === 403)
      return new CdnError('refused', CDN_TEXTS.tokenRefused({ reason: words }));
    if (status === 404 || [7_000, 7_003, 1_001].includes(first?.code ?? 0))
      return new CdnError('configuration', CDN_TEXTS.zoneUnknown({ reason: words }));
    // 200 without success is Cloudflare's own trouble.
    return new CdnError(status === 200 ? 'service' : 'bad-request', CDN_TEXTS.answered({ reason: words }));
  }
}

function accessOf({ cloudflare }: CdnSettings): CloudflareSettings {
  if (!cloudflare) throw new CdnError('configuration', CDN_TEXTS.incomplete);
  return cloudflare;
}

function chunks(kind: PurgeCall['kind'], names: readonly string[]): readonly PurgeCall[] {
  const count = Math.ceil(names.length / PER_CALL);
  return Array.from({ length: count }, (_, index) => ({
    kind,
    names: names.slice(index * PER_CALL, (index + 1) * PER_CALL),
  }));
}

function envelopeOf(text: string): Envelope | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('success' in value)) return undefined;
  const errors = 'errors' in value ? value.errors : undefined;
  const result = 'result' in value ? value.result : undefined;
  return {
    success: value.success === true,
    errors: Array.isArray(errors) ? errors.flatMap(errorOf) : [],
    result: typeof result === 'object' && result !== null ? { ...result } : {},
  };
}

function errorOf(error: unknown): Envelope['errors'] {
  if (typeof error !== 'object' || error === null || !('code' in error)) return [];
  return [{ code: Number(error.code), message: 'message' in error ? String(error.message) : '' }];
}
