import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FORMAT = 1;
const MANIFEST = 'manifest.json';

/** What a backup holds; written last, so that a folder without it is no backup. */
export interface Manifest {
  readonly format: number;
  /** ISO 8601, UTC: the moment whose state it holds. */
  readonly takenAt: string;
  /** Of PostgreSQL's server, as it names itself. */
  readonly server: string;
  /** That had run; a restore runs the same ones before it copies the rows. */
  readonly migrations: readonly string[];
  /** Ids of the master keys that it takes to read it. The keys are not in it. */
  readonly masterKeys: readonly string[];
  readonly tables: readonly BackedUpTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the compressed file, hexadecimal. */
  readonly sha256: string;
}

/** A backup is missing, damaged, or can't be used here; the message says so. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}

/** Rows in PostgreSQL's text format for COPY, compressed with gzip. */
export const tableFile = (folder: string, table: string): string => join(folder, `${table}.copy.gz`);

export const manifestFile = (folder: string): string => join(folder, MANIFEST);

export const manifestOf = (parts: Omit<Manifest, 'format'>): string =>
  `${JSON.stringify({ format: FORMAT, ...parts }, null, 2)}\n`;

/** @throws BackupError when the folder holds no whole backup that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  if (!existsSync(manifestFile(folder)))
    throw new BackupError(`${folder} isn’t a complete backup: it has no ${MANIFEST}.`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(manifestFile(folder), 'utf8')) as Manifest;
  } catch {
    throw new BackupError(`${manifestFile(folder)} is damaged.`);
  }
  if (manifest.format === FORMAT) return manifest;
  throw new BackupError(`${folder} has a format that this version can’t read. Use a later version.`);
}

/** Passes octets on, and knows the hash of all of them. */
export function hashing() {
  const hash = createHash('sha256');
  return {
    pass: async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    },
    hex: (): string => hash.digest('hex'),
  };
}

/** A name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
