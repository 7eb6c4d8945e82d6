import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, startLocalServer } from './local-server.js';

/** How the API behaves; `ok` follows its documentation, the others do what their name says. */
export type CloudflareBehaviour =
  | 'ok'
  | 'throttled'
  | 'error-500'
  | 'unauthorised'
  | 'forbidden'
  | 'not-success'
  | 'silent'
  | 'slow-body'
  | 'garbage'
  | 'truncated'
  | 'huge'
  | 'redirect'
  | 'reset';

/** A body of `purge_cache`. */
export interface CloudflarePurge {
  readonly files?: readonly string[];
  readonly tags?: readonly string[];
  readonly hosts?: readonly string[];
  readonly prefixes?: readonly string[];
  readonly purge_everything?: boolean;
}

/** A stand-in for Cloudflare: its API for purges, and an edge that keeps what a site has answered until it is purged. */
export interface FakeCloudflare {
  /** Base address of the API. */
  readonly apiUrl: string;
  readonly zone: string;
  readonly token: string;
  /** Where visitors get the site from the cache. */
  readonly edgeUrl: string;
  /** `METHOD path` of every request to the API, whatever became of it. */
  readonly requests: readonly string[];
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
  /** The edge keeps the old pages through so many purges that the API accepts. */
  keepOld(purges: number): void;
  close(): Promise<void>;
}

interface Kept {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly at: number;
}

const PER_CALL = 100;
const RETRY_AFTER_SECONDS = 1;
const MEMBERS = ['files', 'tags', 'hosts', 'prefixes', 'purge_everything'];
const HUGE_BYTES = 4 * 1024 * 1024;

/** Starts the API and the edge on free local ports. */
export async function startCloudflare(): Promise<FakeCloudflare> {
  const fake = new Cloudflare();
  const [api, edge] = await Promise.all([
    startLocalServer((request, response) => fake.answer(request, response)),
    startLocalServer((request, response) => fake.visit(request, response)),
  ]);
  fake.edgeUrl = edge.url;
  return {
    apiUrl: `${api.url}/client/v4`,
    zone: fake.zone,
    token: fake.token,
    edgeUrl: edge.url,
    requests: fake.requests,
    purges: fake.purges,
    get overdrawn() {
      return fake.overdrawn;
    },
    serve: (origin) => void (fake.origin = origin),
    behave: (behaviour, times = Infinity) => void (fake.behaviour = { name: behaviour, times }),
    setToken: ({ status = 'active', right = 'purge' }) => void (fake.access = { status, right }),
    setBucket: (burst, perSecond) => void (fake.bucket = { burst, perSecond, tokens: burst, at: Date.now() }),
    keepOld: (purges) => void (fake.keptThrough = purges),
    close: async () => {
      await Promise.all([api.close(), edge.close()]);
    },
  };
}

