import { setTimeout as sleep } from 'node:timers/promises';
import type { E2eDatabase } from './database.js';

const AFTER_START_MS = 60;

/**
 * Windows of the rate limiter are aligned to the epoch, by the database's clock. Moves that clock to the beginning of the
 * next one, so that a test has a whole window for itself however busy the machine is.
 */
export async function freshWindow(database: E2eDatabase, windowSeconds: number): Promise<void> {
  await database.advance(await secondsLeft(database, windowSeconds));
}

/** Seconds until the current window ends, by the clock that decides. */
export async function secondsLeft(database: E2eDatabase, windowSeconds: number): Promise<number> {
  const [row] = await database.query<{ left: number }>(
    'SELECT ($1 - mod(extract(epoch FROM statement_timestamp()), $1))::float8 AS left',
    [windowSeconds],
  );
  return row?.left ?? 0;
}

/** Waits until the next window has begun. */
export async function nextWindow(database: E2eDatabase, windowSeconds: number): Promise<void> {
  await sleep((await secondsLeft(database, windowSeconds)) * 1_000 + AFTER_START_MS);
}
