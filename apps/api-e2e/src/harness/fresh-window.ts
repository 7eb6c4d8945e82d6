import { setTimeout as sleep } from 'node:timers/promises';

const AFTER_START_MS = 60;

/**
 * Windows of the rate limiter are aligned to the epoch. Leaves at least so much of the current one, in milliseconds: more
 * than a test needs on a machine that does ten other things.
 */
const enoughMs = (windowSeconds: number): number =>
  Math.max(5_000, Math.min(45_000, (windowSeconds * 1_000) / 4));

/**
 * Waits for the next window when the current one has less left than a test needs, so that no test straddles two.
 * @param windowSeconds length of the policy's window
 * @param neededMs how long the test counts at most
 */
export async function freshWindow(windowSeconds: number, neededMs = enoughMs(windowSeconds)): Promise<void> {
  const leftMs = msLeft(windowSeconds);
  if (leftMs < neededMs) await nextWindow(windowSeconds);
}

/** Waits until the next window has begun. */
export async function nextWindow(windowSeconds: number): Promise<void> {
  await sleep(msLeft(windowSeconds) + AFTER_START_MS);
}

const msLeft = (windowSeconds: number): number =>
  windowSeconds * 1_000 - (Date.now() % (windowSeconds * 1_000));
