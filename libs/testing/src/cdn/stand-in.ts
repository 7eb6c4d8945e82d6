import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LocalServer, readBody, startLocalServer, type TlsFiles } from '../local-server.js';

/** How an API of a CDN behaves that isn't well; each does what its name says. */
export const TRANSPORT_BEHAVIOURS = [
  'silent',
  'slow-body',
  'garbage',
  'truncated',
  'huge',
  'redirect',
  'reset',
  'late',
] as const;
export type TransportBehaviour = (typeof TRANSPORT_BEHAVIOURS)[number];

/** A request as it came in, whatever became of it. */
export interface CdnRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface StandInOptions {
  /** Where its keys and ids come from: the same ones with the same seed. */
  readonly seed?: string;
  /** With it, it speaks HTTPS. */
  readonly tls?: TlsFiles;
}

const HUGE_BYTES = 4 * 1024 * 1024;
const LATE_MS = 1_500;

/** What an API stands for, beside what goes wrong on the way. */
export interface StandInApi<Own extends string> {
  answer(request: CdnRequest, response: ServerResponse): void;
  /** The service's own words for what goes wrong there. */
  readonly failures: Readonly<Record<Own, (response: ServerResponse) => void>>;
}

/** The kit of the stand-ins: a server that records every request, with errors and slowness on demand, and keys made from a seed. */
export class StandIn<Own extends string = never> {
  readonly requests: CdnRequest[] = [];
  private made = 0;
  private behaviour: { readonly name: Own | TransportBehaviour; readonly times: number } | undefined;
  private server: LocalServer | undefined;

  constructor(
    private readonly name: string,
    private readonly options: StandInOptions,
  ) {}

  /** Without a slash at the end. */
  get url(): string {
    return this.server?.url ?? '';
  }

  /** Hexadecimal digits, different ones with each call. */
  digits(count: number): string {
    this.made += 1;
    const { seed = 'sitedesk' } = this.options;
    return createHash('sha512').update(`${seed} ${this.name} ${this.made}`).digest('hex').slice(0, count);
  }

  /** @param times so many requests; then all is well again */
  behave(name: Own | TransportBehaviour | 'ok', times = Infinity): void {
    this.behaviour = name === 'ok' ? undefined : { name, times };
  }

  async start(api: StandInApi<Own>): Promise<void> {
    this.server = await startLocalServer(async (incoming, response) => {
      const { method = 'GET', url: path = '/', headers } = incoming;
      const request = { method, path, headers, body: await readBody(incoming), at: Date.now() };
      this.requests.push(request);
      const behaviour = this.next();
      if (behaviour === undefined) api.answer(request, response);
      else if (isTransport(behaviour)) misbehave(behaviour, response, () => api.answer(request, response));
      else api.failures[behaviour](response);
    }, this.options.tls);
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  private next(): Own | TransportBehaviour | undefined {
    if (!this.behaviour) return undefined;
    const { name, times } = this.behaviour;
    this.behaviour = times > 1 ? { name, times: times - 1 } : undefined;
    return name;
  }
}

const isTransport = (name: string): name is TransportBehaviour =>
  TRANSPORT_BEHAVIOURS.some((each) => each === name);

function misbehave(name: TransportBehaviour, response: ServerResponse, answer: () => void): void {
  const start = (status: number, headers: Readonly<Record<string, string>>): ServerResponse =>
    response.writeHead(status, headers);
  const json = { 'content-type': 'application/json' };
  switch (name) {
    case 'silent':
      return;
    case 'slow-body':
      start(200, json).write('{');
      return;
    case 'garbage':
      start(200, { 'content-type': 'text/html' }).end('<html>It works!</html>');
      return;
    case 'truncated':
      start(200, json).end('{"success": true, "errors": [');
      return;
    case 'huge':
      start(200, json).end(`"${'x'.repeat(HUGE_BYTES)}"`);
      return;
    case 'redirect':
      start(302, { location: 'http://127.0.0.1:1/' }).end();
      return;
    case 'reset':
      response.destroy();
      return;
    case 'late':
      setTimeout(answer, LATE_MS).unref();
      return;
    default:
      name satisfies never;
  }
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** The members of a JSON object; none for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A bucket of requests: so many at once, and so many a second after these. */
export class Bucket {
  private tokens: number;
  private at = Date.now();

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {
    this.tokens = burst;
  }

  /** @returns whether there was one left */
  take(): boolean {
    if (this.burst === Infinity) return true;
    const now = Date.now();
    const left = Math.min(this.burst, this.tokens + ((now - this.at) / 1_000) * this.perSecond);
    this.at = now;
    this.tokens = left >= 1 ? left - 1 : left;
    return left >= 1;
  }
}
