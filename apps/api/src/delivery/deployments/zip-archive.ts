import { DEPLOYMENT_LIMITS as LIMITS, DEPLOYMENT_MESSAGES as TEXTS } from '@sitedesk/contract/deployments';
import type { Message } from '@sitedesk/contract/messages';
import type { Readable } from 'node:stream';
import { type Entry, type LocalFileHeader, openPromise, type ZipFile } from 'yauzl';
import { DeploymentRefused } from './deployment-refused.js';
import { pathProblem, shown } from './deployed-path.js';
import { requireDeployable, requireDistinct } from './deployed-tree.js';

const ENCRYPTED = 0x1;
const SIZES_FOLLOW = 0x8;
const [STORED, DEFLATED] = [0, 8];
const UNIX = 3;
const [TYPE_BITS, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000];
/** In a local header: the size is in its extra field. */
const ZIP64 = 0xffff_ffff;
const LOCAL_HEADER = 30;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A file of an archive, at the path that it will have. */
export interface ZippedFile {
  readonly path: string;
  readonly size: number;
  readonly crc32: number;
  open(): Promise<Readable>;
}

/** All of an archive that was looked at without unpacking any of it. */
export interface ZipArchive {
  readonly files: readonly ZippedFile[];
  readonly warnings: readonly Message[];
  close(): void;
}

interface Named {
  readonly entry: Entry;
  readonly path: string;
}

/**
 * Opens an archive by its central directory, and checks everything that can be known before a byte is unpacked.
 * @throws DeploymentRefused
 */
export async function openArchive(path: string): Promise<ZipArchive> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(
    damaged,
  );
  try {
    if (zip.entryCount > LIMITS.files * 2)
      throw new DeploymentRefused(TEXTS.tooManyFiles({ max: LIMITS.files }));
    const entries: Entry[] = [];
    try {
      for await (const entry of zip.eachEntry()) entries.push(entry);
    } catch (error) {
      damaged(error);
    }
    const found = entries.map(named);
    requireDistinct(found.map(({ path: name }) => name));
    const wanted = found.filter(({ path: name }) => !isOfMacOs(name));
    const warnings =
      wanted.length < found.length ? [TEXTS.dropped({ count: found.length - wanted.length })] : [];
    const { files, more } = atTheTop(wanted.filter(({ path: name }) => !name.endsWith('/')));
    requireSizes(files);
    await requireHonest(zip, entries);
    return {
      files: files.map((file) => zippedFile(zip, file)),
      warnings: [...warnings, ...more],
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** What yauzl says of an archive is about its octets; people can only make another one. */
function damaged(error: unknown): never {
  if (error instanceof Error && 'code' in error) throw error; // of the disk
  throw new DeploymentRefused(TEXTS.damaged);
}

/** @throws DeploymentRefused for a name that is none, and for what isn't a file or folder */
function named(entry: Entry): Named {
  const path = nameOf(entry.fileNameRaw);
  const problem = pathProblem(path.endsWith('/') ? path.slice(0, -1) : path);
  if (problem) throw new DeploymentRefused(problem);
  const type = entry.versionMadeBy >> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & TYPE_BITS : 0;
  const expected = path.endsWith('/') ? FOLDER : REGULAR;
  if (type !== 0 && type !== expected) throw new DeploymentRefused(TEXTS.special({ path: shown(path) }));
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0)
    throw new DeploymentRefused(TEXTS.encrypted({ path: shown(path) }));
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new DeploymentRefused(TEXTS.method({ path: shown(path) }));
  return { entry, path };
}

function nameOf(octets: Buffer): string {
  try {
    return utf8.decode(octets);
  } catch {
    throw new DeploymentRefused(TEXTS.unsafePath({ path: shown(octets.toString('latin1')) }));
  }
}

const isOfMacOs = (path: string): boolean => path.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(path);

/** Paths without a folder that all have in common; index.html is then at the top. */
function atTheTop(found: readonly Named[]): {
  readonly files: readonly Named[];
  readonly more: readonly Message[];
} {
  if (found.length === 0) throw new DeploymentRefused(TEXTS.empty);
  if (found.length > LIMITS.files) throw new DeploymentRefused(TEXTS.tooManyFiles({ max: LIMITS.files }));
  const [folder = ''] = /^[^/]+\//.exec(found[0]?.path ?? '') ?? [];
  const isCommon = folder !== '' && found.every(({ path }) => path.startsWith(folder));
  const all = isCommon ? found.map(({ entry, path }) => ({ entry, path: path.slice(folder.length) })) : found;
  requireDeployable(all.map(({ path }) => path));
  return { files: all, more: isCommon ? [TEXTS.stripped({ folder })] : [] };
}

/** By what the archive says, which unpacking holds it to. */
function requireSizes(files: readonly Named[]): void {
  let [unpacked, packed] = [0, 0];
  for (const { entry, path } of files) {
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    if (unpacked > LIMITS.unpacked) throw new DeploymentRefused(TEXTS.tooMuch({ max: LIMITS.unpacked }));
    requireRatio(path, entry.uncompressedSize, entry.compressedSize);
  }
  requireRatio('*', unpacked, packed);
}

function requireRatio(path: string, unpacked: number, packed: number): void {
  if (unpacked > LIMITS.ratioAbove && unpacked > packed * LIMITS.ratio)
    throw new DeploymentRefused(TEXTS.ratio({ path: shown(path), max: LIMITS.ratio }));
}

/** What each file says of itself, against what the directory says of it, and that no octet belongs to two of them. */
async function requireHonest(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  let [end, last] = [0, ''];
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const path = shown(entry.fileNameRaw.toString());
    const header = await zip.readLocalFileHeaderPromise(entry).catch(damaged);
    if (entry.relativeOffsetOfLocalHeader < end) throw new DeploymentRefused(TEXTS.overlap({ path: last }));
    if (!isSame(header, entry)) throw new DeploymentRefused(TEXTS.differs({ path }));
    end = header.fileDataStart + entry.compressedSize;
    if (end < entry.relativeOffsetOfLocalHeader + LOCAL_HEADER) throw new DeploymentRefused(TEXTS.damaged);
    last = path;
  }
}

function isSame(header: LocalFileHeader, entry: Entry): boolean {
  const comesLater = (header.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
  const agrees = (said: number, value: number): boolean =>
    said === value || said === ZIP64 || (comesLater && said === 0);
  return (
    header.fileName.equals(entry.fileNameRaw) &&
    header.compressionMethod === entry.compressionMethod &&
    (header.generalPurposeBitFlag & ENCRYPTED) === 0 &&
    agrees(header.compressedSize, entry.compressedSize) &&
    agrees(header.uncompressedSize, entry.uncompressedSize) &&
    agrees(header.crc32, entry.crc32)
  );
}

const zippedFile = (zip: ZipFile, { entry, path }: Named): ZippedFile => ({
  path,
  size: entry.uncompressedSize,
  crc32: entry.crc32,
  open: () => zip.openReadStreamPromise(entry),
});
