import { Injectable } from '@nestjs/common';
import { CDN_TEXTS, type CdnCheckResult } from '@sitedesk/contract/cdn';
import { verbatim } from '@sitedesk/contract/messages';
import { parseJson } from '../../platform/core/parse-json.js';
import { hashToken } from '../../platform/core/tokens.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { AzureTokens } from './azure-tokens.js';
import { CdnHttp, type CdnRequest, type CdnResponse, commonRefusal, saying, withAnswer } from './cdn-http.js';
import {
  CdnError,
  type CdnProvider,
  type PurgeBudget,
  type PurgeCall,
  type PurgePlan,
  type PurgeProgress,
  type PurgeReply,
  type PurgeWork,
} from './cdn-provider.js';
import type { AzureSettings, CdnSettings } from './cdn-settings.js';
import { CheckSteps } from './check-steps.js';
import { foreignText } from './foreign-text.js';
import { callsOf, siteCall } from './purge-plans.js';

const API = 'https://management.azure.com';
const API_VERSION = '2025-06-01';
/** Paths of one request. */
const PER_CALL = 100;
const MOST_WAIT_SECONDS = 120;
/** A token that has just ended is replaced once. */
const ENDED = new Set(['ExpiredAuthenticationToken', 'InvalidAuthenticationToken']);

interface Exchange {
  readonly response: CdnResponse;
  readonly body: {
    readonly status: string | undefined;
    readonly code: string | undefined;
    readonly message: string;
  };
}

/**
 * Azure Front Door Standard and Premium, and CDN classic:
 * https://learn.microsoft.com/rest/api/frontdoor/azurefrontdoorstandardpremium/afd-endpoints/purge-content
 */
@Injectable()
export class AzureProvider implements CdnProvider {
  /** Azure has its operations queue up, and each can take twenty minutes: what comes in the meantime goes together. */
  readonly isOneAtATime = true;

  constructor(
    private readonly http: CdnHttp,
    private readonly tokens: AzureTokens,
  ) {}

  isComplete({ azure }: CdnSettings): boolean {
    return azure !== undefined;
  }

  hasTags(): boolean {
    return false;
  }

  budget(): PurgeBudget {
    return { burst: 10, perSecond: 0.2 };
  }

  credential(settings: CdnSettings): string {
    return hashToken(`azure ${pathTo(accessOf(settings))}`);
  }

  plan({ mayClearAll }: CdnSettings, { urls, site }: PurgeWork, host: string): PurgePlan {
    const everything = siteCall(host, '/*');
    if (site) return { calls: [everything], collapsed: null };
    if (mayClearAll && urls.length > PER_CALL) return { calls: [everything], collapsed: 'many' };
    return {
      calls: callsOf('addresses', urls, { host, perCall: PER_CALL, nameOf: pathAlone }),
      collapsed: null,
    };
  }

  async check(settings: CdnSettings): Promise<readonly CdnCheckResult[]> {
    const access = accessOf(settings);
    const steps = new CheckSteps(['dns', 'tls', 'credentials', 'target', 'right']);
    let exchange: Exchange;
    try {
      const { url, isOwn } = this.http.base('azure', API);
      exchange = await this.ask(access, { method: 'GET', url: `${url}${pathTo(access)}?${VERSION}`, isOwn });
    } catch (error) {
      if (error instanceof OutboundError) return steps.unreachable(error);
      if (error instanceof CdnError) return steps.ok('dns', 'tls').failed('credentials', error.reason);
      throw error;
    }
    steps.ok('dns', 'tls');
    const { status } = exchange.response;
    // The purge itself is another right, which can't be known without one.
    if (status === 200 && exchange.body.code === undefined && isObject(exchange.response.text))
      return steps.ok('credentials', 'target').unknown('right').all;
    const { reason } = refusal(exchange, access);
    if (status === 404) return steps.ok('credentials').failed('target', reason);
    if (status === 403) return steps.ok('credentials').failed('right', reason);
    return steps.failed('credentials', reason);
  }

  async purge(settings: CdnSettings, { kind, names, host }: PurgeCall): Promise<PurgeReply> {
    const access = accessOf(settings);
    const label = `POST ${pathTo(access)}/purge (${kind}: ${names.length})`;
    const base = this.http.base('azure', API);
    const exchange = await this.askFor(access, label, {
      ...base,
      url: `${base.url}${pathTo(access)}/purge?${VERSION}`,
      method: 'POST',
      // Classic knows no domains: it purges all of the endpoint's.
      body: JSON.stringify({
        contentPaths: names,
        ...(access.product === 'frontdoor' ? { domains: [new URL(`http://${host}`).hostname] } : {}),
      }),
    });
    const { response } = exchange;
    const answer = this.http.answerOf(label, response.status, response.words);
    if (response.status !== 200 && response.status !== 202)
      throw withAnswer(refusal(exchange, access), answer);
    if (exchange.body.code !== undefined) throw withAnswer(refusal(exchange, access), answer);
    if (response.status === 200) {
      if (response.text === '' || isObject(response.text)) return { answer };
      throw new CdnError('garbage', CDN_TEXTS.notUnderstood({ status: 200 }), { answer });
    }
    const location = response.headers['azure-asyncoperation'] ?? response.headers.location;
    // The address comes from a stranger, and the token would go there.
    const polling = URL.canParse(String(location), base.url)
      ? new URL(String(location), base.url)
      : undefined;
    if (polling?.origin !== new URL(base.url).origin || polling.username !== '' || polling.password !== '')
      throw new CdnError(
        'garbage',
        CDN_TEXTS.pollingElsewhere({ host: verbatim(foreignText(polling?.host ?? String(location), [])) }),
        { answer, isFinal: true },
      );
    return { answer, handle: polling.pathname + polling.search };
  }

