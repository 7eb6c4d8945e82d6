import type { ContactAction, ContactTotal } from '@sitedesk/contract/inbox';
import { ref, watch } from 'vue';
import { Problem } from '../../app/problem';
import { inboxApi } from './inbox.api';
import type { useInboxActions } from './useInboxActions';
import type { InboxList } from './useInboxList';

/** An action that needs confirmation: it applies to all matches, or can't be undone. */
export interface Question {
  readonly action: ContactAction;
  /** Undefined: for all that match. */
  readonly ids: readonly string[] | undefined;
  readonly count: number;
  /** Whether there are more, which nobody counted. */
  readonly more: boolean;
}

/** Which messages are selected: some that are shown, or all that match the filters. */
export function useSelection(list: InboxList, actions: ReturnType<typeof useInboxActions>) {
  const selected = ref<readonly string[]>([]);
  const all = ref(false);
  const total = ref<ContactTotal>();
  const counting = ref(false);
  const question = ref<Question>();

  watch(() => list.words.value, clear);
  // Anyone who changes a single tick no longer means all.
  watch(selected, () => (all.value = false));

  function clear(): void {
    selected.value = [];
    all.value = false;
    total.value = undefined;
  }

  async function selectAll(): Promise<void> {
    counting.value = true;
    try {
      total.value = await inboxApi.total(list.filter.value);
      all.value = true;
    } finally {
      counting.value = false;
    }
  }

  /** Done at once where it can be taken back; else it becomes a question. */
  function apply(action: ContactAction, ids?: readonly string[]): void {
    const chosen = ids ?? (all.value ? undefined : selected.value);
    const { total: matching, more } = (chosen ? undefined : total.value) ?? { total: 0, more: false };
    const count = chosen?.length ?? matching;
    if (count === 0) return;
    if (chosen === undefined || action === 'delete') {
      question.value = { action, ids: chosen, count, more };
      return;
    }
    if (!ids) clear();
    void actions.onSome(action, chosen); // shows its own failures
  }

  async function confirm(): Promise<void> {
    if (!question.value) return;
    const { action, ids, count, more } = question.value;
    try {
      await (ids ? actions.onSome(action, ids) : actions.onAll(action, { total: count, more }));
      clear();
    } catch (problem) {
      // The number has changed: ask again with the right one.
      const matched = problem instanceof Problem ? problem.members['matched'] : undefined;
      if (typeof matched === 'number') {
        total.value = { total: matched, more: false };
        question.value = { action, ids, count: matched, more: false };
      }
      throw problem;
    }
  }

  return { selected, all, total, counting, question, selectAll, clear, apply, confirm };
}
