import type { Readable } from 'node:stream';

/** Part of an object: its first octet and its last. */
export interface OctetRange {
  readonly start: number;
  readonly end: number;
}

/** A whole file on this machine's disk that is to be stored. */
export interface LocalFile {
  readonly path: string;
  readonly size: number;
  /** In hexadecimal digits, where it is known. */
  readonly sha256?: string;
}

export interface StoredObject {
  readonly key: string;
  readonly size: number;
}

/**
 * Where contents are. An object is there whole or not at all, under a key of ids, hashes and slashes, and the same key always has the
 * same content. Methods throw a {@link StoreError} or an error of the operating system.
 */
export interface ObjectStore {
  /** For the operator, such as `the bucket "files" at https://s3.example.com`. */
  readonly place: string;
  put(key: string, file: LocalFile): Promise<void>;
  /** @throws StoreError `missing` */
  get(key: string, range?: OctetRange): Promise<Readable>;
  /** Undefined where there is nothing. */
  size(key: string): Promise<number | undefined>;
  /** Where an object is on this machine's disk; undefined where it isn't. */
  localPath(key: string): Promise<string | undefined>;
  /** What isn't there is removed already. */
  remove(key: string): Promise<void>;
  /** @param prefix ends with a slash, as does the next */
  removeAll(prefix: string): Promise<void>;
  list(prefix: string): AsyncIterable<StoredObject>;
}

export type StoreProblem =
  | 'missing'
  | 'unknown-key'
  | 'wrong-secret'
  | 'denied'
  | 'no-bucket'
  | 'wrong-region'
  | 'clock'
  | 'away';

/** Why a store didn't do what it was asked; the message is a sentence for the operator, without secrets. */
export class StoreError extends Error {
  /** Whether the same request may succeed a moment later. */
  readonly isTransient: boolean;
  /** What the service called it; undefined without an answer. */
  readonly reason: string | undefined;

  constructor(
    readonly problem: StoreProblem,
    message: string,
    {
      isTransient = false,
      reason,
      ...options
    }: ErrorOptions & { readonly isTransient?: boolean; readonly reason?: string } = {},
  ) {
    super(message, options);
    this.name = 'StoreError';
    this.isTransient = isTransient;
    this.reason = reason;
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof StoreError && error.problem === 'missing';

/** Of an error of the operating system, such as `ENOSPC`. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && 'syscall' in error
    ? String(error.code)
    : undefined;
