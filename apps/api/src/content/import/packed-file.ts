import { IMPORT_LIMITS as LIMITS, IMPORT_MESSAGES as TEXTS } from '@sitedesk/contract/imports';
import { buffer } from 'node:stream/consumers';
import { type Entry, openPromise } from 'yauzl';
import { UnreadableDocument } from './front-matter.js';

const ENCRYPTED = 0x1;
/** Files compress better than this only if they are made to. It says nothing about small ones. */
const RATIO = 100;
const RATIO_ABOVE = 1_048_576;
const MOST_FILES = 5_000;

/** Octets that a file of an archive can have when it's unpacked. */
const limitOf = (name: string): number =>
  /\.(?:xml|rels|html?)$/i.test(name) ? LIMITS.packedText : LIMITS.picture;

/**
 * Unpacks files of a zip archive. What the archive says of their sizes is checked before the first octet is unpacked, and held to while
 * they are (yauzl ends a stream that has more).
 * @param isWanted which files, by their paths
 * @throws UnreadableDocument for what is no archive, encrypted, or too large
 */
export async function unpack(
  path: string,
  isWanted: (name: string) => boolean,
): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch(damaged);
  try {
    if (zip.entryCount > MOST_FILES) throw new UnreadableDocument(TEXTS.packedLarge);
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        if (!isWanted(entry.fileName)) continue;
        if (entries.has(entry.fileName)) throw new UnreadableDocument(TEXTS.packedDamaged);
        entries.set(entry.fileName, entry);
      }
    } catch (error) {
      damaged(error);
    }
    requireSizes([...entries.values()]);
    const files = new Map<string, Buffer>();
    for (const [name, entry] of entries) {
      if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
        throw new UnreadableDocument(TEXTS.packedEncrypted);
      files.set(name, await zip.openReadStreamPromise(entry).then(buffer).catch(damaged));
    }
    return files;
  } finally {
    zip.close();
  }
}

function requireSizes(entries: readonly Entry[]): void {
  let total = 0;
  for (const { fileName, uncompressedSize: size, compressedSize } of entries) {
    total += size;
    const isBomb = size > RATIO_ABOVE && size > compressedSize * RATIO;
    if (isBomb || size > limitOf(fileName) || total > LIMITS.unpacked)
      throw new UnreadableDocument(TEXTS.packedLarge);
  }
}

/** What yauzl says of an archive is about its octets; people can only make another one. */
function damaged(error: unknown): never {
  if (error instanceof UnreadableDocument) throw error;
  throw new UnreadableDocument(TEXTS.packedDamaged);
}
