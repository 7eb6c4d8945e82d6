import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { FILE_MESSAGES } from '@sitedesk/contract/files';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { ProblemException } from '../../platform/http/problem.js';

/** Contents are read and sent in parts of so many octets. */
const PART = 256 * 1024;

/** Part of a content: its first octet and its last. */
export interface OctetRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the contents of files are: on disk, by site and hash, so that each is there once and never changes. The database says which
 * ones belong to something; a path is made of ids and hashes only, never of a name.
 */
@Injectable()
export class BlobStore {
  private readonly root: string;

  constructor(@Inject(RUNTIME) { env }: Runtime) {
    this.root = join(env.dataDir, 'files');
  }

  /**
   * Writes what arrives of an upload behind what is there. What has arrived when it fails is kept.
   * @param offset where to begin
   * @param most octets that may follow
   * @returns how far the upload is on disk now, and what ended it early
   */
  async receive(
    tenantId: string,
    uploadId: string,
    { offset, most }: { readonly offset: number; readonly most: number },
    body: AsyncIterable<Buffer>,
  ): Promise<{ readonly offset: number; readonly failure?: unknown }> {
    const path = this.uploadPath(tenantId, uploadId);
    return this.guarded(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600);
      let position = offset;
      let failure: unknown;
      try {
        for await (const chunk of body) {
          const fitting = chunk.subarray(0, offset + most - position);
          for (let at = 0; at < fitting.length;)
            at += (await file.write(fitting, at, fitting.length - at, position + at)).bytesWritten;
          position += fitting.length;
          if (fitting.length < chunk.length) break;
        }
      } catch (error) {
        failure = error;
      }
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
      return { offset: position, failure: failure === undefined ? undefined : awayOr(failure) };
    });
  }

  /** SHA-256 of an upload, in hexadecimal digits. */
  async hashOf(tenantId: string, uploadId: string): Promise<string> {
    return this.guarded(async () => {
      const hash = createHash('sha256');
      await pipeline(
        createReadStream(this.uploadPath(tenantId, uploadId), { highWaterMark: 4 * PART }),
        hash,
      );
      return hash.digest('hex');
    });
  }

  /** Makes an upload the content of that hash, in addition to what it is: it is whole there at once, or not at all. */
  async keep(tenantId: string, uploadId: string, hash: string): Promise<void> {
    const path = this.pathOf(tenantId, hash);
    await this.guarded(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await link(this.uploadPath(tenantId, uploadId), path).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      });
      const folder = await open(dirname(path), 'r');
      await folder.sync();
      await folder.close();
    });
  }

  /** Reads a content, or part of it. @throws ProblemException 503 */
  async read(tenantId: string, hash: string, range?: OctetRange): Promise<NodeJS.ReadableStream> {
    return this.open(this.pathOf(tenantId, hash), range);
  }

  /** Octets of a variant of a picture; undefined before it was made. */
  async variantSize(tenantId: string, hash: string, recipe: string): Promise<number | undefined> {
    const found = await stat(this.variantPath(tenantId, hash, recipe)).catch(() => undefined);
    return found?.size;
  }

  /** Keeps a variant, whole or not at all. @returns how large it is. @throws ProblemException 503 */
  async keepVariant(
    tenantId: string,
    hash: string,
    recipe: string,
    write: (path: string) => Promise<unknown>,
  ): Promise<number> {
    const path = this.variantPath(tenantId, hash, recipe);
    const draft = `${path}.${randomUUID()}`;
    return this.guarded(async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await write(draft);
        await rename(draft, path);
      } finally {
        await rm(draft, { force: true });
      }
      return (await stat(path)).size;
    });
  }

  async readVariant(
    tenantId: string,
    hash: string,
    recipe: string,
    range?: OctetRange,
  ): Promise<NodeJS.ReadableStream> {
    return this.open(this.variantPath(tenantId, hash, recipe), range);
  }

  async forgetUpload(tenantId: string, uploadId: string): Promise<void> {
    await rm(this.uploadPath(tenantId, uploadId), { force: true });
  }

  async remove(tenantId: string, hash: string): Promise<void> {
    await rm(this.pathOf(tenantId, hash), { force: true });
    await rm(dirname(this.variantPath(tenantId, hash, 'full')), { recursive: true, force: true });
  }

  /** All that a site has: it was removed. */
  async removeSite(tenantId: string): Promise<void> {
    await rm(join(this.root, tenantId), { recursive: true, force: true });
  }

  /** Where an upload is while it arrives. */
  uploadPath(tenantId: string, uploadId: string): string {
    return join(this.root, tenantId, 'uploads', uploadId);
  }

  pathOf(tenantId: string, hash: string): string {
    return join(this.root, tenantId, 'blobs', hash.slice(0, 2), hash.slice(2, 4), hash);
  }

  private variantPath(tenantId: string, hash: string, recipe: string): string {
    return join(this.root, tenantId, 'variants', hash.slice(0, 2), hash.slice(2, 4), hash, recipe);
  }

  private open(path: string, range: OctetRange | undefined): Promise<NodeJS.ReadableStream> {
    return this.guarded(async () => {
      const file = await open(path, 'r');
      return file.createReadStream({ ...range, highWaterMark: PART });
    });
  }

  /** A disk that is full or away is no fault of the request. */
  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw awayOr(error);
    }
  }
}

/** Files can't be stored or read at the moment (503): the disk is full, or away. */
export class StoreAway extends ProblemException {
  constructor(override readonly cause: unknown) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'unavailable', FILE_MESSAGES.storeAway);
  }
}

const awayOr = (error: unknown): unknown => (codeOf(error) === undefined ? error : new StoreAway(error));

/** Of an error of the operating system, such as `ENOSPC`. */
const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && 'syscall' in error
    ? String(error.code)
    : undefined;
