import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/*
 * An archive is a zip file: `tables/{name}.jsonl` has a table's rows as JSON, one a line; `files/{sha-256}` a content of the file library;
 * `settings.json` the settings; where someone chose so, `people.jsonl` the people, one a line. `archive.json` says what the others are and the hash of each, and `archive.sha256` the hash of that.
 */

/** The second one has people or messages, which a version that knows the first alone would leave out. */
export const FORMATS = { content: 1, withPeople: 2 } as const;
export const MANIFEST = 'archive.json';
export const MANIFEST_HASH = 'archive.sha256';
export const SETTINGS = 'settings.json';
export const PEOPLE = 'people.jsonl';
export const tableEntry = (table: string): string => `tables/${table}.jsonl`;
export const fileEntry = (hash: string): string => `files/${hash}`;

/** `archive.json`. */
export interface ArchiveManifest {
  readonly format: number;
  /** The site that it was made of. */
  readonly site: string;
  /** ISO 8601, UTC: the moment whose state it has. */
  readonly takenAt: string;
  readonly tables: readonly ArchivedRows[];
  /** Contents of the file library. */
  readonly files: readonly { readonly hash: string; readonly bytes: number }[];
  /** Of `settings.json`. */
  readonly settings: string;
  /** Of `people.jsonl`, where it's included. */
  readonly people?: Omit<ArchivedRows, 'name' | 'columns'>;
}

export interface ArchivedRows {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of its entry, hexadecimal. */
  readonly sha256: string;
}

/** What an archive has beside the content. */
export interface ArchiveChoice {
  readonly messages: boolean;
  readonly people: boolean;
}

export interface ArchivedSetting {
  readonly group: string;
  readonly name: string;
  readonly value: string;
}

/** An archive is damaged, or can't be imported here; the message says so. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

export const sha256 = (octets: Buffer | string): string => createHash('sha256').update(octets).digest('hex');

/** The hash of what a stream gives, as hexadecimal digits. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
