import { fromBuffer } from 'yauzl';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, and what the archive says of it that isn't so. */
export interface ZipPart {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  readonly stored?: boolean;
  readonly flags?: number;
  readonly method?: number;
  /** Unix mode; a regular file when left out. */
  readonly mode?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly packedSize?: number;
  /** In its own header. */
  readonly localName?: string;
  /** Where the directory says that it is. */
  readonly offset?: number;
}

const UTF8 = 0x800;
const MADE_BY_UNIX = (3 << 8) | 20;
const REGULAR = 0o100644;

/** Writes an archive byte by byte (APPNOTE 6.3), also one that no program writes. */
export function zipOf(
  parts: readonly ZipPart[],
  changes: { readonly entries?: number; readonly disk?: number } = {},
): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '');
    const packed = part.stored === true ? content : deflateRawSync(content);
    const method = part.method ?? (part.stored === true ? 0 : 8);
    const flags = (part.flags ?? 0) | UTF8;
    const [crc, size] = [part.crc ?? crc32(content), part.size ?? content.length];
    const name = Buffer.from(part.name);
    const localName = Buffer.from(part.localName ?? part.name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(part.packedSize ?? packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(localName.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(MADE_BY_UNIX, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(part.packedSize ?? packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(((part.mode ?? REGULAR) << 16) >>> 0, 38);
    central.writeUInt32LE(part.offset ?? offset, 42);
    directory.push(central, name);
    bodies.push(local, localName, packed);
    offset += local.length + localName.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(changes.disk ?? 0, 4);
  end.writeUInt16LE(changes.entries ?? parts.length, 8);
  end.writeUInt16LE(changes.entries ?? parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

/** An archive of texts by their paths. */
export const zipOfFiles = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));

/** Files of an archive by their paths. */
export const unzip = (archive: Buffer): Promise<ReadonlyMap<string, Buffer>> =>
  new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return void reject(error);
      const files = new Map<string, Buffer>();
      zip.on('end', () => resolve(files)).on('error', reject);
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, (failure, stream) => {
          if (failure) return void reject(failure);
          stream.toArray().then((chunks: Buffer[]) => {
            files.set(entry.fileName, Buffer.concat(chunks));
            zip.readEntry();
          }, reject);
        });
      });
      zip.readEntry();
    });
  });
