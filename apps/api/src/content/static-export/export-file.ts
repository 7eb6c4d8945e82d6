import type { Readable } from 'node:stream';

/** A file of an export. */
export interface ExportFile {
  /** Below the export's folder, with slashes. */
  readonly path: string;
  /** Equal for equal octets. */
  readonly tag: string;
  readonly size: number;
  /** Media type, as a static host sends it. */
  readonly type: string;
  /** Whether compressing it again is a waste. */
  readonly isPacked: boolean;
  read(): Promise<Readable>;
}

/** Where the files of an export go. */
export interface ExportSink {
  /** Takes a file, or leaves it if it's there already; skips one whose name it can't have. */
  put(file: ExportFile): Promise<'written' | 'unchanged' | 'skipped'>;
  /** Ends an export that has everything. @returns how many files went because the site no longer has them */
  finish(): Promise<number>;
}

/** The export can't be written; the message says why. */
export class ExportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExportError';
  }
}

/** What file systems take for one name, in octets. */
const MAX_NAME = 255;

/**
 * The file that a static host reads for a URL's path.
 * @returns undefined where no file system or host could have it
 */
export function fileOf(path: string): string | undefined {
  let names: readonly string[];
  try {
    names = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  const isPossible = (name: string): boolean =>
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    name !== '.' && name !== '..' && !/[/\\\u0000-\u001F]/.test(name) && Buffer.byteLength(name) <= MAX_NAME;
  return names.length > 0 && names.every(isPossible) ? names.join('/') : undefined;
}