class Cloudflare {
  readonly zone = randomBytes(16).toString('hex');
  readonly token = randomBytes(20).toString('base64url');
  readonly requests: string[] = [];
  readonly purges: CloudflarePurge[] = [];
  readonly cache = new Map<string, Kept>();
  overdrawn = 0;
  edgeUrl = '';
  origin = '';
  behaviour: { readonly name: CloudflareBehaviour; readonly times: number } = { name: 'ok', times: Infinity };
  access = { status: 'active', right: 'purge' };
  bucket = { burst: Infinity, perSecond: 0, tokens: Infinity, at: 0 };
  keptThrough = 0;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const call = `${request.method} ${pathname.replace('/client/v4', '')}`;
    this.requests.push(call);
    const body = await readBody(request);
    if (this.misbehave(response)) return;
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return failure(response, 401, 10_001, 'Unable to authenticate request');
    if (call === 'GET /user/tokens/verify') {
      const { status } = this.access;
      return success(response, { id: 'f'.repeat(32), status });
    }
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
    if (call.startsWith('POST') && rest === '/purge_cache') return this.purge(body, response);
    return failure(response, 405, 10_405, 'Method not allowed for this authentication scheme');
  }

  /** What a visitor gets: from the cache, or of the site, which goes into the cache. */
  async visit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = `${this.edgeUrl}${request.url}`;
    const known = this.cache.get(url);
    const kept = known ?? (await this.fetch(request));
    if (request.method === 'GET') this.cache.set(url, kept);
    for (const [name, value] of kept.headers) response.setHeader(name, value);
    response.setHeader('cf-cache-status', known ? 'HIT' : 'MISS');
    response.setHeader('cf-ray', `${randomBytes(8).toString('hex')}-FRA`);
    response.setHeader('age', Math.floor((Date.now() - kept.at) / 1_000));
    response.writeHead(kept.status).end(kept.body);
  }

  private async fetch({ url = '/', method = 'GET' }: IncomingMessage): Promise<Kept> {
    const answer = await fetch(`${this.origin}${url}`, { method, redirect: 'manual' });
    const headers = new Map(
      ['content-type', 'x-content-version', 'location', 'cache-control'].flatMap(
        (name): [string, string][] => {
          const value = answer.headers.get(name);
          return value === null ? [] : [[name, value]];
        },
      ),
    );
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()), at: Date.now() };
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
    if (!this.take()) {
      this.overdrawn += 1;
      response.setHeader('retry-after', RETRY_AFTER_SECONDS);
      return failure(response, 429, 971, 'Please wait and consider throttling your request speed');
    }
    this.purges.push(input);
    if (this.keptThrough > 0) this.keptThrough -= 1;
    else this.evict(input);
    return success(response, { id: this.zone });
  }

  private evict({ files, hosts, purge_everything: everything }: CloudflarePurge): void {
    const { host } = new URL(this.edgeUrl);
    if (everything || hosts?.includes(host)) this.cache.clear();
    for (const file of files ?? []) this.cache.delete(file);
  }

  private take(): boolean {
    const { burst, perSecond, tokens, at } = this.bucket;
    if (burst === Infinity) return true;
    const now = Date.now();
    const left = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond);
    const isEnough = left >= 1;
    this.bucket = { burst, perSecond, tokens: isEnough ? left - 1 : left, at: now };
    return isEnough;
  }

  private misbehave(response: ServerResponse): boolean {
    const { name, times } = this.behaviour;
    if (name === 'ok') return false;
    this.behaviour = times > 1 ? { name, times: times - 1 } : { name: 'ok', times: Infinity };
    switch (name) {
      case 'throttled':
        response.setHeader('retry-after', RETRY_AFTER_SECONDS);
        failure(response, 429, 971, 'Please wait and consider throttling your request speed');
        return true;
      case 'error-500':
        failure(response, 500, 10_013, `An unknown error occurred with the token ${this.token}`);
        return true;
      case 'unauthorised':
        failure(response, 401, 10_001, 'Unable to authenticate request');
        return true;
      case 'forbidden':
        failure(response, 403, 10_000, 'Authentication error');
        return true;
      case 'not-success':
        json(response, 200, {
          success: false,
          errors: [{ code: 1_134, message: 'Unable to purge' }],
          messages: [],
          result: null,
        });
        return true;
      case 'silent':
        return true;
      case 'slow-body':
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        return true;
      case 'garbage':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>');
        return true;
      case 'truncated':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success": true, "errors": [');
        return true;
      case 'huge':
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(HUGE_BYTES)}"`);
        return true;
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        return true;
      case 'reset':
        response.destroy();
        return true;
      default:
        return name satisfies never;
    }
  }
}

const success = (response: ServerResponse, result: object): void =>
  json(response, 200, { success: true, errors: [], messages: [], result });

const failure = (response: ServerResponse, status: number, code: number, message: string): void =>
  json(response, status, { success: false, errors: [{ code, message }], messages: [], result: null });

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
