import { Injectable } from '@nestjs/common';
import { CDN_TEXTS, type CdnCheckResult } from '@sitedesk/contract/cdn';
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
import type { CdnSettings, SucuriSettings } from './cdn-settings.js';
import { CheckSteps } from './check-steps.js';
import { foreignText } from './foreign-text.js';
import { callsOf, pathOf, siteCall } from './purge-plans.js';

const API = 'https://waf.sucuri.net/api';
/** A request clears one path, so that a few are worth it. */
const MOST_CALLS = 3;

interface Envelope {
  readonly isDone: boolean;
  readonly words: string;
}

/** The firewall of Sucuri: https://docs.sucuri.net/website-firewall/sucuri-firewall-api/ */
@Injectable()
export class SucuriProvider implements CdnProvider {
  constructor(private readonly http: CdnHttp) {}

  isComplete({ sucuri }: CdnSettings): boolean {
    return sucuri !== undefined;
  }

  hasTags(): boolean {
    return false;
  }

  /** 80 percent of 12 a minute and 60 an hour. */
  budget(): PurgeBudget {
    return { burst: 9, perSecond: 39 / 3_600 };
  }

  credential(settings: CdnSettings): string {
    return hashToken(`sucuri ${accessOf(settings).key}`);
  }

  plan({ mayClearAll }: CdnSettings, { urls, site }: PurgeWork, host: string): PurgePlan {
    const everything = siteCall(host, '*');
    if (site) return { calls: [everything], collapsed: null };
    const calls = callsOf('addresses', urls, { host, perCall: 1, nameOf: pathOf });
    return mayClearAll && calls.length > MOST_CALLS
      ? { calls: [everything], collapsed: 'many' }
      : { calls, collapsed: null };
  }

  async check(settings: CdnSettings): Promise<readonly CdnCheckResult[]> {
    const access = accessOf(settings);
    const steps = new CheckSteps(['dns', 'tls', 'credentials', 'right']);
    let response: CdnResponse;
    try {
      response = await this.http.ask(this.request(access, { a: 'show_settings' }));
    } catch (error) {
      if (error instanceof OutboundError) return steps.unreachable(error);
      throw error;
    }
    steps.ok('dns', 'tls');
    // A key may do everything or nothing.
    if (response.status === 200 && envelopeOf(response)?.isDone) return steps.ok('credentials', 'right').all;
    return steps.failed('credentials', refusal(response).reason);
  }

  async purge(settings: CdnSettings, { kind, names: [name = ''] }: PurgeCall): Promise<PurgeReply> {
    const access = accessOf(settings);
    const form = { a: 'clear_cache', ...(kind === 'site' ? {} : { file: name }) };
    const label = `POST clear_cache (${name})`;
    const response = await this.http.askFor(this.request(access, form), label);
    const answer = this.http.answerOf(label, response.status, response.words);
    if (response.status === 200 && envelopeOf(response)?.isDone) return { answer };
    throw withAnswer(refusal(response), answer);
  }

  /** Key and secret go in the body and never in the query, which is logged everywhere. */
  private request({ key, secret }: SucuriSettings, form: Readonly<Record<string, string>>): CdnRequest {
    const { url, isOwn } = this.http.base('sucuri', API);
    return {
      url: `${url}?v2`,
      isOwn,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams({ k: key, s: secret, ...form }).toString(),
      secrets: [key, secret],
    };
  }
}

function accessOf({ sucuri }: CdnSettings): SucuriSettings {
  if (!sucuri) throw new CdnError('configuration', CDN_TEXTS.incomplete);
  return sucuri;
}

function refusal(response: CdnResponse): CdnError {
  const common = commonRefusal(response);
  if (common) return common;
  const envelope = envelopeOf(response);
  if (!envelope) return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status: response.status }));
  const { words } = envelope;
  if (/\b(key|secret|not active|not found|unauthori[sz]ed)\b/i.test(words))
    return new CdnError('refused', CDN_TEXTS.sucuriRefused({ reason: verbatim(words) }));
  return new CdnError(response.status === 200 ? 'service' : 'bad-request', saying(words));
}

/** Messages are a list, or one sentence when it is too much for the service. */
function envelopeOf({ text }: CdnResponse): Envelope | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || !('status' in value)) return undefined;
  const messages = 'messages' in value ? value.messages : [];
  const words = Array.isArray(messages) ? messages.map(String).join(' ') : String(messages);
  return { isDone: value.status === 1, words: foreignText(words, []) };
}
