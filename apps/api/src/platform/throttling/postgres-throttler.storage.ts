import type { ThrottlerStorage } from '@nestjs/throttler';
import { Batcher } from '../core/batcher.js';
import { type Clock, SYSTEM_CLOCK } from '../core/clock.js';
import { BlockedKeys } from './blocked-keys.js';
import { MemoryThrottlerStorage } from './memory-throttler.storage.js';
import { addHits, deleteExpired, type KeyHits, type Query, type StoredCount } from './postgres-counters.js';
import { StoreHealth } from './store-health.js';
import { type ThrottlerRecord, throttlerRecord } from './throttler-record.js';

export interface PostgresThrottlerOptions {
  readonly query: Query;
  /** Called when the store is away, once a minute at most while it is; for the log. Must not throw. */
  readonly onUnavailable: (error: unknown) => void;
  /** How long a visitor waits for the store before this process counts alone. */
  readonly patienceMs: number;
  /** Decides the windows while the store is away; otherwise the store's own clock does. */
  readonly clock?: Clock;
  /** Milliseconds of a clock that only runs forward. */
  readonly elapsedMs?: () => number;
}

const MAX_BATCH = 1_000;
const MAX_WAITING = 20_000;
const SWEEP_EVERY_MS = 60_000;
const SWEEP_AGAIN_MS = 1_000;
const SWEEP_ROWS = 5_000;

interface Request {
  readonly key: string;
  readonly windowSeconds: number;
}

/**
 * Fixed windows shared by all instances on one PostgreSQL, table `rate_limit_counter`.
 *
 * Requests that wait at the same moment share one statement. A key that was refused is refused in this process until
 * its window ends, without a trip. While the store is away or slow, this process counts alone: never "no limit",
 * never an error.
 */
export class PostgresThrottlerStorage implements ThrottlerStorage {
  private readonly batcher = new Batcher<Request, StoredCount>((requests) => this.countTogether(requests), {
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
  });
  private readonly fallback: MemoryThrottlerStorage;
  private readonly blocked: BlockedKeys;
  private readonly health: StoreHealth;
  private readonly elapsedMs: () => number;
  private longestWindowSeconds = 0;
  private nextSweepMs: number;
  /** Called for each request that this process counts alone; for the metrics. */
  onCountedAlone = (): void => undefined;

  constructor(private readonly options: PostgresThrottlerOptions) {
    this.elapsedMs = options.elapsedMs ?? (() => performance.now());
    this.fallback = new MemoryThrottlerStorage(options.clock ?? SYSTEM_CLOCK);
    this.blocked = new BlockedKeys(this.elapsedMs);
    this.health = new StoreHealth({
      elapsedMs: this.elapsedMs,
      patienceMs: options.patienceMs,
      onUnavailable: options.onUnavailable,
    });
    this.nextSweepMs = this.elapsedMs() + SWEEP_EVERY_MS;
  }

  /**
   * Counts one request; there is no block beyond the end of the window.
   * @param ttl length of the window in milliseconds, a whole number of seconds
   * @param limit permits in a window
   */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const windowSeconds = ttl / 1_000;
    const blockedMs = this.blocked.remainingMs(key);
    if (blockedMs > 0) return throttlerRecord(limit + 1, wholeSeconds(blockedMs, windowSeconds), limit);
    const count = await this.storedCount({ key, windowSeconds });
    if (!count) {
      this.onCountedAlone();
      return this.fallback.count(key, ttl, limit);
    }
    if (count.hits > limit) this.blocked.add(key, count.remainingMs);
    return throttlerRecord(count.hits, wholeSeconds(count.remainingMs, windowSeconds), limit);
  }

  /** Undefined when the store could not be asked. */
  private async storedCount(request: Request): Promise<StoredCount | undefined> {
    if (!this.health.isUsable()) return undefined;
    try {
      return await this.batcher.add(request);
    } catch {
      return undefined; // reported by the health of the store, once for the whole batch
    }
  }

  private async countTogether(requests: readonly Request[]): Promise<readonly StoredCount[]> {
    const groups = groupByKey(requests);
    const entries = [...groups.values()];
    const totals = await this.health.attempt(() => addHits(this.options.query, entries));
    this.sweepWhenDue(entries);
    const standings = new Map([...groups.keys()].map((name, index) => [name, totals[index]]));
    return inTurn(requests, groups, standings);
  }

  /** Deletes some expired rows now and then, beside the requests. */
  private sweepWhenDue(entries: readonly KeyHits[]): void {
    for (const entry of entries) {
      this.longestWindowSeconds = Math.max(this.longestWindowSeconds, entry.windowSeconds);
    }
    if (this.elapsedMs() < this.nextSweepMs) return;
    this.nextSweepMs = this.elapsedMs() + SWEEP_EVERY_MS;
    void this.sweep(); // reports its own failure
  }

  private async sweep(): Promise<void> {
    try {
      const deleted = await deleteExpired(this.options.query, 2 * this.longestWindowSeconds, SWEEP_ROWS);
      if (deleted === SWEEP_ROWS) this.nextSweepMs = this.elapsedMs() + SWEEP_AGAIN_MS;
    } catch (error) {
      this.health.report(error);
    }
  }
}

function groupName(request: Request): string {
  return `${request.windowSeconds}|${request.key}`;
}

function groupByKey(requests: readonly Request[]): ReadonlyMap<string, KeyHits> {
  const groups = new Map<string, KeyHits>();
  for (const request of requests) {
    const name = groupName(request);
    groups.set(name, { ...request, hits: (groups.get(name)?.hits ?? 0) + 1 });
  }
  return groups;
}

/** Gives every request its own place in the count that its group was given together. */
function inTurn(
  requests: readonly Request[],
  groups: ReadonlyMap<string, KeyHits>,
  standings: ReadonlyMap<string, StoredCount | undefined>,
): readonly StoredCount[] {
  const places = new Map<string, number>();
  return requests.map((request) => {
    const name = groupName(request);
    const total = standings.get(name);
    const place = (places.get(name) ?? 0) + 1;
    places.set(name, place);
    const before = (total?.hits ?? 0) - (groups.get(name)?.hits ?? 0);
    return { hits: before + place, remainingMs: total?.remainingMs ?? 0 };
  });
}

function wholeSeconds(milliseconds: number, windowSeconds: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds / 1_000), 1), windowSeconds);
}
