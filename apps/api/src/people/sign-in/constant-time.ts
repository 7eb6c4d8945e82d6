import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than what is done for an address that has an account, and than what is done for one that has none. */
const CONSTANT_TIME_MS = 250;

/**
 * Does what depends on whether an address has an account, so that neither the response nor its time reveals it: it
 * takes a fixed time, and what goes wrong is the same for both.
 */
export async function constantTime(work: () => Promise<void>): Promise<void> {
  const pause = sleep(CONSTANT_TIME_MS);
  try {
    await work();
  } finally {
    await pause;
  }
}
