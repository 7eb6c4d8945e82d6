import { Injectable } from '@nestjs/common';
import { ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { escapeHtml } from '../../platform/core/escape-html.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { encoder, takesGzip } from '../../platform/http/content-coding.js';
import type { LiveSite } from './live-site.js';
import type { MediaAnswer } from './media.service.js';
import { COMMON_HEADERS, isKnown } from './page-cache.js';
import { PublicDatabase } from './public-database.js';
import {
  MARK_OF_CHUNK,
  PAGES_IN_CHUNK,
  SITEMAP_CHUNK,
  SITEMAP_CHUNKS,
  type SitemapPages,
} from './sitemap-rows.js';
import type { SiteRequest } from './site-request.js';

const unzip = promisify(gunzip);

/** A part of a sitemap as it is sent. */
interface Octets {
  readonly gzip: Buffer;
  /** Before it was compressed. */
  readonly size: number;
  readonly tag: string;
}

/** What is kept of a chunk. */
interface Chunk {
  /** Of the site, when it was last looked at. */
  generation: number;
  /** Equal for the same pages. */
  mark: string;
  /** Undefined until asked for. */
  octets: Octets | undefined;
}

/** Of all sites together, about four million pages. What doesn't fit is made again when someone asks for it. */
const MAX_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 512;
/** Rows that are in memory at once. */
const BATCH = 500;
/** More than that no search engine reads (sitemaps.org). */
const MAX_SIZE = 50_000_000;

const HEAD = `<?xml version="1.0" encoding="utf-8"?>\n`;
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * What search engines learn of the pages of a site: an index, and chunks that hold a fixed range of article numbers each. A publication
 * changes one of them. They're kept compressed, are made row by row, and one at a time, so that pages don't wait for them.
 */
@Injectable()
export class SitemapsService {
  /** Those that nobody asked for lately come first. */
  private readonly chunks = new Map<string, Chunk>();
  private readonly generations = new Map<string, number>();
  private everything = 0;
  private bytes = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: PublicDatabase,
    changes: DatabaseChanges,
  ) {
    for (const channel of [CHANNELS.pages, CHANNELS.tenant])
      changes.on(channel, (tenantId) =>
        this.generations.set(tenantId, (this.generations.get(tenantId) ?? 0) + 1),
      );
    changes.onLost(() => {
      this.everything += 1;
    });
  }

  /** The index as XML; undefined where the public URL isn't known, or no page is for search engines. */
  async index({ tenantId, view: { address } }: LiveSite): Promise<string | undefined> {
    if (address === null) return undefined;
    const found = await this.numbers(tenantId, address);
    if (found.length === 0) return undefined;
    // Without their dates: to find the newest of a million pages takes longer than asking for each part whether it has changed.
    const entries = found.map(
      (chunk) => `<sitemap><loc>${escapeHtml(address)}${chunkPath(chunk)}</loc></sitemap>\n`,
    );
    return `${HEAD}<sitemapindex ${XMLNS}>\n${entries.join('')}</sitemapindex>\n`;
  }

  /** Paths of the chunks that there are. */
  async paths({ tenantId, view: { address } }: LiveSite): Promise<readonly string[]> {
    if (address === null) return [];
    const found = await this.numbers(tenantId, address);
    return found.map(chunkPath);
  }

  /** A chunk as XML; undefined where there is none. @param number from 1 */
  async text({ tenantId, view: { address } }: LiveSite, number: number): Promise<Buffer | undefined> {
    if (address === null) return undefined;
    const octets = await this.inTurn(() => this.octets(tenantId, address, number));
    return octets && unzip(octets.gzip);
  }

  /** A chunk as it is sent; undefined where there is none. @param number from 1 */
  async answer(
    { tenantId, view: { address } }: LiveSite,
    number: number,
    request: SiteRequest,
    cacheControl: string,
  ): Promise<MediaAnswer | undefined> {
    if (address === null) return undefined;
    const kept = this.current(tenantId, address, number);
    const octets = kept?.octets ?? (await this.inTurn(() => this.octets(tenantId, address, number)));
    return octets && answerWith(octets, request, cacheControl);
  }

  private async numbers(tenantId: string, address: string): Promise<readonly number[]> {
    const values = [tenantId, SITEMAP_CHUNK, address];
    const found = await this.database.run<{ readonly chunk: number }>(SITEMAP_CHUNKS, values);
    return found.map(({ chunk }) => chunk);
  }

  private async octets(tenantId: string, address: string, number: number): Promise<Octets | undefined> {
    const chunk = await this.lookedAt(tenantId, address, number);
    if (!chunk) return undefined;
    if (chunk.octets) return chunk.octets;
    const octets = await this.made(tenantId, address, number);
    if (!octets) return undefined;
    this.bytes += octets.gzip.length;
    chunk.octets = octets;
    for (const [key, other] of this.chunks) {
      if (this.bytes <= MAX_BYTES) break;
      if (other !== chunk) this.drop(key);
    }
    return octets;
  }

  /** What is kept of a chunk whose pages are the same as then, or a new one; undefined where it has no pages. */
  private async lookedAt(tenantId: string, address: string, number: number): Promise<Chunk | undefined> {
    const key = keyOf(tenantId, address, number);
    const known = this.current(tenantId, address, number);
    if (known) return known;
    const generation = this.generation(tenantId);
    const [found] = await this.database.run<{ readonly mark: string | null }>(MARK_OF_CHUNK, [
      tenantId,
      ...rangeOf(number),
    ]);
    const kept = this.chunks.get(key);
    const mark = found?.mark ?? null;
    if (mark === null) {
      this.drop(key);
      return undefined;
    }
    if (kept?.mark === mark) {
      kept.generation = generation;
      return kept;
    }
    this.drop(key);
    const chunk = { generation, mark, octets: undefined };
    this.chunks.set(key, chunk);
    this.bytes += ENTRY_BYTES;
    return chunk;
  }

  /** What is kept of a chunk, if nothing of the site has changed since. */
  private current(tenantId: string, address: string, number: number): Chunk | undefined {
    const key = keyOf(tenantId, address, number);
    const kept = this.chunks.get(key);
    if (!kept) return undefined;
    this.chunks.delete(key);
    this.chunks.set(key, kept);
    return kept.generation === this.generation(tenantId) ? kept : undefined;
  }

  private async made(tenantId: string, address: string, number: number): Promise<Octets | undefined> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    let [size, pages] = [0, 0];
    const written = (text: string): string => {
      hash.update(text);
      size += text.length; // in ASCII
      return text;
    };
    const { database } = this;
    const urlOf = (line: string): string => {
      const [at = '', path = ''] = line.split(' ');
      return `<url><loc>${escapeHtml(address + encodeURI(path))}</loc><lastmod>${at}</lastmod></url>\n`;
    };
    async function* lines(): AsyncGenerator<string> {
      yield written(`${HEAD}<urlset ${XMLNS}>\n`);
      const [before, last] = rangeOf(number);
      let after = before;
      while (after < last) {
        const values = [tenantId, after, last, address, BATCH];
        const [found] = await database.run<SitemapPages>(PAGES_IN_CHUNK, values);
        if (!found) break;
        const text = found.lines.split('\n').map(urlOf).join('');
        if (size + text.length > MAX_SIZE) break;
        yield written(text);
        pages += found.pages;
        after = found.pages < BATCH ? last : found.last;
      }
      yield written('</urlset>\n');
    }
    await pipeline(lines, encoder('gzip'), async (compressed: AsyncIterable<Buffer>) => {
      for await (const part of compressed) chunks.push(part);
    });
    if (pages === 0) return undefined;
    return { gzip: Buffer.concat(chunks), size, tag: hash.digest('base64url').slice(0, 22) };
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined); // the one who asked hears of it
    return result;
  }

  private generation(tenantId: string): number {
    return this.everything + (this.generations.get(tenantId) ?? 0);
  }

  private drop(key: string): void {
    const chunk = this.chunks.get(key);
    if (!chunk) return;
    this.chunks.delete(key);
    this.bytes -= ENTRY_BYTES + (chunk.octets?.gzip.length ?? 0);
  }
}

