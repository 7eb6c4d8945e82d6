/** How often one token may be used: a visitor may send several messages, a script may not send many. */
export const MAX_TOKEN_USES = 20;

/** Only genuine tokens are counted, and the rate limit comes before; this bound is for the worst day. */
const MAX_TRACKED = 100_000;

/**
 * Counts the uses of tokens by their nonce in two generations of at least a token's life each, so that memory is bounded
 * and a token is remembered as long as it can be used. Each instance counts for itself.
 */
export class TokenUses {
  private current = new Map<string, number>();
  private previous = new Map<string, number>();
  private startedAt = 0;

  /** Counts one use; false when the token has been used often enough. */
  use(nonce: string, nowMs: number, lifetimeSeconds: number): boolean {
    if (nowMs - this.startedAt > lifetimeSeconds * 1000 || this.current.size >= MAX_TRACKED) this.turn(nowMs);
    const uses = (this.current.get(nonce) ?? 0) + (this.previous.get(nonce) ?? 0);
    if (uses >= MAX_TOKEN_USES) return false;
    this.current.set(nonce, (this.current.get(nonce) ?? 0) + 1);
    return true;
  }

  private turn(nowMs: number): void {
    this.previous = this.current;
    this.current = new Map();
    this.startedAt = nowMs;
  }
}
