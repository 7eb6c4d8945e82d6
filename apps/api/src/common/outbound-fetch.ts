import { Inject, Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { AnswerTooLargeError } from './limited-fetch.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** An address that a site's administrator named leads where nobody outside may reach (S-06). */
export class OutboundRefusedError extends Error {
  constructor(host: string, why: string) {
    super(`${host} ${why}.`);
    this.name = 'OutboundRefusedError';
  }
}

/** What is asked of a stranger's server. */
export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

const NOT_PUBLIC = 'is not a public address, and the operator has not allowed it (OUTBOUND_ALLOW)';
const MAX_BYTES = 2 * 1024 * 1024;
const TIME_LIMIT_MS = 10_000;

/**
 * Requests to addresses that a tenant chose (S-06, S-07): https only, to public addresses only, as they are at the moment
 * of connecting, so that a name which changes its mind leads nowhere else; no redirects, 2 MB, ten seconds. The operator
 * may open exceptions with `OUTBOUND_ALLOW`; for those plain http is enough, too.
 */
@Injectable()
export class OutboundFetch {
  constructor(@Inject(RUNTIME) private readonly runtime: Runtime) {}

  /** @throws OutboundRefusedError, AnswerTooLargeError, and errors of the network */
  fetch(
    address: string | URL,
    { method = 'GET', headers = {}, body, signal }: OutboundRequest = {},
  ): Promise<Response> {
    const url = new URL(address);
    const allowed = this.runtime.env.outboundAllow;
    const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
    return new Promise((resolve, reject) => {
      requireUsable(url, allowed);
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        {
          method,
          headers: {
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
          agent: false,
          lookup: guardedLookup(url, allowed),
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        },
        (incoming) => readAnswer(incoming).then(resolve, reject),
      );
      request.on('error', reject);
      request.end(body);
    });
  }
}

/** What can be said before any name is looked up; a literal address is not looked up at all. */
function requireUsable(url: URL, allowed: TrustedProxies): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!['https:', 'http:'].includes(url.protocol))
    throw new OutboundRefusedError(url.host, 'must be an https address');
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefusedError(url.host, 'must not carry a password');
  if (ipaddr.isValid(host)) requireReachable(url, host, allowed);
}

function requireReachable(url: URL, address: string, allowed: TrustedProxies): void {
  if (allowed.trusts(address)) return;
  requirePublicAddress(url.host, address);
  if (url.protocol !== 'https:') throw new OutboundRefusedError(url.host, 'must be an https address');
}

/**
 * @param host named in the error
 * @throws OutboundRefusedError
 */
function requirePublicAddress(host: string, address: string): void {
  if (!isPublicAddress(address)) throw new OutboundRefusedError(host, NOT_PUBLIC);
}

/**
 * The addresses of a host that a tenant chose, for a connection that is not https (S-06): connect to these and to nothing
 * else, because the name may change its mind.
 * @throws OutboundRefusedError, and errors of the name service
 */
export async function reachableAddresses(
  host: string,
  allowed: TrustedProxies,
): Promise<readonly LookupAddress[]> {
  const addresses = await lookup(host, { all: true });
  for (const { address } of addresses) if (!allowed.trusts(address)) requirePublicAddress(host, address);
  return addresses;
}

/** Resolves a name and checks what the connection will use: nothing can change between the check and the connecting. */
function guardedLookup(url: URL, allowed: TrustedProxies): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      try {
        for (const { address } of addresses) requireReachable(url, address, allowed);
      } catch (refused) {
        return callback(refused instanceof Error ? refused : new Error(String(refused)), '', 0);
      }
      const [first] = addresses;
      if (!first) return callback(new Error(`${hostname} has no address.`), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/** Whether an address, in any notation, is one of the public Internet. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // an IPv4-mapped IPv6 address is the IPv4 one
  return parsed.range() === 'unicast';
}

async function readAnswer(incoming: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BYTES) {
      incoming.destroy();
      throw new AnswerTooLargeError(MAX_BYTES);
    }
    chunks.push(bytes);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const status = incoming.statusCode ?? 500;
  const empty = [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}
