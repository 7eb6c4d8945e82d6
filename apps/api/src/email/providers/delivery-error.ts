import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import { type Message, verbatim } from '@sitedesk/contract/messages';
import { DELIVERY_TEXTS } from '@sitedesk/contract/outbox';
import {
  CERTIFICATE_CODES,
  OutboundError,
  type OutboundFailure,
} from '../../platform/outbound/outbound-error.js';
import { describeDetail } from './delivery-detail.js';

/**
 * Why an email was not taken, and what to do about it:
 *
 * | what happened                                                            | kind            | code              |
 * |--------------------------------------------------------------------------|-----------------|-------------------|
 * | SMTP 4xx at any step, also 421 and 454                                   | `temporary`     | `smtp-4xx`        |
 * | SMTP 530, 534, 535, 538; any 5xx to AUTH; no usable AUTH method          | `configuration` | `smtp-5xx`, `auth`|
 * | SMTP 5xx to MAIL FROM (sender refused), but 552 (too large)              | `configuration` | `smtp-5xx`        |
 * | SMTP 5xx with the enhanced codes 5.7.8, 5.7.9, 5.7.57, 5.7.60            | `configuration` | `smtp-5xx`        |
 * | SMTP 5xx to STARTTLS or EHLO (TLS refused, client refused)               | `configuration` | `smtp-5xx`        |
 * | SMTP 5xx to RCPT TO or DATA; 552                                         | `permanent`     | `smtp-5xx`        |
 * | SMTP 5xx as greeting                                                     | `temporary`     | `smtp-5xx`        |
 * | answer that is not SMTP, connection lost before the last answer          | `temporary`     | `protocol`, `connection` |
 * | host not found, connection refused or reset, any time limit              | `temporary`     | `dns`, `connection`, `timeout` |
 * | certificate not valid, no common TLS version, server does not speak TLS  | `configuration` | `certificate`, `tls` |
 * | TLS handshake broken off                                                 | `temporary`     | `tls`             |
 * | envelope or message that cannot be sent at all                           | `permanent`     | `message`         |
 * | an address that a site may not reach                                 | `configuration` | `not-allowed`     |
 * | HTTP 401, 403, 404, 3xx, and a 2xx that is not the API's                 | `configuration` | `http-nnn`        |
 * | HTTP 400, 413, 422 and every other 4xx                                   | `permanent`     | `http-nnn`        |
 * | HTTP 408, 409, 425, 429, 5xx                                             | `temporary`     | `http-nnn`        |
 * | anything else                                                            | `temporary`     | `unknown`         |
 *
 * `temporary` is tried again, `permanent` concerns this email only, `configuration` concerns every email of the tenant.
 */
export interface DeliveryFailure {
  readonly kind: 'temporary' | 'permanent' | 'configuration';
  readonly code: string;
  /** The server's own words, at most 500 characters on one line with secrets masked; ours where it said nothing. */
  readonly detail: Message;
  /** The provider as a whole is away, rather than saying no to this email: others need not be tried now. */
  readonly outage: boolean;
}

/** An email was not taken; {@link DeliveryFailure} says why. */
export class DeliveryError extends Error {
  constructor(
    readonly failure: DeliveryFailure,
    options?: ErrorOptions,
  ) {
    super(failure.detail.text, options);
    this.name = 'DeliveryError';
  }
}

/** An API answered, and not with "accepted". */
export class HttpAnswerError extends Error {
  constructor(
    readonly status: number,
    words: string,
  ) {
    super(words);
    this.name = 'HttpAnswerError';
  }
}

type Verdict = Omit<DeliveryFailure, 'detail'>;

