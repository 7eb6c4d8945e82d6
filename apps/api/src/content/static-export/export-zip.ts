import { type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportFile, ExportSink } from './export-file.js';

/** How long its reader may read nothing. */
const STALL_MS = 60_000;
/** The same site gives the same archive. */
const EPOCH = new Date(2020, 0, 1, 12);

/** A zip archive as a stream, made at the pace at which it is read. */
export class ExportZip implements ExportSink {
  /** The archive's octets. */
  readonly stream: Readable;
  private readonly zip = new ZipFile();
  private readonly closed: Promise<never>;

  constructor() {
    let passed = 0;
    const stream = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        passed += chunk.length;
        done(null, chunk);
      },
    });
    let seen = -1;
    const timer = setInterval(() => {
      // Nothing to read is no fault of the reader: a picture may take a while to make.
      if (stream.readableLength > 0 && passed === seen) stream.destroy(new Error('Nobody read the archive.'));
      seen = passed;
    }, STALL_MS).unref();
    this.closed = new Promise((_, reject) => {
      stream.once('close', () => {
        clearInterval(timer);
        reject(new Error('Nobody reads the archive any longer.'));
      });
      this.zip.once('error', reject);
    });
    this.closed.catch(() => undefined); // for whatever waits then
    this.stream = stream;
    this.zip.outputStream.pipe(stream);
  }

  async put(file: ExportFile): Promise<'written'> {
    const content = await file.read();
    const read = new Promise<void>((resolve, reject) => {
      content.once('end', resolve);
      content.once('error', reject);
    });
    this.zip.addReadStream(content, file.path, { compress: !file.isPacked, mtime: EPOCH });
    try {
      // The next one waits until this one was read: the library would gather all of them.
      await Promise.race([read, this.closed]);
    } catch (error) {
      content.destroy();
      throw error;
    }
    return 'written';
  }

  async finish(): Promise<number> {
    this.zip.end();
    return 0;
  }

  /** Lets the reader know that the archive isn't whole. */
  fail(error: unknown): void {
    this.stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
