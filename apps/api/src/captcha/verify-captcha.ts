import { CONTACT_LIMITS, type CaptchaProvider } from '@sitedesk/contract';
import { AnswerTooLargeError, type LimitedAnswer, limitedFetch } from '../common/limited-fetch.js';
import { OutboundRefusedError } from '../common/outbound-fetch.js';
import { type CaptchaAnswer, readCaptchaAnswer } from './captcha-answer.js';

/** A tenant's CAPTCHA, as far as verification needs it. */
export interface CaptchaSettings {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly secretKey: string;
  readonly verifyUrl: string;
  /** Lowest score that is accepted, 0 to 1; only `captcha_invisible` has scores. */
  readonly scoreThreshold: number;
}

/** Who presents the token, and under which names the tenant's site is reached. */
export interface CaptchaPresenter {
  readonly address: string;
  readonly hostnames: readonly string[];
}

/** Whether a visitor passed, and why not. */
export interface CaptchaVerdict {
  readonly accepted: boolean;
  /**
   * `verified`; or `missing-token`, `token-too-long`, `timeout`, `unreachable`, `not-allowed` (S-06), `http-nnn`, `garbage`, `too-large`,
   * `rejected`, `wrong-hostname`, `wrong-action`, `low-score`
   */
  readonly reason: string;
  /** The provider's own error codes, e.g. `invalid-input-secret`. */
  readonly codes: readonly string[];
  readonly score?: number;
}

/** Milliseconds from the start of the connection to the last octet of the answer (D9). */
export const CAPTCHA_TIME_LIMIT_MS = 3000;

/** The action our script asks the provider for. */
const ACTION = 'submit';

/**
 * Asks the provider about a token. Anything but a clear yes is a no: an error never lets a visitor pass (C-16, D-06).
 * Never throws, and never logs: token and secret are in nothing it returns.
 */
export async function verifyCaptcha(
  config: CaptchaSettings,
  token: string,
  client: CaptchaPresenter,
  timeLimitMs: number = CAPTCHA_TIME_LIMIT_MS,
  request: CaptchaRequest = limitedFetch,
): Promise<CaptchaVerdict> {
  if (token.trim() === '') return refused('missing-token');
  if (Buffer.byteLength(token) > CONTACT_LIMITS.captchaTokenOctets) return refused('token-too-long');
  const answer = await askCaptchaProvider(config, token, client, timeLimitMs, request);
  if (typeof answer === 'string') return refused(answer);
  return judge(config, answer, client);
}

/** How the provider is reached. */
export type CaptchaRequest = (
  url: string,
  request: {
    readonly method: string;
    readonly body: string;
    readonly signal: AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
  },
) => Promise<Pick<LimitedAnswer, 'status' | 'text'>>;

/** The provider's answer, or the reason why there is none. */
export async function askCaptchaProvider(
  { verifyUrl, secretKey }: Pick<CaptchaSettings, 'verifyUrl' | 'secretKey'>,
  token: string,
  { address }: Pick<CaptchaPresenter, 'address'>,
  timeLimitMs: number,
  request: CaptchaRequest,
): Promise<CaptchaAnswer | string> {
  const signal = AbortSignal.timeout(timeLimitMs);
  try {
    const body = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
    const { status, text } = await request(verifyUrl, {
      method: 'POST',
      body: body.toString(),
      signal,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    });
    if (status < 200 || status > 299) return `http-${status}`;
    return readCaptchaAnswer(text) ?? 'garbage';
  } catch (error) {
    if (signal.aborted) return 'timeout';
    if (error instanceof OutboundRefusedError) return 'not-allowed';
    return error instanceof AnswerTooLargeError ? 'too-large' : 'unreachable';
  }
}

function judge(
  { provider, scoreThreshold }: CaptchaSettings,
  answer: CaptchaAnswer,
  client: CaptchaPresenter,
): CaptchaVerdict {
  const { codes, score } = answer;
  const no = (reason: string): CaptchaVerdict => ({
    accepted: false,
    reason,
    codes,
    ...(score !== undefined && { score }),
  });
  if (!answer.success) return no('rejected');
  if (answer.hostname !== '' && !belongsTo(client.hostnames, answer.hostname)) return no('wrong-hostname');
  const yes: CaptchaVerdict = { ...no('verified'), accepted: true };
  switch (provider) {
    case 'captcha_widget':
      return answer.action === '' || answer.action === ACTION ? yes : no('wrong-action');
    case 'captcha_invisible':
      if (answer.action !== ACTION) return no('wrong-action');
      if (score === undefined) return no('garbage');
      return score >= scoreThreshold ? yes : no('low-score');
    default:
      return provider satisfies never;
  }
}

/** The token was solved on one of the tenant's hostnames or below it. */
function belongsTo(hostnames: readonly string[], hostname: string): boolean {
  const solvedOn = bareHostname(hostname);
  return hostnames
    .map(bareHostname)
    .some((own) => own !== '' && (solvedOn === own || solvedOn.endsWith(`.${own}`)));
}

/** Lower case, without a port and without the dot of the root. */
const bareHostname = (hostname: string): string =>
  hostname.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

const refused = (reason: string): CaptchaVerdict => ({ accepted: false, reason, codes: [] });
