import { HttpStatus } from '@nestjs/common';
import { FILE_MESSAGES, WRONG_OFFSET } from '@sitedesk/contract/files';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProblemException } from '../../platform/http/problem.js';
import { codeOf, isMissing, type ObjectStore } from './object-store.js';

/** Where a part of an upload begins, and how many octets may follow. */
export interface PartPlace {
  readonly offset: number;
  readonly most: number;
}

/** How far an upload is stored now, and what ended the part early. */
export interface Received {
  readonly offset: number;
  readonly failure?: unknown;
}

/** A whole upload on this machine's disk. */
export interface GatheredUpload {
  readonly path: string;
  /** It isn't needed there any longer. */
  release(): Promise<void>;
}

/** Uploads that aren't complete. They go on at any instance. */
export interface IncomingUploads {
  /** Stores what arrives of an upload behind what is there. What has arrived when it fails is kept. @throws UploadTorn */
  receive(
    tenantId: string,
    uploadId: string,
    place: PartPlace,
    body: AsyncIterable<Buffer>,
  ): Promise<Received>;
  /** Puts the whole upload on this machine's disk, unless it is there. @throws UploadTorn */
  gather(tenantId: string, uploadId: string, size: number): Promise<GatheredUpload>;
  forget(tenantId: string, uploadId: string): Promise<void>;
  /** All of a site. */
  forgetAll(tenantId: string): Promise<void>;
}

/** Not all that had arrived of an upload is there: it goes on where the rest begins (409). */
export class UploadTorn extends ProblemException {
  constructor(readonly offset: number) {
    super(HttpStatus.CONFLICT, WRONG_OFFSET, FILE_MESSAGES.offset({ offset: String(offset) }));
  }
}

/** Each upload is one file, below a folder that all instances have. */
export class UploadsOnDisk implements IncomingUploads {
  constructor(private readonly root: string) {}

  async receive(
    tenantId: string,
    uploadId: string,
    place: PartPlace,
    body: AsyncIterable<Buffer>,
  ): Promise<Received> {
    const path = this.pathOf(tenantId, uploadId);
    if (place.offset > 0 && (await sizeOf(path)) < place.offset) throw new UploadTorn(0);
    return writePart(path, place.offset, place, body);
  }

  async gather(tenantId: string, uploadId: string): Promise<GatheredUpload> {
    return { path: this.pathOf(tenantId, uploadId), release: async () => undefined };
  }

  async forget(tenantId: string, uploadId: string): Promise<void> {
    await rm(this.pathOf(tenantId, uploadId), { force: true });
  }

  async forgetAll(tenantId: string): Promise<void> {
    await rm(join(this.root, tenantId, 'uploads'), { recursive: true, force: true });
  }

  private pathOf(tenantId: string, uploadId: string): string {
    return join(this.root, tenantId, 'uploads', uploadId);
  }
}

/**
 * Each part of an upload is an object of its own, named by where it begins, so that the next part may arrive at another instance. One
 * that arrives as a whole is never stored as a part.
 */
export class UploadsInStore implements IncomingUploads {
  /** @param folder of this machine, for what is under way */
  constructor(
    private readonly store: ObjectStore,
    private readonly folder: string,
  ) {}

  async receive(
    tenantId: string,
    uploadId: string,
    place: PartPlace,
    body: AsyncIterable<Buffer>,
  ): Promise<Received> {
    const { offset, most } = place;
    const path = this.pathOf(uploadId);
    const received = await writePart(path, 0, place, body);
    const size = received.offset - offset;
    if (size > 0 && size === most && offset === 0) return received;
    try {
      if (size > 0) await this.store.put(partKey(tenantId, uploadId, offset), { path, size });
    } finally {
      await rm(path, { force: true });
    }
    return received;
  }

  async gather(tenantId: string, uploadId: string, size: number): Promise<GatheredUpload> {
    const path = this.pathOf(uploadId);
    const release = (): Promise<void> => rm(path, { force: true });
    try {
      if ((await sizeOf(path)) !== size) await this.join(tenantId, uploadId, size, path);
    } catch (error) {
      await release();
      throw error;
    }
    return { path, release };
  }

  async forget(tenantId: string, uploadId: string): Promise<void> {
    await rm(this.pathOf(uploadId), { force: true });
    await this.store.removeAll(`uploads/${tenantId}/${uploadId}/`);
  }

  async forgetAll(tenantId: string): Promise<void> {
    await this.store.removeAll(`uploads/${tenantId}/`);
  }

  /** Each part begins where the one before it ends. */
  private async join(tenantId: string, uploadId: string, size: number, path: string): Promise<void> {
    for (let offset = 0; offset < size; offset = await sizeOf(path)) {
      const part = await this.store.get(partKey(tenantId, uploadId, offset)).catch((error: unknown) => {
        throw isMissing(error) ? new UploadTorn(offset) : error;
      });
      await pipeline(part, createWriteStream(path, { flags: offset === 0 ? 'w' : 'a', mode: 0o600 }));
    }
  }

  private pathOf(uploadId: string): string {
    return join(this.folder, uploadId);
  }
}

const partKey = (tenantId: string, uploadId: string, offset: number): string =>
  `uploads/${tenantId}/${uploadId}/${offset}`;

/** @param start where the part begins in the file */
async function writePart(
  path: string,
  start: number,
  { offset, most }: PartPlace,
  body: AsyncIterable<Buffer>,
): Promise<Received> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, start === 0 ? 'w' : 'r+', 0o600);
  let size = 0;
  let failure: unknown;
  try {
    for await (const chunk of body) {
      const fitting = chunk.subarray(0, most - size);
      for (let at = 0; at < fitting.length;)
        at += (await file.write(fitting, at, fitting.length - at, start + size + at)).bytesWritten;
      size += fitting.length;
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
  return { offset: offset + size, failure };
}

/** 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  return found?.size ?? 0;
}
