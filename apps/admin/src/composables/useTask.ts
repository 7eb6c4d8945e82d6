import { ref, type Ref } from 'vue';
import { errorText } from '../app/notify';
import { Problem } from '../app/problem';
import { isCancelled } from './usePasskeys';

/** What a button starts, one at a time: whether it runs, and what went wrong with it. */
export function useTask(): {
  readonly busy: Ref<boolean>;
  readonly error: Ref<string>;
  /** @returns whether it succeeded; a window of the browser that was closed is no error */
  readonly run: (task: () => Promise<unknown>) => Promise<boolean>;
} {
  const busy = ref(false);
  const error = ref('');

  async function run(task: () => Promise<unknown>): Promise<boolean> {
    if (busy.value) return false;
    busy.value = true;
    error.value = '';
    try {
      await task();
      return true;
    } catch (problem) {
      const fields = problem instanceof Problem ? problem.fields : [];
      if (!isCancelled(problem))
        error.value = fields.map(({ message }) => message).join(' ') || errorText(problem);
      return false;
    } finally {
      busy.value = false;
    }
  }
  return { busy, error, run };
}
