import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A page as octets, in every coding it was asked for. */
export interface StoredPage {
  readonly status: number;
  /** Names and values in turn, without those that every answer has or that depend on the coding. */
  readonly headers: readonly string[];
  readonly identity: Buffer;
  /** Of the identity octets; the same on every instance. */
  readonly tag: string;
  gzip?: Buffer;
  br?: Buffer;
}

type Coding = 'br' | 'gzip' | 'identity';

/** Makes a page of a text. */
export function storedPage(status: number, headers: readonly string[], body: string): StoredPage {
  const identity = Buffer.from(body);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { status, headers, identity, tag };
}

/** The octets in a coding, made once. */
export function codedBody(page: StoredPage, coding: Coding): Buffer {
  if (coding === 'br')
    return (page.br ??= brotliCompressSync(page.identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.identity.length,
      },
    }));
  if (coding === 'gzip') return (page.gzip ??= gzipSync(page.identity, { level: 6 }));
  return page.identity;
}

const TAKES_BROTLI = /(?:^|,)\s*br\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/i;
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?:,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|$)/i;

/** The best coding that the client takes (RFC 9110, 12.5.3). */
export function bestCoding(header: string | string[] | undefined): Coding {
  const accepted = String(header ?? '');
  if (TAKES_BROTLI.test(accepted)) return 'br';
  return TAKES_GZIP.test(accepted) ? 'gzip' : 'identity';
}

const MAX_BYTES = 128 * 1024 * 1024;
/** What an entry takes besides its octets. */
const ENTRY_BYTES = 1_024;

/**
 * Pages that were asked for, the longest unused dropped first. When something of a site changes, all its pages are forgotten: putting
 * one together again is cheap, and there is no list of what depends on what that could be wrong.
 */
export class PageCache {
  private readonly pages = new Map<
    string,
    { readonly tenantId: string; readonly page: StoredPage; readonly bytes: number }
  >();
  private readonly generations = new Map<string, number>();
  private everything = 0;
  private bytes = 0;

  get(tenantId: string, path: string): StoredPage | undefined {
    const key = keyOf(tenantId, path);
    const found = this.pages.get(key);
    if (!found) return undefined;
    this.pages.delete(key);
    this.pages.set(key, found); // the last one is the newest
    return found.page;
  }

  /** What has to be the same when a page is put together as when it is kept: it may have changed since. */
  generation(tenantId: string): string {
    return `${this.everything}.${this.generations.get(tenantId) ?? 0}`;
  }

  keep(tenantId: string, path: string, page: StoredPage, generation: string): void {
    if (generation !== this.generation(tenantId)) return;
    // Twice: its compressed forms are made later.
    const bytes = page.identity.length * 2 + ENTRY_BYTES;
    this.drop(keyOf(tenantId, path));
    this.pages.set(keyOf(tenantId, path), { tenantId, page, bytes });
    this.bytes += bytes;
    for (const key of this.pages.keys()) {
      if (this.bytes <= MAX_BYTES) break;
      this.drop(key);
    }
  }

  forget(tenantId: string): void {
    this.generations.set(tenantId, (this.generations.get(tenantId) ?? 0) + 1);
    for (const [key, entry] of this.pages) if (entry.tenantId === tenantId) this.drop(key);
  }

  forgetAll(): void {
    this.everything += 1;
    this.pages.clear();
    this.bytes = 0;
  }

  private drop(key: string): void {
    this.bytes -= this.pages.get(key)?.bytes ?? 0;
    this.pages.delete(key);
  }
}

const keyOf = (tenantId: string, path: string): string => `${tenantId} ${path}`;
