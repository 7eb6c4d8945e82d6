import type { ThrottlerStorage } from '@nestjs/throttler';
import { type Clock, SYSTEM_CLOCK } from '../core/clock.js';
import { FixedWindowTable } from './fixed-window-table.js';
import { type ThrottlerRecord, throttlerRecord } from './throttler-record.js';

/** Fixed windows in this process: exact when it is the only one that serves the site. */
export class MemoryThrottlerStorage implements ThrottlerStorage {
  private readonly table = new FixedWindowTable();

  constructor(private readonly clock: Clock = SYSTEM_CLOCK) {}

  /**
   * Counts one request; there is no block beyond the end of the window.
   * @param ttl length of the window in milliseconds, a whole number of seconds
   * @param limit permits in a window
   */
  increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    return Promise.resolve(this.count(key, ttl, limit));
  }

  /** The same for a caller who need not wait. */
  count(key: string, ttl: number, limit: number): ThrottlerRecord {
    const { hits, resetSeconds } = this.table.increment(key, ttl / 1_000, this.clock.now());
    return throttlerRecord(hits, resetSeconds, limit);
  }
}
