import { onBeforeUnmount, onMounted, ref } from 'vue';
import { Problem } from '../app/problem';

/** Milliseconds between two tries. */
const AGAIN_MS = 3_000;

/** No answer, or one that says that the server cannot serve now: the same question may be answered soon. */
export const isPassing = (problem: unknown): boolean =>
  problem instanceof Problem && (problem.isOffline || problem.status === 502 || problem.status >= 503);

/**
 * Tries while the component is there until the server serves.
 * @param attempt what is tried; its refusals other than those of {@link isPassing} are its own business
 */
export function useAutoRetry(attempt: () => Promise<void>) {
  /** Whether it waits for the next try. */
  const waiting = ref(false);
  let timer = 0;

  async function run(): Promise<void> {
    clearTimeout(timer);
    try {
      await attempt();
      waiting.value = false;
    } catch (problem) {
      if (!isPassing(problem)) throw problem;
      waiting.value = true;
      timer = window.setTimeout(() => void run(), AGAIN_MS);
    }
  }

  onMounted(() => void run());
  onBeforeUnmount(() => clearTimeout(timer));
  return { waiting, retry: () => void run() };
}