  async progress(settings: CdnSettings, handle: string): Promise<PurgeProgress> {
    const access = accessOf(settings);
    const { url, isOwn } = this.http.base('azure', API);
    const label = `GET ${handle}`;
    const exchange = await this.askFor(access, label, {
      url: new URL(handle, url).href,
      isOwn,
      method: 'GET',
    });
    const { response, body } = exchange;
    const answer = this.http.answerOf(label, response.status, response.words);
    const wait = Math.min(Number(response.headers['retry-after']) || 0, MOST_WAIT_SECONDS) || undefined;
    if (response.status === 202) return { state: 'working', answer, wait };
    if (response.status !== 200) throw withAnswer(refusal(exchange, access), answer);
    // Where the location is asked instead of the operation, a 200 without a body is the end.
    if (body.status === 'Succeeded' || response.text === '') return { state: 'done', answer };
    if (body.status === 'Failed' || body.status === 'Canceled') {
      const reason = verbatim(`${body.code ?? ''} ${body.message}`.trim());
      return { state: 'failed', answer, reason: CDN_TEXTS.azureEnded({ status: body.status, reason }) };
    }
    return { state: 'working', answer, wait };
  }

  private async askFor(
    access: AzureSettings,
    label: string,
    request: Omit<CdnRequest, 'headers' | 'secrets'>,
  ): Promise<Exchange> {
    try {
      return await this.ask(access, request);
    } catch (error) {
      if (error instanceof CdnError)
        throw withAnswer(error, this.http.answerOf(label, null, error.reason.text));
      if (!(error instanceof OutboundError)) throw error;
      throw new CdnError('service', CDN_TEXTS.unreachable({ reason: error.fault }), {
        answer: this.http.answerOf(label, null, error.message),
      });
    }
  }

  /** @throws OutboundError without an answer, CdnError without a token */
  private async ask(
    access: AzureSettings,
    request: Omit<CdnRequest, 'headers' | 'secrets'>,
    isSecond = false,
  ): Promise<Exchange> {
    const token = await this.tokens.get(access);
    const response = await this.http.ask({
      ...request,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: 'application/json',
        ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      secrets: [token, access.secret],
    });
    const body = bodyOf(response.text);
    if (response.status === 401 && ENDED.has(body.code ?? '') && !isSecond) {
      this.tokens.forget(access);
      return this.ask(access, request, true);
    }
    return { response, body };
  }
}

const VERSION = `api-version=${API_VERSION}`;

function accessOf({ azure }: CdnSettings): AzureSettings {
  if (!azure) throw new CdnError('configuration', CDN_TEXTS.incomplete);
  return azure;
}

const KINDS = { frontdoor: 'afdEndpoints', classic: 'endpoints' } as const;

const pathTo = ({ subscription, resourceGroup, profile, product, endpoint }: AzureSettings): string =>
  `/subscriptions/${subscription}/resourceGroups/${resourceGroup}/providers/Microsoft.Cdn/profiles/${profile}/${KINDS[product]}/${endpoint}`;

/** Azure purges a path with all its queries. */
const pathAlone = (url: string): string => new URL(url).pathname.replaceAll('*', '%2A');

function refusal({ response, body }: Exchange, { product }: AzureSettings): CdnError {
  const { status, words } = response;
  const common = commonRefusal(response);
  if (common) return common;
  if (body.code === undefined) return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status }));
  const says = foreignText(`${body.code}: ${body.message}`, []);
  const reason = verbatim(says);
  if (status === 401) return new CdnError('refused', CDN_TEXTS.azureRefused({ reason }));
  if (status === 403)
    return new CdnError('refused', CDN_TEXTS.azureRightMissing({ kind: KINDS[product], reason }));
  if (status === 404) return new CdnError('configuration', CDN_TEXTS.azureUnknown({ reason }));
  return new CdnError(status === 200 ? 'service' : 'bad-request', saying(says || words));
}

const isObject = (text: string): boolean => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null;
};

function bodyOf(text: string): Exchange['body'] {
  const value = parseJson(text);
  const { status, error } = asObject(value);
  const { code, message } = asObject(error);
  return {
    status: typeof status === 'string' ? status : undefined,
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : '',
  };
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
