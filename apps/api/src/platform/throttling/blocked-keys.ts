/** Keys remembered at most; the oldest is forgotten first, which costs one trip to the store. */
const MAX_KEYS = 50_000;

/** Keys known to be over their limit until their window ends, so that a flood is refused without asking the store. */
export class BlockedKeys {
  private readonly until = new Map<string, number>();

  /** @param elapsedMs a clock that only runs forward; the end of a window is not a time of day here */
  constructor(private readonly elapsedMs: () => number) {}

  add(key: string, remainingMs: number): void {
    this.until.delete(key);
    if (this.until.size >= MAX_KEYS) this.forgetOldest();
    this.until.set(key, this.elapsedMs() + remainingMs);
  }

  /** Milliseconds until the key may ask again; 0 when it is not blocked. */
  remainingMs(key: string): number {
    const until = this.until.get(key);
    if (until === undefined) return 0;
    const remaining = until - this.elapsedMs();
    if (remaining > 0) return remaining;
    this.until.delete(key);
    return 0;
  }

  private forgetOldest(): void {
    for (const key of this.until.keys()) {
      this.until.delete(key);
      return;
    }
  }
}
