import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server.js';

/** The cache of a CDN: it keeps what a site has answered until that is purged. */
export interface FakeEdge {
  /** Where visitors get the site. */
  readonly url: string;
  /** The site that it asks. */
  serve(origin: string): void;
  /** Purges that are accepted from now on have no effect, so many of them. @param path on this alone; on anything unless given */
  keepOld(purges: number, path?: string): void;
  /** What purges have removed, the oldest first. */
  readonly evictions: readonly Eviction[];
  /** Like a purge of a service. @param paths with their query; `*` at the end stands for anything */
  purge(paths: readonly string[]): void;
  /** Purges what has one of these tags. */
  purgeTags(tags: readonly string[]): void;
  close(): Promise<void>;
}

/** A page that a purge has removed from the cache. */
export interface Eviction {
  readonly path: string;
  /** The version that visitors got until then. */
  readonly version: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface Kept {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
  readonly body: Buffer;
  readonly at: number;
}

const KEPT_HEADERS = ['content-type', 'x-content-version', 'location', 'cache-control'];

/** Starts one on a free port of this machine. */
export async function startEdge(): Promise<FakeEdge> {
  const cache = new Map<string, Kept>();
  let origin = '';
  let keptThrough = 0;
  const keptPaths = new Map<string, number>();
  const evictions: Eviction[] = [];

  async function ask({ url = '/', method = 'GET' }: IncomingMessage): Promise<Kept> {
    const answer = await fetch(`${origin}${url}`, { method, redirect: 'manual' });
    const headers = KEPT_HEADERS.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const tags = (answer.headers.get('cache-tag') ?? '').split(/[\s,]+/).filter((tag) => tag !== '');
    const body = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: new Map(headers), tags, body, at: Date.now() };
  }

  async function visit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const known = cache.get(path);
    const kept = known ?? (await ask(request));
    if (request.method === 'GET') cache.set(path, kept);
    for (const [name, value] of kept.headers) response.setHeader(name, value);
    response.setHeader('cf-cache-status', known ? 'HIT' : 'MISS');
    response.setHeader('cf-ray', `${randomBytes(8).toString('hex')}-FRA`);
    response.setHeader('age', Math.floor((Date.now() - kept.at) / 1_000));
    response.writeHead(kept.status).end(kept.body);
  }

  function evict(isPurged: (path: string, kept: Kept) => boolean): void {
    if (keptThrough > 0) {
      keptThrough -= 1;
      return;
    }
    for (const [path, kept] of cache) {
      if (!isPurged(path, kept)) continue;
      const left = keptPaths.get(path) ?? 0;
      if (left > 0) {
        keptPaths.set(path, left - 1);
        continue;
      }
      cache.delete(path);
      evictions.push({ path, version: kept.headers.get('x-content-version'), at: Date.now() });
    }
  }

  const { url, close } = await startLocalServer(visit);
  return {
    url,
    serve: (site) => void (origin = site),
    keepOld: (purges, path) => {
      if (path === undefined) keptThrough = purges;
      else keptPaths.set(path, purges);
    },
    evictions,
    purge: (patterns) => evict((path) => patterns.some((pattern) => covers(pattern, path))),
    purgeTags: (tags) => evict((_, kept) => tags.some((tag) => kept.tags.includes(tag))),
    close,
  };
}

const covers = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