const LAST_CHUNK = Math.ceil(ARTICLE_LIMITS.lastNumber / SITEMAP_CHUNK);
const PLACE = /^\/sitemap-(?<number>[1-9]\d{0,4})\.xml(?:\?.*)?$/;

/** The number of the chunk that a request is for. */
export function sitemapChunk(url: string): number | undefined {
  const number = PLACE.exec(url)?.groups?.['number'];
  return number === undefined || Number(number) > LAST_CHUNK ? undefined : Number(number);
}

const chunkPath = (number: number): string => `/sitemap-${number}.xml`;

/** The number before its first article, and the last one. */
const rangeOf = (number: number): [number, number] => [
  (number - 1) * SITEMAP_CHUNK,
  Math.min(number * SITEMAP_CHUNK, ARTICLE_LIMITS.lastNumber),
];

const keyOf = (tenantId: string, address: string, number: number): string =>
  `${tenantId} ${address} ${number}`;

function answerWith(
  { gzip, size, tag }: Octets,
  { method, headers: asked }: SiteRequest,
  cacheControl: string,
): MediaAnswer {
  const isCoded = takesGzip(asked['accept-encoding']);
  const headers = [
    'Content-Type',
    'application/xml; charset=utf-8',
    'Cache-Control',
    cacheControl,
    ...COMMON_HEADERS,
    'ETag',
    `"${tag}${isCoded ? '-gzip' : ''}"`,
  ];
  if (isKnown(asked['if-none-match'], tag)) return { status: 304, headers, body: undefined };
  const coding = isCoded ? ['Content-Encoding', 'gzip'] : [];
  const length = ['Content-Length', String(isCoded ? gzip.length : size)];
  const whole = { status: 200, headers: [...headers, ...coding, ...length] } as const;
  if (method === 'HEAD') return { ...whole, body: undefined };
  const sent = Readable.from([gzip]);
  return { ...whole, body: isCoded ? sent : sent.pipe(createGunzip()) };
}
