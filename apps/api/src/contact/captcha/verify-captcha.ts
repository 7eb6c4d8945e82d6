import { CONTACT_LIMITS, type CaptchaProvider } from '@sitedesk/contract/contact';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import type { OutboundService } from '../../platform/outbound/outbound.service.js';
import { type CaptchaAnswer, readCaptchaAnswer } from './captcha-answer.js';

/** A tenant's CAPTCHA, as far as verification needs it. */
export interface CaptchaSettings {
  readonly provider: CaptchaProvider;
  readonly siteKey: string;
  readonly secretKey: string;
  readonly verifyUrl: string;
  /** Whether the site named the URL. */
  readonly guarded: boolean;
  /** Lowest score that is accepted, 0 to 1; only `captcha_invisible` has scores. */
  readonly scoreThreshold: number;
}

/** Who presents the token, and under which names the tenant's site is reached. */
interface CaptchaPresenter {
  readonly address: string;
  readonly hostnames: readonly string[];
}

/** Whether a visitor passed, and why not. */
export interface CaptchaVerdict {
  readonly accepted: boolean;
  /**
   * `verified`; or `missing-token`, `token-too-long`, `timeout`, `unreachable`, `not-allowed`, `http-nnn`, `garbage`, `too-large`,
   * `rejected`, `wrong-hostname`, `wrong-action`, `low-score`
   */
  readonly reason: string;
  /** The provider's own error codes, e.g. `invalid-input-secret`. */
  readonly codes: readonly string[];
  readonly score?: number;
}

/** Milliseconds from the start of the connection to the last octet of the answer. */
const CAPTCHA_TIME_LIMIT_MS = 3000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** The action our script asks the provider for. */
const ACTION = 'submit';

/**
 * Asks the provider about a token. Anything but a clear yes is a no: an error never lets a visitor pass.
 * Never throws, and never logs: token and secret are in nothing it returns.
 */
export async function verifyCaptcha(
  outbound: OutboundService,
  config: CaptchaSettings,
  token: string,
  client: CaptchaPresenter,
  timeLimitMs = CAPTCHA_TIME_LIMIT_MS,
): Promise<CaptchaVerdict> {
  if (token.trim() === '') return refused('missing-token');
  if (Buffer.byteLength(token) > CONTACT_LIMITS.captchaTokenOctets) return refused('token-too-long');
  const answer = await askCaptchaProvider(outbound, config, token, client, timeLimitMs);
  if (typeof answer === 'string') return refused(answer);
  return judge(config, answer, client);
}

/** The provider's answer, or the reason why there is none. */
export async function askCaptchaProvider(
  outbound: OutboundService,
  { verifyUrl, secretKey, guarded }: Pick<CaptchaSettings, 'verifyUrl' | 'secretKey' | 'guarded'>,
  token: string,
  { address }: Pick<CaptchaPresenter, 'address'>,
  timeLimitMs = CAPTCHA_TIME_LIMIT_MS,
): Promise<CaptchaAnswer | string> {
  try {
    const body = new URLSearchParams({ secret: secretKey, response: token, remoteip: address });
    const { status, text } = await outbound.fetch({
      url: verifyUrl,
      guarded,
      method: 'POST',
      body: body.toString(),
      limits: { maxBytes: MAX_ANSWER_BYTES, totalMs: timeLimitMs },
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    });
    if (status < 200 || status > 299) return `http-${status}`;
    return readCaptchaAnswer(text) ?? 'garbage';
  } catch (error) {
    const kind = error instanceof OutboundError ? error.kind : undefined;
    if (kind === 'refused') return 'not-allowed';
    return kind === 'timeout' || kind === 'too-large' ? kind : 'unreachable';
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
