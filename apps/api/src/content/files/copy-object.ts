import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from 'typeorm';
import type { BlobStore } from './blob-store.js';
import { sha256OfStream } from './local-files.js';
import { type ObjectStore, StoreError } from './object-store.js';
import { isKnown } from './stored-contents.js';

/** What is at the place of a content isn't the one of that hash. */
export class WrongContent extends Error {}

/**
 * Copies an object into a store, and reads it again where it is then.
 * @param hash that the octets must have, in hexadecimal digits; any if left out
 * @returns how many octets it has
 * @throws WrongContent, StoreError
 */
export async function copyObject(
  blobs: BlobStore,
  content: Readable,
  to: ObjectStore,
  key: string,
  hash?: string,
): Promise<number> {
  return blobs.withWorkFile(async (path) => {
    const read = createHash('sha256');
    content.on('data', (chunk: Buffer) => read.update(chunk));
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    const sha256 = read.digest('hex');
    if (hash !== undefined && sha256 !== hash) throw new WrongContent();
    const { size } = await stat(path);
    await to.put(key, { path, size, sha256 });
    if ((await sha256OfStream(await to.get(key))) === sha256) return size;
    await to.remove(key);
    throw new StoreError('away', `${to.place} sent something else than what was stored as ${key}.`);
  });
}

/** What was deleted while it was copied goes again; deleting has the same lock. @returns whether it stayed */
export async function removeUnlessKnown(
  manager: EntityManager,
  blobs: BlobStore,
  tenantId: string,
  hash: string,
): Promise<boolean> {
  return manager.transaction(async (own) => {
    await own.query('SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    if (await isKnown(own, tenantId, hash)) return true;
    await blobs.remove(tenantId, hash, await blobs.placement(tenantId, own));
    return false;
  });
}
