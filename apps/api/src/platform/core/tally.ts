import type { Log } from './log.js';

/** How long counts are gathered before they are written. */
const FLUSH_MS = 2_000;

interface TallyOptions {
  /** Different ones of a site that are remembered until the next flush. */
  readonly maxKeys: number;
  readonly write: (tenantId: string, counts: ReadonlyMap<string, number>) => Promise<void>;
  readonly log: Log;
  /** Of the log line that says what couldn't be written. */
  readonly lost: string;
}

/**
 * Counts what visitors do on sites. Counting costs a look into a map; what was counted is written together every few seconds. A flood
 * takes no more memory and no more writes than `maxKeys` allows.
 */
export class Tally {
  private pending = new Map<string, Map<string, number>>();
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();

  constructor(private readonly options: TallyOptions) {}

  start(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref(); // flush never rejects
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Never waits and never throws. */
  count(tenantId: string, key: string): void {
    const counts = this.pending.get(tenantId) ?? new Map<string, number>();
    const count = counts.get(key);
    if (count === undefined && counts.size >= this.options.maxKeys) return;
    if (counts.size === 0) this.pending.set(tenantId, counts);
    counts.set(key, (count ?? 0) + 1);
  }

  /** Writes what was counted so far. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    const { write, log, lost } = this.options;
    const counted = this.pending;
    this.pending = new Map();
    for (const [tenantId, counts] of counted) {
      try {
        await write(tenantId, counts);
      } catch (error) {
        log.warn({ event: lost, tenantId, count: counts.size, err: error });
      }
    }
  }
}
