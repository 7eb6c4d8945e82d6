import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OUTBOUND_TEXTS } from '@sitedesk/contract/outbound';
import ipaddr from 'ipaddr.js';
import dns, { type LookupAddress } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { Env } from '../config/env.js';
import { RUNTIME } from '../config/runtime.js';
import type { TrustedProxies } from '../http/trusted-proxies.js';
import { OutboundCall, type OutboundLimits, type OutboundStream } from './outbound-call.js';
import { OutboundError } from './outbound-error.js';

/** What is asked of a stranger's server. */
export interface OutboundRequest {
  readonly url: string | URL;
  /** Whether a site named the URL, so that it may lead to public addresses only; false where the operator did. */
  readonly guarded: boolean;
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is read as fast as it can be sent. */
  readonly body?: string | Uint8Array | Readable;
  /** Ends the call, also while the body is read. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<OutboundLimits>;
}

/** An answer, read to its end. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

const LIMITS: OutboundLimits = { maxBytes: 2 * 1024 * 1024, totalMs: 10_000, connectMs: 10_000 };

/**
 * Every call to a stranger's server over HTTP goes through here: time limits, a limit of octets, no redirects (the answer is the 3xx
 * itself), and connections that are kept. Where a site named the URL: https only, and public addresses only, as they are at the
 * moment of connecting, so that a name which changes its mind leads nowhere else. The operator may open exceptions with
 * `OUTBOUND_ALLOW`; for those plain http is enough, too.
 */
@Injectable()
export class OutboundService implements OnApplicationShutdown {
  private agents: Promise<{ readonly guarded: Agent; readonly open: Agent }> | undefined;

  constructor(@Inject(RUNTIME) private readonly runtime: { readonly env: Pick<Env, 'outboundAllow'> }) {}

  /** @throws OutboundError; TypeError for a text that is no URL */
  async fetch(request: OutboundRequest): Promise<OutboundAnswer> {
    const { status, headers, body } = await this.open(request);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    return { status, headers, bytes, text: new TextDecoder().decode(bytes) };
  }

  /**
   * The answer as soon as its headers are there; the limits hold for the body, too.
   * @throws OutboundError; TypeError for a text that is no URL
   */
  async open({
    url,
    guarded,
    headers,
    signal,
    limits,
    ...request
  }: OutboundRequest): Promise<OutboundStream> {
    const { origin, host, pathname, search, protocol, username, password } = new URL(url);
    if (!['https:', 'http:'].includes(protocol)) throw refused('notHttps', host);
    if (username !== '' || password !== '') throw refused('hasPassword', host);
    const call = new OutboundCall(host, { ...LIMITS, ...limits }, signal);
    const options = {
      method: 'GET' as const,
      ...request,
      origin,
      path: pathname + search,
      headers: { 'user-agent': 'Sitedesk', ...headers },
    };
    this.agents ??= this.createAgents();
    this.agents
      .then((agents) => call.ended || agents[guarded ? 'guarded' : 'open'].dispatch(options, call))
      .catch((error: unknown) => call.onResponseError(undefined, error));
    return call.answer;
  }

  /**
   * The addresses of a host, for a connection that is not HTTP: connect to these and to nothing else, because the name
   * may change its mind.
   * @throws OutboundError
   */
  async addresses(
    host: string,
    { guarded }: { readonly guarded?: boolean },
  ): Promise<readonly LookupAddress[]> {
    const addresses = await promisify(dns.lookup)(host, { all: true }).catch((error: unknown) => {
      throw OutboundError.of(error, host);
    });
    const failure = guarded && refusal(host, addresses, this.runtime.env.outboundAllow, true);
    if (failure) throw failure;
    return addresses;
  }

  async onApplicationShutdown(): Promise<void> {
    const agents = await this.agents;
    await Promise.all([agents?.guarded.destroy(), agents?.open.destroy()]);
  }

  /** The library is loaded with the first call: most processes make none for a while. */
  private async createAgents(): Promise<{ readonly guarded: Agent; readonly open: Agent }> {
    const { Agent, buildConnector } = await import('undici');
    const options = { headersTimeout: 0, bodyTimeout: 0 }; // a call has limits of its own
    const connect = guardedConnector(buildConnector, this.runtime.env.outboundAllow);
    return {
      guarded: new Agent({ ...options, connect }),
      open: new Agent({ ...options, connect: { timeout: LIMITS.connectMs } }),
    };
  }
}

const refused = (why: 'notHttps' | 'hasPassword' | 'notPublic', host: string): OutboundError =>
  new OutboundError('refused', OUTBOUND_TEXTS[why]({ host }));

/** Connects to addresses that were looked at; nothing can change between the check and the connecting. */
function guardedConnector(build: typeof buildConnector, allowed: TrustedProxies): buildConnector.connector {
  const connector = (secure: boolean): buildConnector.connector =>
    build({
      timeout: LIMITS.connectMs,
      lookup: (hostname, options, callback) =>
        dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
          const failure = error ?? refusal(hostname, addresses, allowed, secure);
          const [first] = addresses ?? [];
          if (failure || !first) return callback(failure ?? new Error('There is no address.'), []);
          return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
        }),
    });
  const [secure, plain] = [connector(true), connector(false)];
  return (target, callback) => {
    const { hostname, protocol } = target;
    const isSecure = protocol === 'https:';
    // A literal address is not looked up.
    const failure = ipaddr.isValid(hostname)
      ? refusal(hostname, [{ address: hostname }], allowed, isSecure)
      : undefined;
    if (failure) return callback(failure, null);
    (isSecure ? secure : plain)(target, callback);
  };
}

/** Why a site may not reach one of these addresses. */
function refusal(
  host: string,
  addresses: readonly Pick<LookupAddress, 'address'>[],
  allowed: TrustedProxies,
  secure: boolean,
): OutboundError | undefined {
  const strange = addresses.filter(({ address }) => !allowed.trusts(address));
  if (!strange.every(({ address }) => isPublicAddress(address))) return refused('notPublic', host);
  return strange.length > 0 && !secure ? refused('notHttps', host) : undefined;
}

/** Whether an address, in any notation, is one of the public Internet. */
function isPublicAddress(address: string): boolean {
  // An IPv4-mapped IPv6 address is the IPv4 one.
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}
