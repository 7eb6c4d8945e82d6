import { ref } from 'vue';
import { errorText } from '../app/notify';
import { Problem } from '../app/problem';
import { isCancelled } from './usePasskeys';

/**
 * What a button starts, one at a time: whether it runs, and what went wrong with it.
 * @param wordsOf says what went wrong
 */
export function useTask(wordsOf: (problem: unknown) => string = fieldsOrWhole) {
  const busy = ref(false);
  const error = ref('');

  /** @returns whether it succeeded; a window of the browser that was closed is no error */
  async function run(task: () => Promise<unknown>): Promise<boolean> {
    if (busy.value) return false;
    busy.value = true;
    error.value = '';
    try {
      await task();
      return true;
    } catch (problem) {
      if (!isCancelled(problem)) error.value = wordsOf(problem);
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { busy, error, run };
}

/** What is wrong with the fields, or else with the whole. */
export function fieldsOrWhole(problem: unknown): string {
  const fields = problem instanceof Problem ? problem.fields : [];
  return fields.map(({ message }) => message).join(' ') || errorText(problem);
}
