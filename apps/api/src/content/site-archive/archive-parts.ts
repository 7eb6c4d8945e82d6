import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { BlobStore } from '../files/blob-store.js';
import type { OctetRange } from '../files/object-store.js';

/** Octets of a part: what a store takes as one object within its time limits, and what a machine has room for twice. */
const PART = 16 * 1024 * 1024;

/** An archive in the storage of the server, as parts of the same size: it may be larger than one object can be. */
export class ArchiveParts {
  constructor(
    private readonly store: BlobStore,
    private readonly tenantId: string,
    private readonly archive: string,
  ) {}

  /** Stores what a stream gives. @returns how many octets. @throws StoreAway */
  async write(content: Readable): Promise<number> {
    const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>; // no encoding is set
    let rest: Buffer | undefined;
    let size = 0;
    for (let index = 0; ; index += 1) {
      const octets = await this.store.keepOther(this.tenantId, this.nameOf(index), async (path) => {
        const file = await open(path, 'w', 0o600);
        let written = 0;
        try {
          while (written < PART) {
            const chunk: Buffer | undefined = rest ?? (await nextOf(chunks));
            if (!chunk) break;
            const fits = chunk.subarray(0, PART - written);
            rest = fits.length < chunk.length ? chunk.subarray(fits.length) : undefined;
            await file.writeFile(fits);
            written += fits.length;
          }
        } finally {
          await file.close();
        }
      });
      size += octets;
      if (octets < PART) return size;
    }
  }

  /** Its octets, from the first of a range to the last. */
  async *read({ start, end }: OctetRange): AsyncGenerator<Buffer> {
    for (let index = Math.floor(start / PART); index * PART <= end; index += 1) {
      const begin = index * PART;
      const range = { start: Math.max(start - begin, 0), end: Math.min(end - begin, PART - 1) };
      for await (const chunk of await this.store.readOther(this.tenantId, this.nameOf(index), range))
        yield chunk as Buffer; // as above
    }
  }

  private nameOf(index: number): string {
    return `archives/${this.archive}/${String(index).padStart(6, '0')}`;
  }
}

async function nextOf(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await chunks.next();
  return done ? undefined : (value as Buffer); // there is one unless it's done
}

/** The archive that a part is of, by its name in the storage. */
export const archiveOf = (name: string): string => name.split('/')[1] ?? '';

/** @throws StoreAway */
export const removeArchive = (store: BlobStore, tenantId: string, archive: string): Promise<void> =>
  store.removeOthers(tenantId, `archives/${archive}/`);
