import { HttpStatus, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { FILE_MESSAGES } from '@sitedesk/contract/files';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { ProblemException } from '../../platform/http/problem.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { readFileStorage } from './file-storage.js';
import {
  type IncomingUploads,
  type PartPlace,
  type Received,
  UploadsInStore,
  UploadsOnDisk,
} from './incoming-uploads.js';
import { sha256Of } from './local-files.js';
import {
  codeOf,
  isMissing,
  type LocalFile,
  type ObjectStore,
  type OctetRange,
  StoreError,
} from './object-store.js';
import { type Placement, SiteStores } from './site-stores.js';

/** What a process leaves in the folder for work when it is killed is removed after this. */
const LEFT_BEHIND_MS = 86_400_000;

/** A content on this machine's disk. */
export type LocalContent = Required<LocalFile>;

/**
 * Where the contents of files are: in the storage of the server or in a bucket of the site (`site-stores.ts`), by site and hash, so that
 * each is there once and never changes. The database says which ones belong to something; a key is made of ids and hashes only, never of
 * a name. While contents are moved from another store, what isn't here yet is read there. Uploads that aren't complete are always in the
 * storage of the server.
 */
@Injectable()
export class BlobStore implements OnModuleInit {
  private readonly uploads: IncomingUploads;
  /** Of this machine, for what is under way. */
  private readonly work: string;

  constructor(
    @Inject(RUNTIME) { env }: Runtime,
    private readonly sites: SiteStores,
    @Inject(LOG) private readonly log: Log,
  ) {
    const { current } = env.of(readFileStorage);
    const folder = current.kind === 'disk' ? resolve(env.dataDir, current.folder) : undefined;
    this.work = folder === undefined ? join(env.dataDir, 'files-work') : join(folder, 'work');
    this.uploads =
      folder === undefined ? new UploadsInStore(this.sites.server[0], this.work) : new UploadsOnDisk(folder);
  }

  async onModuleInit(): Promise<void> {
    for (const name of await readdir(this.work).catch(() => [])) {
      const path = join(this.work, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }

  /** Stores a part of an upload. What has arrived when it fails is kept. @throws UploadTorn, StoreAway */
  async receive(
    tenantId: string,
    uploadId: string,
    place: PartPlace,
    body: AsyncIterable<Buffer>,
  ): Promise<Received> {
    return this.guarded(async () => {
      const { offset, failure } = await this.uploads.receive(tenantId, uploadId, place, body);
      return { offset, failure: failure === undefined ? undefined : this.awayOr(failure) };
    });
  }

  /** Has a whole upload on this machine's disk for as long as the work takes. @throws UploadTorn, StoreAway */
  async withUpload<T>(
    tenantId: string,
    uploadId: string,
    size: number,
    work: (content: LocalContent) => Promise<T>,
  ): Promise<T> {
    const { path, release } = await this.guarded(() => this.uploads.gather(tenantId, uploadId, size));
    try {
      const sha256 = await this.guarded(() => sha256Of(path));
      return await work({ path, size, sha256 });
    } finally {
      await release();
    }
  }

  async forgetUpload(tenantId: string, uploadId: string): Promise<void> {
    await this.guarded(() => this.uploads.forget(tenantId, uploadId));
  }

  /**
   * Stores a content unless it is there: whole at once, or not at all.
   * @param manager with the transaction that counts the content, so that it's where a move that has begun puts contents
   * @throws StoreAway
   */
  async keep(tenantId: string, content: LocalContent, manager?: EntityManager): Promise<void> {
    const { stores } = await this.sites.of(tenantId, manager);
    const key = blobKey(tenantId, content.sha256);
    await this.guarded(async () => {
      if ((await stores[0].size(key)) !== content.size) await stores[0].put(key, content);
    });
  }

  /** Whether a content is where contents are written. @param placement where that is, for who asks for many */
  async has(tenantId: string, hash: string, size: number, placement?: Placement): Promise<boolean> {
    const { stores } = placement ?? (await this.sites.of(tenantId));
    return this.guarded(async () => (await stores[0].size(blobKey(tenantId, hash))) === size);
  }

  /** Where the contents of a site are now. */
  async placement(tenantId: string, manager?: EntityManager): Promise<Placement> {
    return this.sites.of(tenantId, manager);
  }

  /** Stores a content that arrives. @returns false, and stores nothing, when it isn't the one of that hash. @throws StoreAway */
  async add(tenantId: string, hash: string, content: NodeJS.ReadableStream): Promise<boolean> {
    return this.withWorkFile(async (path) => {
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      const sha256 = await sha256Of(path);
      if (sha256 !== hash) return false;
      const { size } = await stat(path);
      await this.keep(tenantId, { path, size, sha256 });
      return true;
    });
  }

  /** Reads a content, or part of it. @throws StoreAway */
  async read(tenantId: string, hash: string, range?: OctetRange): Promise<Readable> {
    return this.get(tenantId, blobKey(tenantId, hash), range);
  }

  /** Has a content on this machine's disk for as long as the work takes. @throws StoreAway */
  async withContent<T>(tenantId: string, hash: string, work: (path: string) => Promise<T>): Promise<T> {
    const { stores } = await this.sites.recent(tenantId);
    const path = await this.guarded(() => stores[0].localPath(blobKey(tenantId, hash)));
    if (path !== undefined) return work(path);
    return this.withWorkFile(async (draft) => {
      await pipeline(await this.read(tenantId, hash), createWriteStream(draft, { mode: 0o600 }));
      return work(draft);
    });
  }

  /** Octets of a variant of a picture; undefined before it was made. @throws StoreAway */
  async variantSize(tenantId: string, hash: string, recipe: string): Promise<number | undefined> {
    const key = variantKey(tenantId, hash, recipe);
    const { stores } = await this.sites.recent(tenantId);
    return this.guarded(async () => {
      for (const store of stores) {
        const size = await store.size(key);
        if (size !== undefined) return size;
      }
      return undefined;
    });
  }

  /** Keeps a variant, whole or not at all. @returns how large it is. @throws StoreAway */
  async keepVariant(
    tenantId: string,
    hash: string,
    recipe: string,
    write: (path: string) => Promise<unknown>,
  ): Promise<number> {
    const { stores } = await this.sites.of(tenantId);
    return this.withWorkFile(async (path) => {
      await write(path);
      const { size } = await stat(path);
      await stores[0].put(variantKey(tenantId, hash, recipe), { path, size });
      return size;
    });
  }

  async readVariant(tenantId: string, hash: string, recipe: string, range?: OctetRange): Promise<Readable> {
    return this.get(tenantId, variantKey(tenantId, hash, recipe), range);
  }

  /**
   * Keeps something of a site that is no content of a file, in the storage of the server: whole or not at all.
   * @param name of ids, numbers and slashes, beginning with a word of its own
   * @returns how large it is. @throws StoreAway
   */
  async keepOther(
    tenantId: string,
    name: string,
    write: (path: string) => Promise<unknown>,
  ): Promise<number> {
    return this.withWorkFile(async (path) => {
      await write(path);
      const { size } = await stat(path);
      await this.sites.server[0].put(`${tenantId}/${name}`, { path, size });
      return size;
    });
  }

  /** @throws StoreAway */
  async readOther(tenantId: string, name: string, range: OctetRange): Promise<Readable> {
    return this.guarded(() => this.sites.server[0].get(`${tenantId}/${name}`, range));
  }

  /** @param prefix of names, ending with a slash. @param isGone leaves the others. @throws StoreAway */
  async removeOthers(
    tenantId: string,
    prefix: string,
    isGone: (name: string) => boolean = () => true,
  ): Promise<void> {
    const store = this.sites.server[0];
    await this.guarded(async () => {
      for await (const { key } of store.list(`${tenantId}/${prefix}`))
        if (isGone(key.slice(tenantId.length + 1))) await store.remove(key);
    });
  }

  /** Asks the stores of a site whether they answer. @throws StoreAway */
  async requireThere(tenantId: string): Promise<void> {
    const { stores, former } = await this.sites.of(tenantId);
    await this.guarded(() => Promise.all([...stores, ...former].map((store) => store.size('check/none'))));
  }

  /** A content with its variants, wherever they are. @param placement as of {@link has} @throws StoreAway */
  async remove(tenantId: string, hash: string, placement?: Placement): Promise<void> {
    const { stores, former } = placement ?? (await this.sites.of(tenantId));
    await this.guarded(async () => {
      for (const store of [...stores, ...former]) {
        await store.remove(blobKey(tenantId, hash));
        await store.removeAll(variantKey(tenantId, hash, ''));
      }
    });
  }

  /**
   * All that a site has: it was removed.
   * @param placement read before that
   * @throws StoreAway
   */
  async removeSite(tenantId: string, { stores, former }: Placement): Promise<void> {
    await this.guarded(async () => {
      await this.uploads.forgetAll(tenantId);
      for (const store of new Set([...this.sites.server, ...stores, ...former]))
        await store.removeAll(`${tenantId}/`);
    });
  }

  /** Has a place on this machine's disk for as long as the work takes. @throws StoreAway */
  async withWorkFile<T>(work: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.work, randomUUID());
    return this.guarded(async () => {
      await mkdir(this.work, { recursive: true, mode: 0o700 });
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  private async get(tenantId: string, key: string, range: OctetRange | undefined): Promise<Readable> {
    const recent = await this.sites.recent(tenantId);
    const found = await this.guarded(() => getFrom(recent.stores, key, range));
    if (found) return found;
    // It may have been moved in this moment.
    const { stores } = await this.sites.of(tenantId);
    const again = await this.guarded(() => getFrom(stores, key, range));
    return again ?? this.guarded(() => stores[0].get(key, range));
  }

  /** A store that is full or away is no fault of the request. */
  private async guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.awayOr(error);
    }
  }

  private awayOr(error: unknown): unknown {
    if (!isOfStore(error)) return error;
    this.log.warn({ event: 'files.store_away', err: error });
    return new StoreAway(error);
  }
}

/** Files can't be stored or read at the moment (503): the disk is full, the store is away, or a content is missing. */
export class StoreAway extends ProblemException {
  readonly retryAfterSeconds = 5;

  constructor(override readonly cause: unknown) {
    super(HttpStatus.SERVICE_UNAVAILABLE, 'unavailable', FILE_MESSAGES.storeAway);
  }
}

export const blobKey = (tenantId: string, hash: string): string =>
  `${tenantId}/blobs/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

/** @param recipe empty for what all variants of a content begin with */
const variantKey = (tenantId: string, hash: string, recipe: string): string =>
  `${tenantId}/variants/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}/${recipe}`;

/** Of the first store that has it; undefined where none has. */
export async function getFrom(
  stores: readonly ObjectStore[],
  key: string,
  range?: OctetRange,
): Promise<Readable | undefined> {
  for (const store of stores) {
    try {
      return await store.get(key, range);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return undefined;
}

const isOfStore = (error: unknown): boolean =>
  error instanceof StoreError || error instanceof OutboundError || codeOf(error) !== undefined;
