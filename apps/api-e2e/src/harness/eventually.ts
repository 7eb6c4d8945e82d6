import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 180_000;
const PAUSE_MS = 50;

/**
 * Waits until something has become true that happens in the background, such as an email arriving.
 * @throws the last failure of `check` when patience ends
 */
export async function eventually<T>(check: () => Promise<T> | T, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
