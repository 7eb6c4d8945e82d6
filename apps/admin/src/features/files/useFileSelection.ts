import { computed, shallowRef } from 'vue';
import type { Entry } from './file-entries';

/** Which entries of a list are selected, as people do it with a mouse or with keys. */
export function useFileSelection(entries: () => readonly Entry[]) {
  const chosen = shallowRef<ReadonlyMap<string, Entry>>(new Map());
  /** Where a range begins. */
  let anchor = '';

  const choose = (wanted: readonly Entry[]): void =>
    void (chosen.value = new Map(wanted.map((entry) => [entry.id, entry])));

  function toggle(entry: Entry): void {
    anchor = entry.id;
    const others = [...chosen.value.values()].filter(({ id }) => id !== entry.id);
    choose(others.length < chosen.value.size ? others : [...others, entry]);
  }

  /** From where the last one was selected to here, in place of what was selected. */
  function extendTo(entry: Entry): void {
    const all = entries();
    const from = all.findIndex(({ id }) => id === anchor);
    const to = all.findIndex(({ id }) => id === entry.id);
    if (from < 0) return toggle(entry);
    choose(all.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  /** Where the next range begins, unless one has begun. */
  function anchorAt(entry: Entry): void {
    if (chosen.value.size === 0) anchor = entry.id;
  }

  function clear(): void {
    if (chosen.value.size > 0) chosen.value = new Map();
    anchor = '';
  }

  return {
    chosen: computed(() => [...chosen.value.values()]),
    count: computed(() => chosen.value.size),
    has: (id: string): boolean => chosen.value.has(id),
    choose,
    toggle,
    extendTo,
    anchorAt,
    clear,
  };
}
export type FileSelection = ReturnType<typeof useFileSelection>;
