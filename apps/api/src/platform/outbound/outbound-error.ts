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
 * A stranger's server gave no answer that we could use. The message is a sentence for people, without secrets. There is
 * no `code`: a stranger who is away must not look like a database that is.
 */
export class OutboundError extends Error {
  /** Of a timeout. */
  readonly phase: OutboundPhase | undefined;
  /** The system's code, such as `ECONNREFUSED`; the kind where we ended the call. */
  readonly reason: string;

  constructor(
    readonly kind: OutboundFailure,
    message: string,
    {
      phase,
      reason = kind,
      ...options
    }: ErrorOptions & { readonly phase?: OutboundPhase; readonly reason?: string } = {},
  ) {
    super(message, options);
    this.name = 'OutboundError';
    this.phase = phase;
    this.reason = reason;
  }

  static timeout(host: string, phase: OutboundPhase, milliseconds: number): OutboundError {
    const seconds = `within ${milliseconds / 1_000} seconds`;
    const words = {
      connect: `Can’t connect to ${host} ${seconds}.`,
      'first-byte': `${host} didn’t respond ${seconds}.`,
      idle: `${host} didn’t continue its response ${seconds}.`,
      total: `${host} didn’t finish its response ${seconds}.`,
    };
    return new OutboundError('timeout', words[phase], { phase });
  }

  /** An error of the name service, the network, TLS or the HTTP parser, told by its code. */
  static of(error: unknown, host: string): OutboundError {
    if (error instanceof OutboundError) return error;
    const code: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
    const reason = typeof code === 'string' ? code : 'unknown error';
    const [kind, , words] = KINDS.find(([, codes]) => codes.test(reason)) ?? OTHERWISE;
    const phase = kind === 'timeout' ? { phase: 'connect' as const } : {};
    return new OutboundError(kind, `${words(host)} (${reason}).`, { cause: error, reason, ...phase });
  }
}

/** Codes of certificates that are not accepted. */
export const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY|DECRYPT|DECODE)_|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$)/;

type Kind = readonly [OutboundFailure, RegExp, (host: string) => string];

/** The first that matches counts. Our own limits have their own words; these are the system's. */
const KINDS: readonly Kind[] = [
  ['dns', /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/, (host) => `Can’t find ${host}`],
  ['certificate', CERTIFICATE_CODES, (host) => `The certificate of ${host} isn’t valid`],
  ['tls', /^(EPROTO$|ERR_SSL_|ERR_TLS_)/, (host) => `Can’t set up an encrypted connection to ${host}`],
  ['timeout', /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, (host) => `Can’t connect to ${host} in time`],
  ['reset', /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, (host) => `${host} closed the connection`],
  ['connect', /^E[A-Z]+$/, (host) => `Can’t connect to ${host}`],
];
const OTHERWISE: Kind = ['protocol', /^/, (host) => `Can’t understand the response of ${host}`];
