import type { Clock } from './clock.js';

/**
 * The time of the database, so that all instances agree on what is due and what has expired, whatever their machines' clocks
 * show. Until it has been measured, this machine's.
 */
export class DatabaseClock implements Clock {
  private offsetMs = 0;

  now(): number {
    return Date.now() + Math.round(this.offsetMs);
  }

  /**
   * Corrects what contradicts the database, and no more: how long its answer took is not known to be the way there or back.
   * @param ask the database's time, in milliseconds since the epoch
   * @returns how far its clock is from this machine's, in milliseconds
   */
  async measure(ask: () => Promise<number>): Promise<number> {
    const before = Date.now();
    const answer = await ask();
    const after = Date.now() + 1; // the fraction that it leaves out
    this.offsetMs = Math.min(Math.max(this.offsetMs, answer - after), answer - before);
    return this.offsetMs;
  }
}
