import { Injectable } from '@nestjs/common';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { BlobStore } from '../../content/files/blob-store.js';
import { rangeOf } from '../../content/site/byte-range.js';
import type { MediaAnswer } from '../../content/site/media.service.js';
import { YEAR_SECONDS } from '../../content/site/page-answers.js';
import { isKnown } from '../../content/site/page-cache.js';
import { bestCoding, type Coding, encoder } from '../../platform/http/content-coding.js';
import { hasHashedName, typeOfPath } from './deployed-path.js';
import type { headerMatcher } from './rules/header-rules.js';
import type { SiteRequest } from '../../content/site/site-request.js';

/** A file of a deployment, as the database has it. */
export interface FoundFile {
  readonly deployment: number;
  readonly hash: string;
  readonly size: string;
  readonly is_live: boolean;
}

/** A file that was found, and whose it is. */
interface SentFile {
  /** Number of the application. */
  readonly number: number;
  /** What the application says its files are sent with. */
  readonly headersOf: ReturnType<typeof headerMatcher> | null;
  /** Below the application. */
  readonly path: string;
  readonly file: FoundFile;
}

/** Below so many octets, compressing saves nothing. */
const MIN_CODED = 1_024;
const CODED = /^(?:text\/|application\/(?:json|manifest\+json|xml|wasm)|image\/svg)/;
/** What runs inside of an application is its makers' affair; what it is shown in is not. */
const POLICY = "frame-ancestors 'self'; base-uri 'self'; object-src 'none'";

/** How a file of an application is sent, wherever it was found. */
@Injectable()
export class FileAnswersService {
  private readonly coding = new Map<string, Promise<number>>();

  constructor(private readonly store: BlobStore) {}

  /** A file as it is sent: whole, in the coding that the client takes, a part of it, or that the client has it. */
  async answer(
    tenantId: string,
    { method, headers: asked }: SiteRequest,
    { number, headersOf, path, file }: SentFile,
  ): Promise<MediaAnswer> {
    const { hash, deployment } = file;
    const type = typeOfPath(path) ?? 'application/octet-stream';
    const caching = hasHashedName(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
    const whole = Number(file.size);
    const isCoded = whole >= MIN_CODED && CODED.test(type);
    const isPart = method === 'GET' && asked.range !== undefined;
    const coding: Coding = isCoded && !isPart ? bestCoding(asked['accept-encoding']) : 'identity';
    const tag = `"${hash}${coding === 'identity' ? '' : `-${coding}`}"`;
    // The application's own come first: what the server says stands.
    const own = new Map(file.is_live ? headersOf?.(addressOf(path)) : undefined);
    const [cacheControl = caching] = [...own].flatMap(([name, value]) =>
      name.toLowerCase() === 'cache-control' ? [value] : [],
    );
    const headers = Object.entries({
      ...Object.fromEntries([...own].filter(([name]) => name.toLowerCase() !== 'cache-control')),
      'Content-Type': type,
      'Cache-Control': cacheControl,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Version': `${number}.${deployment}`,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    }).flat();
    if (isCoded) headers.push('Vary', 'Accept-Encoding');
    if (/^(?:text\/html|image\/svg)/.test(type)) headers.push('Content-Security-Policy', POLICY);
    if (isKnown(asked['if-none-match'], hash)) return { status: 304, headers, body: undefined };
    if (coding !== 'identity') {
      const size = await this.coded(tenantId, hash, coding);
      const body = method === 'HEAD' ? undefined : await this.store.readVariant(tenantId, hash, coding);
      return {
        status: 200,
        headers: [...headers, 'Content-Encoding', coding, 'Content-Length', String(size)],
        body,
      };
    }
    const isSame = asked['if-range'] === undefined || asked['if-range'] === `"${hash}"`;
    const range = isPart && isSame ? rangeOf(asked.range, whole) : undefined;
    if (range === 'unsatisfiable') {
      const none = ['Content-Range', `bytes */${whole}`, 'Content-Length', '0'];
      return { status: 416, headers: [...headers, ...none], body: undefined };
    }
    const length = range ? range.end - range.start + 1 : whole;
    const body = method === 'HEAD' ? undefined : await this.store.read(tenantId, hash, range);
    const sized = [...headers, 'Content-Length', String(length)];
    if (!range) return { status: 200, headers: sized, body };
    return {
      status: 206,
      headers: [...sized, 'Content-Range', `bytes ${range.start}-${range.end}/${whole}`],
      body,
    };
  }

  /** Made once for each content, for the first who asks. @returns its octets */
  private async coded(tenantId: string, hash: string, coding: Exclude<Coding, 'identity'>): Promise<number> {
    const made = await this.store.variantSize(tenantId, hash, coding);
    if (made !== undefined) return made;
    const key = `${tenantId} ${hash} ${coding}`;
    const making =
      this.coding.get(key) ??
      this.store
        .keepVariant(tenantId, hash, coding, async (path) =>
          pipeline(
            await this.store.read(tenantId, hash),
            encoder(coding),
            createWriteStream(path, { mode: 0o600 }),
          ),
        )
        .finally(() => this.coding.delete(key));
    this.coding.set(key, making);
    return making;
  }
}

/** How `_headers` names a file: an index by its folder. */
const addressOf = (path: string): string => `/${path.replace(/(^|\/)index\.html$/, '$1')}`;
