/** Refused, and not begun, because too many are waiting or for too long; the caller should answer "try again shortly". */
export class QueueFullError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'QueueFullError';
  }
}

interface Waiter<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
}

interface BatcherOptions {
  readonly maxBatch: number;
  readonly maxWaiting: number;
  /** How long a caller may wait for its batch to begin; forever when unset. */
  readonly maxWaitMs?: number;
  /** How many batches may be on their way at once. */
  readonly concurrency?: number;
}

/**
 * Lets callers that wait at the same moment share one trip: while a batch is on its way, newcomers gather for the next.
 * A lone caller leaves at once, so an idle system pays no delay.
 *
 * `run` must answer in the order of its inputs, with an `Error` in the place of one that failed alone.
 */
export class Batcher<Input, Output> {
  private waiting: Waiter<Input, Output>[] = [];
  private running = 0;
  private expiry: NodeJS.Timeout | undefined;

  constructor(
    private readonly run: (inputs: readonly Input[]) => Promise<readonly (Output | Error)[]>,
    private readonly options: BatcherOptions,
  ) {}

  /** @throws QueueFullError when a bound is reached, and `run` has not been asked then; otherwise whatever `run` throws */
  add(input: Input): Promise<Output> {
    if (this.waiting.length >= this.options.maxWaiting) {
      return Promise.reject(new QueueFullError(`More than ${this.options.maxWaiting} are waiting.`));
    }
    return new Promise<Output>((resolve, reject) => {
      this.waiting.push({ input, resolve, reject, since: performance.now() });
      this.pump();
      this.watch();
    });
  }

  /** One timer for all: those who wait are in the order of their coming. */
  private watch(): void {
    const { maxWaitMs } = this.options;
    const [longest] = this.waiting;
    if (maxWaitMs === undefined || this.expiry || !longest) return;
    this.expiry = setTimeout(() => this.expire(maxWaitMs), longest.since + maxWaitMs - performance.now());
  }

  private expire(maxWaitMs: number): void {
    this.expiry = undefined;
    const limit = performance.now() - maxWaitMs;
    const late = this.waiting.filter(({ since }) => since <= limit);
    this.waiting = this.waiting.filter(({ since }) => since > limit);
    for (const { reject } of late) reject(new QueueFullError(`Waited more than ${maxWaitMs} ms.`));
    this.watch();
  }

  private pump(): void {
    if (this.waiting.length === 0 || this.running >= (this.options.concurrency ?? 1)) return;
    const batch = this.waiting.slice(0, this.options.maxBatch);
    this.waiting = this.waiting.slice(this.options.maxBatch);
    this.running += 1;
    void this.deliver(batch); // never rejects: every outcome goes to the waiters
  }

  private async deliver(batch: readonly Waiter<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.run(batch.map((waiter) => waiter.input));
      for (const [index, waiter] of batch.entries()) settle(waiter, outputs[index]);
    } catch (error) {
      for (const waiter of batch) waiter.reject(error);
    } finally {
      this.running -= 1;
      this.pump();
    }
  }
}

function settle<Input, Output>(waiter: Waiter<Input, Output>, output: Output | Error | undefined): void {
  if (output === undefined) return waiter.reject(new Error('The batch gave no answer for this one.'));
  if (output instanceof Error) return waiter.reject(output);
  waiter.resolve(output);
}
