import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HEADERS } from '@sitedesk/contract/headers';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { requestFault } from './request-fault.js';

/** An answer in octets. */
export interface ByteAnswer {
  readonly status: number;
  /** Names and values in turn, besides those that every answer carries. */
  readonly headers: readonly string[];
  readonly body: Buffer | string;
  /** Whose it is; for the access log. */
  readonly tenantId?: string;
}

/** What was answered in the lane. */
export interface LaneAnswer {
  readonly status: number;
  readonly requestId: string;
  /** Undefined for what is no sound request. */
  readonly route: string | undefined;
  readonly tenantId: string | undefined;
  readonly milliseconds: number;
}

/** Answers a request, or leaves it to the ordinary route: undefined. Must not change anything it leaves. */
type ByteRoute = (
  request: IncomingMessage,
  requestId: string,
) => ByteAnswer | undefined | Promise<ByteAnswer | undefined>;

/** Called for every response, for the metrics and the access log. */
type LaneListener = (request: IncomingMessage, answer: LaneAnswer) => void;

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * On every answer; a route may replace one, such as the administration's files their caching. In lower case, as Fastify
 * keeps them: that saves it a conversion.
 */
export const DEFAULT_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'strict-transport-security': 'max-age=31536000',
} as const;

const COMMON = Object.entries(DEFAULT_HEADERS).flat();
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id that the proxy in front gave the request, when it can be one, so that both logs name the same; else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers[HEADERS.requestId];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/**
 * A lane beside the framework for the few answers that a flood is made of: the visitor's script, and refusals of
 * submissions. They are decided by the same functions as on the ordinary route, without routing, hooks and guards, which
 * cost more than the answers themselves. Whatever is not known at once goes the ordinary way.
 */
@Injectable()
export class ByteLane implements BeforeApplicationShutdown {
  private readonly routes = new Map<string, ByteRoute>();
  private readonly listeners: LaneListener[] = [];
  private readonly undecided = new Set<Promise<unknown>>();
  private open = true;

  /** @param url compared as a whole: with a query the ordinary route answers */
  add(method: 'GET' | 'POST', url: string, route: ByteRoute): void {
    this.routes.set(`${method} ${url}`, route);
  }

  /**
   * From now on every request goes the ordinary way, which tells clients that the server is about to stop. Those that are
   * being decided are handed over before the framework takes no more.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.open = false;
    await Promise.all(this.undecided);
  }

  onAnswer(listener: LaneListener): void {
    this.listeners.push(listener);
  }

  /** Puts the lane before the server's own listener, and the check of what is no sound request before both. */
  attach(server: Server): void {
    const [ordinary] = server.listeners('request') as RequestListener[]; // Node's types do not know the event's arguments
    if (!ordinary) throw new Error('The server has no listener yet.');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const startedAt = this.listeners.length > 0 ? performance.now() : 0;
      const fault = requestFault(request);
      if (fault !== undefined) {
        const requestId = requestIdOf(request);
        const answer = refusal(requestId, fault);
        send(response, requestId, answer);
        this.report(request, requestId, undefined, answer, startedAt);
        return;
      }
      const route = this.open ? this.routes.get(`${request.method} ${request.url}`) : undefined;
      if (!route) return ordinary(request, response);
      const requestId = requestIdOf(request);
      const settle = (answer: ByteAnswer | undefined): void => {
        if (!answer) return ordinary(request, response);
        send(response, requestId, answer);
        this.report(request, requestId, request.url, answer, startedAt);
      };
      const decided = decide(route, request, requestId);
      if (!(decided instanceof Promise)) return settle(decided);
      const settled = decided.then(settle).finally(() => this.undecided.delete(settled)); // never rejects
      this.undecided.add(settled);
    });
  }

  private report(
    request: IncomingMessage,
    requestId: string,
    route: string | undefined,
    { status, tenantId }: ByteAnswer,
    startedAt: number,
  ): void {
    if (this.listeners.length === 0) return;
    const answer = { status, requestId, route, tenantId, milliseconds: performance.now() - startedAt };
    for (const listener of this.listeners) listener(request, answer);
  }
}

/** Ends the connection too: where the next request begins is not certain. */
function refusal(requestId: string, status: number): ByteAnswer {
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    instance: `urn:request:${requestId}`,
  };
  const headers = ['content-type', 'application/problem+json', 'connection', 'close'];
  return { status, headers, body: JSON.stringify(problem) };
}

/** What goes wrong in the lane is answered, and logged, on the ordinary route. */
function decide(route: ByteRoute, request: IncomingMessage, requestId: string): ReturnType<ByteRoute> {
  try {
    const decided = route(request, requestId);
    return decided instanceof Promise ? decided.catch(() => undefined) : decided;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, requestId: string, { status, headers, body }: ByteAnswer): void {
  response.writeHead(status, [
    ...COMMON,
    HEADERS.requestId,
    requestId,
    ...headers,
    'content-length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}
