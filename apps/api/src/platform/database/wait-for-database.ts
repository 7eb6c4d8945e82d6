import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isBusy } from './sql.js';

/** The Unix socket in `DATABASE_URL` isn't there: PostgreSQL creates it when it starts. */
export const isSocketMissing = (error: Error): boolean =>
  'syscall' in error && error.syscall === 'connect' && codeOf(error) === 'ENOENT';

/** What a database says, or its absence, that is about to start. */
const NOT_UP = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  '57P01',
  '57P03',
]);
const TRY_AGAIN_MS = 500;
const TRY_MS = 5_000;
const REPORT_EVERY_MS = 10_000;
const PATIENCE_MS = 30_000;

/** That it is waited for, for the log. */
export interface DatabaseWait {
  /** Host and port. */
  readonly database: string;
  /** Why it isn't up. */
  readonly cause: string;
  readonly secondsLeft: number;
}

interface WaitOptions {
  readonly seconds: number;
  /** At once and every ten seconds. */
  readonly onWait: (wait: DatabaseWait) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when the database takes connections: containers start side by side.
 * @throws what is wrong with it, at once or when it is not up in time; AbortError
 */
export async function waitForDatabase(url: string, { seconds, onWait, signal }: WaitOptions): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  let reportAt = performance.now();
  for (;;) {
    const error = await attempt(url);
    if (error === undefined) return;
    const left = until - performance.now();
    if (left <= 0 || !isNotUp(error)) throw error;
    if (performance.now() >= reportAt) {
      reportAt = performance.now() + REPORT_EVERY_MS;
      const { host, port } = new pg.Client({ connectionString: url });
      const cause = error.message || codeOf(error);
      onWait({ database: `${host}:${port}`, cause, secondsLeft: Math.ceil(left / 1_000) });
    }
    await sleep(Math.min(TRY_AGAIN_MS, left), undefined, { signal });
  }
}

/**
 * Retries for half a minute what a busy database doesn't do in time. For starting: nobody waits for an answer yet, and after a reboot
 * everything connects at once.
 * @throws any other error at once, and the last one in the end
 */
export async function withPatience<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
  }
}

/** What keeps it from connecting; undefined for nothing. */
async function attempt(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TRY_MS });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => undefined); // it may never have been there
  }
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

const isNotUp = (error: Error): boolean =>
  NOT_UP.has(codeOf(error)) ||
  isSocketMissing(error) ||
  /timeout expired|Connection terminated/i.test(error.message);
