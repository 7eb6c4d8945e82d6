import { AwsV4Signer } from 'aws4fetch';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutboundStream } from '../../platform/outbound/outbound-call.js';
import type { OutboundRequest, OutboundService } from '../../platform/outbound/outbound.service.js';
import type { S3Location } from './file-storage.js';
import { sha256Of } from './local-files.js';
import {
  type LocalFile,
  type ObjectStore,
  type OctetRange,
  type StoredObject,
  StoreError,
} from './object-store.js';
import type { Listing } from './s3-listing.js';
import { isTransient, outboundProblem, problemOf } from './s3-errors.js';

/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** For requests that the service couldn't take at that moment. One that it leaves unanswered is not sent again. */
const ATTEMPTS = 3;
const PAUSE_MS = 150;
/** However steadily an answer arrives, it ends after this. */
const DAY_MS = 86_400_000;
/** Objects that are removed at a time. */
const AT_ONCE = 8;
/** Octets of an answer that isn't an object: a page of a listing has a thousand keys of a kilobyte. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

interface S3Request {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: LocalFile & { readonly sha256: string };
}

/** Objects of a bucket. What is stored is signed with its hash, so that the service refuses what was damaged on the way. */
export class S3Store implements ObjectStore {
  readonly place: string;
  private readonly base: URL;
  /** Keys of a day, derived from the secret one. */
  private readonly signingKeys = new Map<string, ArrayBuffer>();

  constructor(
    private readonly location: S3Location,
    private readonly outbound: OutboundService,
  ) {
    const { bucket, prefix, endpoint, pathStyle } = location;
    this.place = `the bucket "${bucket}" at ${endpoint}`;
    this.base = new URL(endpoint);
    if (!pathStyle) this.base.hostname = `${bucket}.${this.base.hostname}`;
    this.base.pathname = pathStyle ? `/${bucket}/${prefix}` : `/${prefix}`;
  }

  /** @param headers how those who read it from the bucket get it, where it isn't read by us alone */
  async put(
    key: string,
    file: LocalFile,
    headers?: Readonly<Record<'content-type' | 'cache-control', string>>,
  ): Promise<void> {
    const sha256 = file.sha256 ?? (await sha256Of(file.path));
    await drain(await this.answer('PUT', key, { headers: headers ?? {}, file: { ...file, sha256 } }));
  }

  async get(key: string, range?: OctetRange): Promise<Readable> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const { status, body } = await this.answer('GET', key, { headers });
    if (range === undefined || status === 206) return body;
    body.destroy();
    throw new StoreError('away', `${this.place} doesn't send parts of objects.`);
  }

  async size(key: string): Promise<number | undefined> {
    try {
      const answer = await this.answer('HEAD', key);
      await drain(answer);
      return Number(answer.headers['content-length']);
    } catch (error) {
      if (error instanceof StoreError && error.problem === 'missing') return undefined;
      throw error;
    }
  }

  async localPath(): Promise<undefined> {
    return undefined;
  }

  async remove(key: string): Promise<void> {
    await drain(await this.answer('DELETE', key));
  }

  async removeAll(prefix: string): Promise<void> {
    const some: string[] = [];
    const removeSome = async (): Promise<void> =>
      void (await Promise.all(some.splice(0).map((key) => this.remove(key))));
    for await (const { key } of this.list(prefix)) if (some.push(key) === AT_ONCE) await removeSome();
    await removeSome();
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const ours = this.location.prefix;
    let next: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: ours + prefix,
        ...(next === undefined ? {} : { 'continuation-token': next }),
      };
      const listing = await this.listingOf(await drain(await this.answer('GET', undefined, { query })));
      for (const { key, size } of listing.objects) yield { key: key.slice(ours.length), size };
      next = listing.next;
    } while (next !== undefined);
  }

  private async listingOf(answer: string): Promise<Listing> {
    const { readListing } = await import('./s3-listing.js');
    try {
      return readListing(answer);
    } catch (cause) {
      throw new StoreError('away', `${this.place} sent something else than a listing.`, { cause });
    }
  }

  /** @throws StoreError unless the service did it */
  private async answer(
    method: Method,
    key: string | undefined,
    request: S3Request = {},
  ): Promise<OutboundStream> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(method, key, request);
      } catch (error) {
        if (attempt === ATTEMPTS || !(error instanceof StoreError) || !error.isTransient) throw error;
        await sleep(PAUSE_MS * attempt);
      }
    }
  }

  private async attempt(
    method: Method,
    key: string | undefined,
    { query, headers, file }: S3Request,
  ): Promise<OutboundStream> {
    const { region, accessKeyId, secretAccessKey, timeoutMs, guarded = false } = this.location;
    const signed = await new AwsV4Signer({
      method,
      url: this.urlOf(key, query),
      headers: { ...headers, 'x-amz-content-sha256': file?.sha256 ?? EMPTY },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache: this.signingKeys,
    }).sign();
    const request = {
      method,
      url: signed.url,
      guarded,
      headers: Object.fromEntries(signed.headers),
      limits: { maxBytes: Infinity, totalMs: DAY_MS, connectMs: timeoutMs, idleMs: timeoutMs },
    };
    const answer = await (
      file === undefined
        ? this.outbound.open({ ...request, limits: { ...request.limits, firstByteMs: timeoutMs } })
        : this.send(request, file)
    ).catch((error: unknown) => {
      throw outboundProblem(error, this.place);
    });
    if (answer.status < 300) return answer;
    const { problem, reason } = problemOf(answer.status, method === 'HEAD' ? '' : await drain(answer));
    throw new StoreError(problem, `${this.place} answered: ${reason}.`, {
      isTransient: isTransient(answer.status),
      reason,
    });
  }

  /** Sending may take its time, but not stand still. */
  private async send(request: OutboundRequest, { path, size }: LocalFile): Promise<OutboundStream> {
    const { timeoutMs } = this.location;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), timeoutMs);
    async function* octets(): AsyncGenerator<Buffer> {
      for await (const chunk of createReadStream(path)) {
        timer.refresh();
        yield chunk as Buffer; // no encoding is set
      }
      timer.refresh();
    }
    const body = Readable.from(octets(), { objectMode: false });
    try {
      const headers = { ...request.headers, 'content-length': String(size) };
      return await this.outbound.open({ ...request, headers, body, signal: patience.signal });
    } catch (error) {
      if (!patience.signal.aborted) throw error;
      throw new StoreError('away', `${this.place} didn't respond within ${timeoutMs / 1_000} seconds.`);
    } finally {
      clearTimeout(timer);
      body.destroy();
    }
  }

  private urlOf(key: string | undefined, query: Readonly<Record<string, string>> = {}): string {
    const url = new URL(this.base);
    if (key === undefined) url.pathname = this.location.pathStyle ? `/${this.location.bucket}` : '/';
    else url.pathname += key.split('/').map(encodeURIComponent).join('/');
    url.search = new URLSearchParams(query).toString();
    return url.href;
  }
}

/** Reads a short answer to its end. @throws StoreError for a long one */
async function drain({ body }: OutboundStream): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const octets = Buffer.from(chunk as Uint8Array); // no encoding is set
    size += octets.length;
    if (size > LONGEST_ANSWER) throw new StoreError('away', 'The answer is too long.');
    chunks.push(octets);
  }
  return Buffer.concat(chunks).toString();
}
