import type { ServerResponse } from 'node:http';
import type { FakeEdge } from './edge-cache.js';
import {
  Bucket,
  type CdnRequest,
  sendJson,
  StandIn,
  type StandInApi,
  type StandInOptions,
  type TransportBehaviour,
} from './stand-in.js';

type Failure =
  | 'throttled'
  | 'error-500'
  | 'unauthorised'
  /** The website isn't active. */
  | 'forbidden'
  | 'not-success';
export type SucuriBehaviour = 'ok' | Failure | TransportBehaviour;

/** A stand-in for the firewall of Sucuri. */
export interface FakeSucuri {
  readonly apiUrl: string;
  readonly key: string;
  readonly secret: string;
  readonly requests: readonly CdnRequest[];
  /** Paths of accepted purges; `*` for everything. */
  readonly purges: readonly string[];
  behave(behaviour: SucuriBehaviour, times?: number): void;
  /** Requests at once, and a second. */
  setBucket(burst: number, perSecond: number): void;
  close(): Promise<void>;
}

export async function startSucuri(edge: FakeEdge, options: StandInOptions = {}): Promise<FakeSucuri> {
  const kit = new StandIn<Failure>('sucuri', options);
  const fake = new Sucuri(kit, edge);
  await kit.start(fake);
  return {
    apiUrl: `${kit.url}/api`,
    key: fake.key,
    secret: fake.secret,
    requests: kit.requests,
    purges: fake.purges,
    behave: (behaviour, times) => kit.behave(behaviour, times),
    setBucket: (burst, perSecond) => void (fake.bucket = new Bucket(burst, perSecond)),
    close: () => kit.close(),
  };
}

class Sucuri implements StandInApi<Failure> {
  readonly key: string;
  readonly secret: string;
  readonly purges: string[] = [];
  bucket = new Bucket(Infinity, 0);

  constructor(
    kit: StandIn<Failure>,
    private readonly edge: FakeEdge,
  ) {
    this.key = kit.digits(32);
    this.secret = kit.digits(32);
  }

  readonly failures = {
    throttled: (response: ServerResponse): void => this.tooMany(response),
    'error-500': (response: ServerResponse): void => failure(response, 500, [`It failed: ${this.secret}`]),
    unauthorised: (response: ServerResponse): void => failure(response, 200, ['Wrong API key']),
    forbidden: (response: ServerResponse): void => failure(response, 200, ['Site is not active']),
    'not-success': (response: ServerResponse): void => failure(response, 200, ['Unable to clear the cache']),
  };

  answer({ method, path, body }: CdnRequest, response: ServerResponse): void {
    // Queries are logged by everything on the way.
    if (method !== 'POST' || path !== '/api?v2') return failure(response, 400, ['Unknown request']);
    if (!this.bucket.take()) return this.tooMany(response);
    const form = new URLSearchParams(body);
    if (form.get('k') !== this.key || form.get('s') !== this.secret)
      return failure(response, 200, ['Wrong API key']);
    if (form.get('a') === 'show_settings')
      return success(response, 'show_settings', { domain: 'site.test', cache_mode: 'docache' });
    if (form.get('a') !== 'clear_cache') return failure(response, 200, ['Unknown action']);
    const file = form.get('file');
    this.purges.push(file ?? '*');
    this.edge.purge([file ?? '/*']);
    return success(response, 'clear_cache', []);
  }

  /** The list turns into one sentence there. */
  private tooMany(response: ServerResponse): void {
    const limit = { limit: 12, remaining: 0, reset: 1, window: 60 };
    sendJson(
      response,
      429,
      { status: 0, messages: 'Rate limit exceeded', action: '', output: limit },
      { 'retry-after': '1', 'x-ratelimit-remaining': '0' },
    );
  }
}

const success = (response: ServerResponse, action: string, output: object): void =>
  sendJson(response, 200, { status: 1, messages: ['The cache was cleared'], action, output });

const failure = (response: ServerResponse, status: number, messages: readonly string[]): void =>
  sendJson(response, status, { status: 0, messages, action: '', output: [] });