/** The two sides have no TLS in common, or the other side does not speak TLS there. */
const NO_COMMON_TLS =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|NO_SHARED_CIPHER|\w*ALERT_PROTOCOL_VERSION|\w*HANDSHAKE_FAILURE|\w+_KEY_TOO_SMALL)$/;
/** The answer to the first octets of TLS was none of TLS. OpenSSL’s own words help nobody. */
const NO_TLS = 'ERR_SSL_WRONG_VERSION_NUMBER';
const TIMEOUT = /^(ETIMEDOUT|EABORT)$/;
const DNS = /^(EDNS|ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/;
const CONNECTION = /^(ECONNECTION|ESOCKET|ECONN\w+|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
const UNSENDABLE = /^(EENVELOPE|EMESSAGE|EMAXRECIPIENTS|EFILEACCESS|EURLACCESS)$/;
const SIGN_IN_CODES = [530, 534, 535, 538];
const SENDER_STATUS = /^5\d\d[ -]5\.7\.(8|9|57|60)\b/;
const TOO_LARGE = 552;
const REFUSED_BY_API = [401, 403, 404];
const MAX_CAUSES = 5;
const API_IS_BUSY = [408, 409, 425, 429];

/**
 * Sorts whatever a transport threw. See the table at {@link DeliveryFailure}.
 * @param secrets texts to mask in the detail, from `secretsOf(provider)`
 */
export function classifyDeliveryError(error: unknown, secrets: readonly string[] = []): DeliveryFailure {
  if (error instanceof DeliveryError) return error.failure;
  const found = verdict(error);
  // The system's words rather than ours about them.
  const isOurWord = error instanceof OutboundError && error.cause === undefined;
  const words = isOurWord
    ? error.fault
    : codesOf(error).includes(NO_TLS)
      ? EMAIL_TEXTS.noTls
      : verbatim(describeDetail(error, secrets));
  return { ...found, detail: isOurs(found.code) ? DELIVERY_TEXTS[found.code]({ words }) : words };
}

const isOurs = (code: string): code is keyof typeof DELIVERY_TEXTS => Object.hasOwn(DELIVERY_TEXTS, code);

function verdict(error: unknown): Verdict {
  if (error instanceof HttpAnswerError) return httpVerdict(error.status);
  const known = error instanceof OutboundError ? OUTBOUND[error.kind] : undefined;
  if (known) return known;
  const status = field(error, 'responseCode');
  if (typeof status === 'number' && status >= 400) return smtpVerdict(status, error);
  // An answer without an error status where one of the protocol's was due.
  const answered =
    typeof field(error, 'response') === 'string' && !String(field(error, 'command')).startsWith('AUTH');
  return networkVerdict(codesOf(error), answered);
}

function smtpVerdict(status: number, error: unknown): Verdict {
  const code = `smtp-${status}`;
  const command = String(field(error, 'command') ?? '');
  const beforeTheMail = !/^(MAIL FROM|RCPT TO|DATA)/.test(command);
  if (status < 500) return { kind: 'temporary', code, outage: status === 421 || beforeTheMail };
  if (SIGN_IN_CODES.includes(status) || command.startsWith('AUTH')) return refused(code);
  if (status === TOO_LARGE) return { kind: 'permanent', code, outage: false };
  if (command === 'CONN') return { kind: 'temporary', code, outage: true };
  if (['MAIL FROM', 'STARTTLS', 'EHLO', 'HELO'].includes(command)) return refused(code);
  if (SENDER_STATUS.test(String(field(error, 'response') ?? ''))) return refused(code);
  return { kind: 'permanent', code, outage: false };
}

function httpVerdict(status: number): Verdict {
  const code = `http-${status}`;
  if (status >= 500 || API_IS_BUSY.includes(status))
    return { kind: 'temporary', code, outage: status !== 409 };
  if (status < 400 || REFUSED_BY_API.includes(status)) return refused(code);
  return { kind: 'permanent', code, outage: false };
}

function networkVerdict(codes: readonly string[], answered: boolean): Verdict {
  const has = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code));
  if (has(CERTIFICATE_CODES)) return refused('certificate');
  if (has(NO_COMMON_TLS)) return refused('tls');
  if (has(TIMEOUT)) return away('timeout');
  if (has(/^(ETLS|EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/)) return away('tls');
  if (has(DNS)) return away('dns');
  if (has(CONNECTION)) return away('connection');
  if (codes.includes('EPROTOCOL') || answered) return away('protocol');
  if (has(/^(EAUTH|ENOAUTH|EOAUTH2)$/)) return refused('auth');
  if (codes.includes('ECONFIG')) return refused('configuration');
  if (has(UNSENDABLE)) return { kind: 'permanent', code: 'message', outage: false };
  return { kind: 'temporary', code: 'unknown', outage: false };
}

const refused = (code: string): Verdict => ({ kind: 'configuration', code, outage: false });
const away = (code: string): Verdict => ({ kind: 'temporary', code, outage: true });

/** What no code says; the rest is sorted by the code of the cause. */
const OUTBOUND: Partial<Record<OutboundFailure, Verdict>> = {
  refused: refused('not-allowed'),
  timeout: away('timeout'),
  aborted: away('timeout'),
  reset: away('connection'),
  protocol: away('protocol'),
};

/** Codes of an error and of what caused it; nodemailer keeps a system error's code in `originalCode`. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  for (let at = error, depth = 0; depth < MAX_CAUSES; at = field(at, 'cause'), depth += 1) {
    for (const value of [field(at, 'code'), field(at, 'originalCode')]) {
      if (typeof value === 'string') codes.push(value);
    }
  }
  return codes;
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
