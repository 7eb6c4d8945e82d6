import { Injectable } from '@nestjs/common';
import { CDN_TEXTS } from '@sitedesk/contract/cdn';
import { verbatim } from '@sitedesk/contract/messages';
import { parseJson } from '../../platform/core/parse-json.js';
import { hashToken } from '../../platform/core/tokens.js';
import { CdnHttp, type CdnResponse, commonRefusal } from './cdn-http.js';
import { CdnError } from './cdn-provider.js';
import type { AzureSettings } from './cdn-settings.js';

const LOGIN = 'https://login.microsoftonline.com';
const SCOPE = 'https://management.azure.com/.default';
/** A token isn't used in its last minutes. */
const MARGIN_SECONDS = 300;

interface Token {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** What the numbers of Microsoft's directory mean that people can do something about. */
const MEANINGS = {
  7_000_215: CDN_TEXTS.azureSecretWrong,
  7_000_222: CDN_TEXTS.azureSecretExpired,
  700_016: CDN_TEXTS.azureClientUnknown,
  90_002: CDN_TEXTS.azureDirectoryUnknown,
} as const;

/** Access tokens of applications for Azure's management: in memory only, and one request for each at a time. */
@Injectable()
export class AzureTokens {
  private readonly tokens = new Map<string, Promise<Token>>();

  constructor(private readonly http: CdnHttp) {}

  /** @throws CdnError, OutboundError */
  async get(settings: AzureSettings): Promise<string> {
    const key = keyOf(settings);
    const known = await this.tokens.get(key)?.catch(() => undefined);
    if (known && known.until > this.http.now) return known.text;
    const asked = this.ask(settings);
    this.tokens.set(key, asked);
    asked.catch(() => this.tokens.delete(key));
    return (await asked).text;
  }

  /** The service no longer takes it, although its time isn't over. */
  forget(settings: AzureSettings): void {
    this.tokens.delete(keyOf(settings));
  }

  private async ask({ directory, client, secret }: AzureSettings): Promise<Token> {
    const { url, isOwn } = this.http.base('azurelogin', LOGIN);
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: secret, scope: SCOPE };
    const response = await this.http.ask({
      url: `${url}/${directory}/oauth2/v2.0/token`,
      isOwn,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      secrets: [secret],
    });
    const answer: unknown = parseJson(response.text);
    const { access_token: token, expires_in: seconds } =
      typeof answer === 'object' && answer !== null ? { ...EMPTY, ...answer } : EMPTY;
    if (response.status !== 200 || typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
      throw refusal(response);
    const lifetime = Math.max(0, (Number(seconds) || 0) - MARGIN_SECONDS);
    return { text: token, until: this.http.now + lifetime * 1_000 };
  }
}

const EMPTY: { readonly access_token?: unknown; readonly expires_in?: unknown } = {};

const keyOf = ({ directory, client, secret }: AzureSettings): string =>
  hashToken(`${directory} ${client} ${secret}`);

function refusal(response: CdnResponse): CdnError {
  const common = commonRefusal(response);
  if (common) return common;
  const number = Number(/AADSTS(\d{4,8})/.exec(response.text)?.[1]);
  if (isKnown(number)) return new CdnError('refused', MEANINGS[number]({ number: String(number) }));
  if (response.status === 200 || !response.text.includes('"error"'))
    return new CdnError('garbage', CDN_TEXTS.notUnderstood({ status: response.status }));
  return new CdnError('refused', CDN_TEXTS.azureRefused({ reason: verbatim(response.words) }));
}

const isKnown = (number: number): number is keyof typeof MEANINGS => number in MEANINGS;
