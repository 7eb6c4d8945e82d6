import type { ServerResponse } from 'node:http';
import { type Eviction, type FakeEdge, startEdge } from './edge-cache.js';
import {
  Bucket,
  type CdnRequest,
  parseObject,
  sendJson,
  StandIn,
  type StandInApi,
  type StandInOptions,
  type TransportBehaviour,
} from './stand-in.js';

type Failure = 'throttled' | 'error-500' | 'unauthorised' | 'forbidden' | 'not-success';
export type CloudflareBehaviour = 'ok' | Failure | TransportBehaviour;

/** A body of `purge_cache`. */
export interface CloudflarePurge {
  readonly files?: readonly string[];
  readonly tags?: readonly string[];
  readonly hosts?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly purge_everything?: boolean;
}

/** A stand-in for Cloudflare: its API for purges in front of an edge. */
export interface FakeCloudflare {
  /** Base address of the API. */
  readonly apiUrl: string;
  readonly zone: string;
  readonly token: string;
  /** Where visitors get the site from the cache. */
  readonly edgeUrl: string;
  /** `METHOD path` of every request to the API, whatever became of it. */
  readonly requests: readonly string[];
  /** Milliseconds since the epoch of each of them. */
  readonly times: readonly number[];
  /** Bodies of accepted purges. */
  readonly purges: readonly CloudflarePurge[];
  /** Responses with 429 because the bucket was empty. */
  readonly overdrawn: number;
  /** The site that the edge asks. */
  serve(origin: string): void;
  /** @param times so many requests; then it is `ok` again */
  behave(behaviour: CloudflareBehaviour, times?: number): void;
  /** The token's state, such as `disabled`; and what it may: with `none` it isn't for this zone. */
  setToken(token: { readonly status?: string; readonly right?: 'purge' | 'edit' | 'none' }): void;
  /** Requests at once, and a second. */
  setBucket(burst: number, perSecond: number): void;
  /** Seconds that it asks to wait when it is too much. */
  setRetryAfter(seconds: number): void;
  /** The edge keeps the old pages, or the one at a path, through so many purges that the API accepts. */
  keepOld(purges: number, path?: string): void;
  /** What purges have removed from the edge, the oldest first. */
  readonly evictions: readonly Eviction[];
  close(): Promise<void>;
}

const PER_CALL = 100;
const MEMBERS = ['files', 'tags', 'hosts', 'prefixes', 'purge_everything'];

/** Starts the API on a free local port. @param edge whose cache it purges; one of its own unless given */
export async function startCloudflare(
  options: StandInOptions & { readonly edge?: FakeEdge } = {},
): Promise<FakeCloudflare> {
  const edge = options.edge ?? (await startEdge());
  const kit = new StandIn<Failure>('cloudflare', options);
  const fake = new Cloudflare(kit, edge);
  await kit.start(fake);
  return {
    apiUrl: `${kit.url}/client/v4`,
    zone: fake.zone,
    token: fake.token,
    edgeUrl: edge.url,
    get requests() {
      return kit.requests.map(callOf);
    },
    get times() {
      return kit.requests.map(({ at }) => at);
    },
    purges: fake.purges,
    get overdrawn() {
      return fake.overdrawn;
    },
    serve: (origin) => edge.serve(origin),
    behave: (behaviour, times) => kit.behave(behaviour, times),
    setToken: ({ status = 'active', right = 'purge' }) => void (fake.access = { status, right }),
    setBucket: (burst, perSecond) => void (fake.bucket = new Bucket(burst, perSecond)),
    setRetryAfter: (seconds) => void (fake.retryAfter = seconds),
    keepOld: (purges, path) => edge.keepOld(purges, path),
    evictions: edge.evictions,
    close: async () => {
      await kit.close();
      if (!options.edge) await edge.close();
    },
  };
}

const callOf = ({ method, path }: CdnRequest): string =>
  `${method} ${path.replace('/client/v4', '').replace(/\?.*/, '')}`;

