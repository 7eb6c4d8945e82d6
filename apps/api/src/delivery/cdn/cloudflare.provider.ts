import { Injectable } from '@nestjs/common';
import { CDN_TEXTS, type CdnCheckResult, type CloudflarePlan } from '@sitedesk/contract/cdn';
import { verbatim } from '@sitedesk/contract/messages';
import { parseJson } from '../../platform/core/parse-json.js';
import { hashToken } from '../../platform/core/tokens.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { CdnHttp, type CdnRequest, type CdnResponse, commonRefusal, saying, withAnswer } from './cdn-http.js';
import {
  CdnError,
  type CdnProvider,
  type PurgeBudget,
  type PurgeCall,
  type PurgePlan,
  type PurgeReply,
  type PurgeWork,
} from './cdn-provider.js';
import type { CdnSettings, CloudflareSettings } from './cdn-settings.js';
import { CheckSteps } from './check-steps.js';
import { foreignText } from './foreign-text.js';
import { callsOf, siteCall } from './purge-plans.js';

const API = 'https://api.cloudflare.com/client/v4';
/** URLs or tags of one request. */
const PER_CALL = 100;
/** More URLs than fill so many requests are not worth them. */
const MOST_CALLS = 10;
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
  readonly response: CdnResponse;
  /** Undefined for what isn't Cloudflare's. */
  readonly envelope: Envelope | undefined;
}

/** Cloudflare: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
@Injectable()
export class CloudflareProvider implements CdnProvider {
  constructor(private readonly http: CdnHttp) {}

  isComplete({ cloudflare }: CdnSettings): boolean {
    return cloudflare !== undefined;
  }

  hasTags(): boolean {
    return true;
  }

  budget(settings: CdnSettings): PurgeBudget {
    return BUDGETS[accessOf(settings).plan];
  }

  /** The account isn't known without a further right, so it is the token. */
  credential(settings: CdnSettings): string {
    return hashToken(`cloudflare ${accessOf(settings).token}`);
  }

  plan({ mayClearAll }: CdnSettings, { urls, tags, site }: PurgeWork, host: string): PurgePlan {
    const everything = siteCall(host, host);
    if (site) return { calls: [everything], collapsed: null };
    const shape = { host, perCall: PER_CALL, nameOf: (name: string) => name };
    const calls = [...callsOf('addresses', urls, shape), ...callsOf('tags', tags, shape)];
    return mayClearAll && calls.length > MOST_CALLS
      ? { calls: [everything], collapsed: 'many' }
      : { calls, collapsed: null };
  }

  async check(settings: CdnSettings): Promise<readonly CdnCheckResult[]> {
    const access = accessOf(settings);
    const steps = new CheckSteps(['dns', 'tls', 'credentials', 'target', 'right']);
    let token: Exchange;
    let zone: Exchange;
    try {
      token = await this.ask(this.request(access, 'GET', '/user/tokens/verify'));
      zone = await this.ask(this.request(access, 'GET', `/zones/${access.zone}`));
    } catch (error) {
      if (error instanceof OutboundError) return steps.unreachable(error);
      throw error;
    }
    steps.ok('dns', 'tls');
    const isReadable = zone.envelope?.success === true;
    // A token that an account owns isn't known at this address.
    if (!isReadable && token.envelope?.success !== true)
      return steps.failed('credentials', refusal(token).reason);
    const status = token.envelope?.result['status'];
    if (typeof status === 'string' && status !== 'active')
      return steps.failed(
        'credentials',
        CDN_TEXTS.tokenInactive({ status: verbatim(foreignText(status, [])) }),
      );
    steps.ok('credentials');
    const isForbidden = zone.response.status === 403 && zone.envelope !== undefined;
    if (!isReadable && !isForbidden) return steps.failed('target', refusal(zone).reason);
    // The least right, which is enough, doesn't let the token read the zone.
    if (!isReadable) return steps.unknown('target', 'right').all;
    const rights = zone.envelope?.result['permissions'];
    const isKnown = Array.isArray(rights) && rights.some((each) => String(each).includes('cache_purge'));
    return (isKnown ? steps.ok('target', 'right') : steps.ok('target').unknown('right')).all;
  }

  async purge(settings: CdnSettings, { kind, names }: PurgeCall): Promise<PurgeReply> {
    const access = accessOf(settings);
    const body = { [{ addresses: 'files', tags: 'tags', site: 'hosts' }[kind]]: names };
    const path = `/zones/${access.zone}/purge_cache`;
    const label = `POST ${path} (${kind}: ${names.length})`;
    const response = await this.http.askFor(this.request(access, 'POST', path, body), label);
    const exchange = { response, envelope: envelopeOf(response.text) };
    const answer = this.http.answerOf(label, response.status, response.words);
    // A success of the request is none of the purge: only the member says that.
    if (response.status === 200 && exchange.envelope?.success === true) return { answer };
    throw withAnswer(refusal(exchange), answer);
  }

  private async ask(request: CdnRequest): Promise<Exchange> {
    const response = await this.http.ask(request);
    return { response, envelope: envelopeOf(response.text) };
  }

  private request(
    { token }: CloudflareSettings,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): CdnRequest {
    const { url, isOwn } = this.http.base('cloudflare', API);
    return {
      url: url + path,
      isOwn,
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      secrets: [token],
    };
  }
}

function refusal({ response, envelope }: Exchange): CdnError {
  const { status, words: text } = response;
  const common = commonRefusal(response);
  if (common) return common;
  if (!envelope) return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status }));
  const [first] = envelope.errors;
  const words = first ? `${first.code}: ${foreignText(first.message, [])}` : `${status}: ${text}`;
  const reason = verbatim(words);
  if (status === 403 && first?.code === AUTHENTICATION_ERROR)
    return new CdnError('refused', CDN_TEXTS.rightMissing({ reason }));
  if (status === 401 || status === 403) return new CdnError('refused', CDN_TEXTS.tokenRefused({ reason }));
  if (status === 404 || [7_000, 7_003, 1_001].includes(first?.code ?? 0))
    return new CdnError('configuration', CDN_TEXTS.zoneUnknown({ reason }));
  // 200 without success is Cloudflare's own trouble.
  return new CdnError(status === 200 ? 'service' : 'bad-request', saying(words));
}

function accessOf({ cloudflare }: CdnSettings): CloudflareSettings {
  if (!cloudflare) throw new CdnError('configuration', CDN_TEXTS.incomplete);
  return cloudflare;
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
