/** The store did not answer in time. */
export class StoreTooSlowError extends Error {
  constructor(readonly patienceMs: number) {
    super(`The rate limit store didn’t respond within ${patienceMs} ms.`);
    this.name = 'StoreTooSlowError';
  }
}

/** The store is being left alone after a failure. */
export class StorePausedError extends Error {
  constructor() {
    super('The rate limit store is skipped after a failure.');
    this.name = 'StorePausedError';
  }
}

interface StoreHealthOptions {
  /** Milliseconds of a clock that only runs forward. */
  readonly elapsedMs: () => number;
  readonly patienceMs: number;
  readonly onUnavailable: (error: unknown) => void;
}

/** After a failure the store is left alone for this long, so that a slow one is not asked by every visitor. */
const PAUSE_MS = 1_000;
const REPORT_EVERY_MS = 60_000;
/** Statements given up on that may still hold a connection of the pool everyone shares. */
const MAX_ABANDONED = 2;

/** Keeps a store that is away or slow from holding up requests: a time limit, a pause after a failure, one report a minute. */
export class StoreHealth {
  private usableAtMs = Number.NEGATIVE_INFINITY;
  private reportAtMs = Number.NEGATIVE_INFINITY;
  private abandoned = 0;

  constructor(private readonly options: StoreHealthOptions) {}

  isUsable(): boolean {
    return this.abandoned < MAX_ABANDONED && this.options.elapsedMs() >= this.usableAtMs;
  }

  /**
   * Runs `work` within the time limit.
   * @throws whatever it throws, {@link StoreTooSlowError}, or {@link StorePausedError} without having tried
   */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isUsable()) throw new StorePausedError();
    try {
      return await this.inTime(work());
    } catch (error) {
      this.usableAtMs = this.options.elapsedMs() + PAUSE_MS;
      this.report(error);
      throw error;
    }
  }

  /** Passes a failure on, unless one was within the last minute. */
  report(error: unknown): void {
    const now = this.options.elapsedMs();
    if (now < this.reportAtMs) return;
    this.reportAtMs = now + REPORT_EVERY_MS;
    this.options.onUnavailable(error);
  }

  private inTime<T>(pending: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        this.abandoned += 1;
        reject(new StoreTooSlowError(this.options.patienceMs));
      }, this.options.patienceMs);
      const settled = (): void => {
        clearTimeout(timer);
        if (late) this.abandoned -= 1;
      };
      pending.then(
        (value) => {
          settled();
          resolve(value);
        },
        (error: unknown) => {
          settled();
          reject(error);
        },
      );
    });
  }
}