class Cloudflare implements StandInApi<Failure> {
  readonly zone: string;
  readonly token: string;
  readonly purges: CloudflarePurge[] = [];
  overdrawn = 0;
  access = { status: 'active', right: 'purge' };
  bucket = new Bucket(Infinity, 0);
  retryAfter = 1;

  constructor(
    kit: StandIn<Failure>,
    private readonly edge: FakeEdge,
  ) {
    this.zone = kit.digits(32);
    this.token = kit.digits(40);
  }

  readonly failures = {
    throttled: (response: ServerResponse): void => this.tooMany(response),
    'error-500': (response: ServerResponse): void =>
      failure(response, 500, 10_013, `An unknown error occurred with the token ${this.token}`),
    unauthorised: (response: ServerResponse): void =>
      failure(response, 401, 10_001, 'Unable to authenticate request'),
    forbidden: (response: ServerResponse): void => failure(response, 403, 10_000, 'Authentication error'),
    'not-success': (response: ServerResponse): void => failure(response, 200, 1_134, 'Unable to purge'),
  };

  answer(request: CdnRequest, response: ServerResponse): void {
    const call = callOf(request);
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return failure(response, 401, 10_001, 'Unable to authenticate request');
    if (call === 'GET /user/tokens/verify')
      return success(response, { id: 'f'.repeat(32), status: this.access.status });
    const [, zone = '', rest = ''] = /^(?:GET|POST) \/zones\/([^/]+)(.*)$/.exec(call) ?? [];
    if (!/^[0-9a-f]{32}$/.test(zone))
      return failure(
        response,
        400,
        7_003,
        'Could not route to the zone, perhaps your object identifier is invalid?',
      );
    if (this.access.status !== 'active')
      return failure(response, 403, 9_109, 'Unauthorized to access requested resource');
    if (zone !== this.zone) return failure(response, 404, 1_001, 'Invalid zone identifier');
    if (this.access.right === 'none') return failure(response, 403, 10_000, 'Authentication error');
    if (call.startsWith('GET') && rest === '') {
      if (this.access.right !== 'edit')
        return failure(response, 403, 9_109, 'Unauthorized to access requested resource');
      return success(response, {
        id: zone,
        name: 'site.test',
        permissions: ['#zone:read', '#cache_purge:edit'],
      });
    }
    if (call.startsWith('POST') && rest === '/purge_cache') return this.purge(request.body, response);
    return failure(response, 405, 10_405, 'Method not allowed for this authentication scheme');
  }

  private purge(body: string, response: ServerResponse): void {
    const input = parseObject(body);
    const members = Object.keys(input);
    const [member = ''] = members;
    const names = input[member];
    if (members.length !== 1 || !MEMBERS.includes(member) || (!Array.isArray(names) && names !== true))
      return failure(
        response,
        400,
        1_012,
        'Request must contain one of "purge_everything", "files", "tags", "hosts" or "prefixes"',
      );
    if (Array.isArray(names) && (names.length === 0 || names.length > PER_CALL))
      return failure(response, 400, 1_094, `You may purge at most ${PER_CALL} items`);
    if (!this.bucket.take()) {
      this.overdrawn += 1;
      return this.tooMany(response);
    }
    this.purges.push(input);
    this.evict(input);
    return success(response, { id: this.zone });
  }

  private tooMany(response: ServerResponse): void {
    response.setHeader('retry-after', this.retryAfter);
    failure(response, 429, 971, 'Please wait and consider throttling your request speed');
  }

  private evict({ files = [], hosts, tags, purge_everything: everything }: CloudflarePurge): void {
    const { host } = new URL(this.edge.url);
    if (everything || hosts?.includes(host)) return this.edge.purge(['/*']);
    if (tags) return this.edge.purgeTags(tags);
    const own = files.filter((file) => file.startsWith(`${this.edge.url}/`));
    this.edge.purge(own.map((file) => file.slice(this.edge.url.length)));
  }
}

const success = (response: ServerResponse, result: object): void =>
  sendJson(response, 200, { success: true, errors: [], messages: [], result });

const failure = (response: ServerResponse, status: number, code: number, message: string): void =>
  sendJson(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });
