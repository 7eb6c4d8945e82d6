import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  codeOf,
  type LocalFile,
  type ObjectStore,
  type OctetRange,
  type StoredObject,
  StoreError,
} from './object-store.js';

/** Contents are read in parts of so many octets. */
const PART = 256 * 1024;

/** Objects as files below a folder, which several instances may share. */
export class DiskStore implements ObjectStore {
  readonly place: string;

  constructor(private readonly root: string) {
    this.place = `the folder ${root}`;
  }

  async put(key: string, { path: source }: LocalFile): Promise<void> {
    const path = this.pathOf(key);
    const draft = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await link(source, draft).catch(() => copyFile(source, draft)); // not every file system has links
      await sync(draft, 'r+'); // a name without what it names would be left when the power fails
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    await sync(dirname(path), 'r');
  }

  async get(key: string, range?: OctetRange): Promise<Readable> {
    const file = await open(this.pathOf(key), 'r').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new StoreError('missing', `${this.pathOf(key)} is missing.`);
    });
    return file.createReadStream({ ...range, highWaterMark: PART });
  }

  async size(key: string): Promise<number | undefined> {
    const found = await stat(this.pathOf(key)).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    return found?.size;
  }

  async localPath(key: string): Promise<string | undefined> {
    return (await this.size(key)) === undefined ? undefined : this.pathOf(key);
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeAll(prefix: string): Promise<void> {
    await rm(this.pathOf(prefix), { recursive: true, force: true });
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const entries = await readdir(this.pathOf(prefix), { withFileTypes: true }).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      return [];
    });
    for (const entry of entries) {
      const key = `${prefix}${entry.name}`;
      if (entry.isDirectory()) yield* this.list(`${key}/`);
      else {
        const size = await this.size(key);
        if (size !== undefined) yield { key, size };
      }
    }
  }

  private pathOf(key: string): string {
    return join(this.root, key);
  }
}

/** Resolves when a file or folder is on the disk. */
async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
