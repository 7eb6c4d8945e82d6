import { CounterSegment, NO_ROOM, SLOT_COUNT_MAX } from './counter-segment.js';
import { KeyedHash } from './keyed-hash.js';

/** A key's standing in the current window. */
interface WindowCount {
  /** Requests counted in this window, this one included. */
  readonly hits: number;
  /** Whole seconds, rounded up, until the window ends: from 1 to the window's length. */
  readonly resetSeconds: number;
}

const SEGMENTS = 256;
const SHARED_COUNTERS = 65_536;

/**
 * Counts requests per key in fixed windows aligned to the epoch, within this process.
 *
 * Made for a flood of addresses: a window holds at least 1,000,000 keys in 11 MB; beyond that memory does not grow
 * and new keys share a fixed set of counters, a few keys to each, so that a stranger may be refused early but nobody
 * is ever unlimited, and keys already known are counted exactly. Nothing is cleaned up in one go: each of 256 segments
 * is emptied by the first key that reaches it in a new window. Keys are distinguished by 56 bits of a keyed hash.
 */
export class FixedWindowTable {
  private readonly hash = new KeyedHash();
  private readonly counters = new Map<number, WindowCounters>();

  /**
   * Counts one request.
   * @param windowSeconds length of the window; each length has counters of its own
   * @param nowMs milliseconds since the epoch; a clock set back by less than a window keeps the current one
   */
  increment(key: string, windowSeconds: number, nowMs: number): WindowCount {
    let counters = this.counters.get(windowSeconds);
    if (!counters) {
      counters = new WindowCounters();
      this.counters.set(windowSeconds, counters);
    }
    const windowMs = windowSeconds * 1_000;
    const window = counters.advance(Math.floor(nowMs / windowMs));
    this.hash.update(key);
    const hits = counters.increment(key, this.hash.low, this.hash.high);
    const left = Math.ceil(((window + 1) * windowMs - nowMs) / 1_000);
    return { hits, resetSeconds: Math.min(Math.max(left, 1), windowSeconds) };
  }
}

/** The counters of one window length. */
class WindowCounters {
  private readonly segments = Array.from({ length: SEGMENTS }, () => new CounterSegment());
  /** Counts beyond what a slot holds; one entry costs its sender 65,535 requests. */
  private readonly large = new Map<string, number>();
  private shared: Uint32Array | undefined;
  private window = Number.NEGATIVE_INFINITY;

  /** Moves on to a window, and says which is the current one. */
  advance(window: number): number {
    if (window > this.window || window < this.window - 1) {
      this.window = window;
      this.large.clear();
      this.shared = undefined;
    }
    return this.window;
  }

  increment(key: string, low: number, high: number): number {
    const segment = this.segments[high % SEGMENTS];
    const count = segment?.increment(this.window, low, high >>> 16) ?? NO_ROOM;
    if (count === NO_ROOM) return this.incrementShared(low);
    if (count < SLOT_COUNT_MAX) return count;
    const hits = this.large.get(key) ?? SLOT_COUNT_MAX;
    this.large.set(key, hits + 1);
    return hits;
  }

  private incrementShared(low: number): number {
    this.shared ??= new Uint32Array(SHARED_COUNTERS);
    const index = low % SHARED_COUNTERS;
    const hits = (this.shared[index] ?? 0) + 1;
    this.shared[index] = hits;
    return hits;
  }
}
