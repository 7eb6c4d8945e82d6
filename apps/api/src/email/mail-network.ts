import { Inject, Injectable } from '@nestjs/common';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, type Socket } from 'node:net';
import { type LimitedAnswer, limitedFetch, readLimited } from '../common/limited-fetch.js';
import { OutboundFetch, reachableAddresses } from '../common/outbound-fetch.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import type { EmailProvider } from './email-provider.js';

/** A request to a provider's API. */
export interface ApiRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** How the network is reached for a provider. */
export interface MailNetwork {
  resolve(host: string): Promise<readonly LookupAddress[]>;
  request(url: string, request: ApiRequest): Promise<LimitedAnswer>;
}

/** Chooses how a provider is reached: freely where the operator named it, by the rules of S-06 where a site did. */
@Injectable()
export class MailNetworks {
  private readonly open: MailNetwork = {
    resolve: (host) => lookup(host, { all: true }),
    request: limitedFetch,
  };
  private readonly guarded: MailNetwork = {
    resolve: (host) => reachableAddresses(host, this.runtime.env.outboundAllow),
    request: async (url, request) => {
      const answer = await this.outbound.fetch(url, request);
      return { status: answer.status, headers: answer.headers, text: await readLimited(answer) };
    },
  };

  constructor(
    private readonly outbound: OutboundFetch,
    @Inject(RUNTIME) private readonly runtime: Runtime,
  ) {}

  of({ guarded = false }: EmailProvider): MailNetwork {
    return guarded ? this.guarded : this.open;
  }
}

/**
 * A connection to the first of these addresses that answers.
 * @throws the last one's error
 */
export async function openSocket(
  addresses: readonly LookupAddress[],
  port: number,
  timeoutMs: number,
): Promise<Socket> {
  const deadline = performance.now() + timeoutMs;
  let failure: unknown = new Error('The host has no address.');
  for (const { address } of addresses) {
    try {
      return await openOne(address, port, Math.max(1, deadline - performance.now()));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function openOne(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => {
      const error = new Error(`${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`);
      socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    }, timeoutMs);
    socket.on('error', reject); // stays, so that a connection which breaks before somebody listens harms nobody
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });
}
