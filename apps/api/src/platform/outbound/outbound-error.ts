import type { Message } from '@sitedesk/contract/messages';
import { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';

/** What a call was waiting for when it ran out of time; `total` is the limit over everything. */
export type OutboundPhase = 'connect' | 'first-byte' | 'idle' | 'total';

/** Why there is no answer. `refused`: we don’t connect there; `aborted`: the caller gave up. */
export type OutboundFailure =
  | 'refused'
  | 'dns'
  | 'connect'
  | 'certificate'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'too-large'
  | 'aborted';

/**
 * A stranger's server gave no answer that we could use. The fault is a sentence for people, without secrets. There is
 * no `code`: a stranger who is away must not look like a database that is.
 */
export class OutboundError extends Error {
  /** Of a timeout. */
  readonly phase: OutboundPhase | undefined;
  /** The system's code, such as `ECONNREFUSED`; the kind where we ended the call. */
  readonly reason: string;

  constructor(
    readonly kind: OutboundFailure,
    readonly fault: Message,
    {
      phase,
      reason = kind,
      ...options
    }: ErrorOptions & { readonly phase?: OutboundPhase; readonly reason?: string } = {},
  ) {
    super(fault.text, options);
    this.name = 'OutboundError';
    this.phase = phase;
    this.reason = reason;
  }

  static timeout(host: string, phase: OutboundPhase, milliseconds: number): OutboundError {
    const params = { host, seconds: milliseconds / 1_000 };
    return new OutboundError('timeout', LIMITS[phase](params), { phase });
  }

  /** An error of the name service, the network, TLS or the HTTP parser, told by its code. */
  static of(error: unknown, host: string): OutboundError {
    if (error instanceof OutboundError) return error;
    const code: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
    const reason = typeof code === 'string' ? code : 'unknown error';
    const kind = KINDS.find(([, codes]) => codes.test(reason))?.[0] ?? 'protocol';
    const phase = kind === 'timeout' ? { phase: 'connect' as const } : {};
    const fault = OUTBOUND_TEXTS[kind]({ host, code: reason });
    return new OutboundError(kind, fault, { cause: error, reason, ...phase });
  }
}

/** Codes of certificates that are not accepted. */
export const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$)/;

/** Of the limits that we set. */
const LIMITS = {
  connect: OUTBOUND_TEXTS.connectLimit,
  'first-byte': OUTBOUND_TEXTS.firstByteLimit,
  idle: OUTBOUND_TEXTS.idleLimit,
  total: OUTBOUND_TEXTS.totalLimit,
} as const satisfies Record<OutboundPhase, unknown>;

/** The first that matches counts. */
const KINDS = [
  ['dns', /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/],
  ['certificate', CERTIFICATE_CODES],
  ['tls', /^(EPROTO$|ERR_SSL_|ERR_TLS_)/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/],
  ['reset', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/],
  ['connect', /^E[A-Z]+$/],
] as const;
