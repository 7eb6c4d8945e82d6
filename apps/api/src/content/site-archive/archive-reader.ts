import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  ArchiveError,
  type ArchiveManifest,
  type ArchivedSetting,
  fileEntry,
  FORMATS,
  hashOf,
  MANIFEST,
  MANIFEST_HASH,
  PEOPLE,
  SETTINGS,
  sha256,
  tableEntry,
} from './archive-format.js';

/** What is read whole has at most so many octets. */
const MAX_WHOLE = 256 * 1024 * 1024;

/** An archive on disk. */
export class ArchiveReader {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: ArchiveManifest,
  ) {}

  /** Opens an archive, and checks every octet of it before any is used. @throws ArchiveError */
  static async open(path: string): Promise<ArchiveReader> {
    let reader: ArchiveReader;
    try {
      const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
      const entries = await entriesOf(zip);
      reader = new ArchiveReader(zip, entries, await manifestOf(zip, entries));
    } catch (error) {
      if (error instanceof ArchiveError) throw error;
      throw new ArchiveError(`${path} isn’t a whole archive: ${messageOf(error)}`);
    }
    try {
      await reader.verify();
      return reader;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  async settings(): Promise<readonly ArchivedSetting[]> {
    return JSON.parse((await buffer(await this.read(SETTINGS))).toString()) as ArchivedSetting[]; // verified
  }

  /** A table's rows as JSON. */
  async *rows(table: string): AsyncGenerator<string> {
    yield* linesOf(await this.read(tableEntry(table)));
  }

  /** People as JSON, where they are included. */
  async *people(): AsyncGenerator<string> {
    if (!this.manifest.people) return;
    yield* linesOf(await this.read(PEOPLE));
  }

  file(hash: string): Promise<Readable> {
    return this.read(fileEntry(hash));
  }

  close(): void {
    this.zip.close();
  }

  private async verify(): Promise<void> {
    const { tables, files, settings, people } = this.manifest;
    for (const { name, sha256: expected } of tables) await this.expect(tableEntry(name), expected);
    for (const { hash } of files) await this.expect(fileEntry(hash), hash);
    await this.expect(SETTINGS, settings);
    if (people) await this.expect(PEOPLE, people.sha256);
  }

  private async expect(entry: string, hash: string): Promise<void> {
    const found = await this.read(entry)
      .then(hashOf)
      .catch((error: unknown) => {
        throw new ArchiveError(`The archive is damaged at ${entry}: ${messageOf(error)}`);
      });
    if (found !== hash) throw new ArchiveError(`The archive is damaged: ${entry} was changed.`);
  }

  private read(name: string): Promise<Readable> {
    return readEntry(this.zip, this.entries, name);
  }
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<ArchiveManifest> {
  if (!entries.has(MANIFEST)) throw new ArchiveError(`This is no archive of a site: it has no ${MANIFEST}.`);
  if ((entries.get(MANIFEST)?.uncompressedSize ?? 0) > MAX_WHOLE)
    throw new ArchiveError('The archive is damaged.');
  const text = await buffer(await readEntry(zip, entries, MANIFEST));
  const hash = (await buffer(await readEntry(zip, entries, MANIFEST_HASH))).toString().trim();
  if (sha256(text) !== hash) throw new ArchiveError(`The archive is damaged: ${MANIFEST} was changed.`);
  const manifest = JSON.parse(text.toString()) as ArchiveManifest; // its hash is right
  if (Object.values<number>(FORMATS).includes(manifest.format)) return manifest;
  throw new ArchiveError('This archive has a format that this version can’t read. Use a later version.');
}

function readEntry(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string): Promise<Readable> {
  const entry = entries.get(name);
  if (!entry) throw new ArchiveError(`The archive is damaged: it has no ${name}.`);
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** Lines one by one: the library's own reader keeps a thousand of them, which may be large. */
async function* linesOf(content: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let begun: string[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('');
  if (last !== '') yield last;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
