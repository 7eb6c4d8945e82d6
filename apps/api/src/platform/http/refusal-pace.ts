/** Refusals sent in one turn, and the length of a turn in milliseconds: 1,000 a second. */
const PER_TURN = 10;
const TURN_MS = 10;
/** Two seconds' worth: who is refused in the middle of a flood waits no longer. Beyond it an answer is cheaper than keeping it. */
const MOST_WAITING = 2_000;

/**
 * Holds refusals back when there are many, so that a flood from clients who wait for their answers leaves the processor to
 * everyone else. Refusals in ordinary numbers are never held.
 */
export class RefusalPace {
  private left = PER_TURN;
  private readonly waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** Settles when the refusal may be sent; undefined if that is now. */
  turn(): Promise<void> | undefined {
    this.timer ??= setTimeout(() => this.nextTurn(), TURN_MS);
    if (this.left > 0) this.left -= 1;
    else if (this.waiting.length < MOST_WAITING) return new Promise((go) => this.waiting.push(go));
    return undefined;
  }

  private nextTurn(): void {
    const next = this.waiting.splice(0, PER_TURN);
    this.left = PER_TURN - next.length;
    this.timer = next.length > 0 ? setTimeout(() => this.nextTurn(), TURN_MS) : undefined;
    for (const go of next) go();
  }
}
