import { shallowReactive } from 'vue';

/** Forms with changes that are not saved; asked by every way out of the page. */
const dirty = shallowReactive(new Set<symbol>());

export const hasUnsavedChanges = (): boolean => dirty.size > 0;

export function markDirty(form: symbol, isDirty: boolean): void {
  if (isDirty) dirty.add(form);
  else dirty.delete(form);
}

/** For the person who has chosen to leave them. */
export const forgetChanges = (): void => dirty.clear();
