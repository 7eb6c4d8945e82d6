import type { ThrottlerStorage } from '@nestjs/throttler';

/** What the library's storages answer; it does not export the type itself. Times are whole seconds. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The record of a fixed window: anyone who is over the limit waits for its end. */
export function throttlerRecord(hits: number, resetSeconds: number, limit: number): ThrottlerRecord {
  const isBlocked = hits > limit;
  return {
    totalHits: hits,
    timeToExpire: resetSeconds,
    isBlocked,
    timeToBlockExpire: isBlocked ? resetSeconds : 0,
  };
}
