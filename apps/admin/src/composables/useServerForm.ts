import {
  computed,
  onBeforeUnmount,
  reactive,
  ref,
  shallowRef,
  toRaw,
  watch,
  type ComputedRef,
  type Ref,
} from 'vue';
import { markDirty } from '../app/dirty';
import { errorText } from '../app/notify';
import { Problem } from '../app/problem';
import { PROBLEM_CODES } from '@sitedesk/contract/problems';

/** A form over something of the server: what is typed, what was saved, what is wrong. */
export interface ServerForm<State extends object> {
  readonly state: State;
  readonly saved: Readonly<Ref<State>>;
  /** Whether a value differs from what is saved; typing and taking it back is not a change. */
  readonly isDirty: ComputedRef<boolean>;
  readonly isSaving: Ref<boolean>;
  /** By the name of the field. */
  readonly errors: Ref<Readonly<Record<string, string>>>;
  /** What is wrong with the whole. */
  readonly error: Ref<string>;
  /** Someone else saved in the meantime (412). */
  readonly hasConflict: Readonly<Ref<boolean>>;
  /** Takes over what the server has; the form is clean then. */
  reset(saved: State): void;
  discard(): void;
  /** @returns whether it is saved */
  submit(): Promise<boolean>;
}

/** How a form differs from the usual one. */
export interface FormOptions {
  /** Whether leaving the page with changes asks first; not for sign-in forms. */
  readonly guard?: boolean;
  /** Name of the state's member that a refused field belongs to; itself when left out. */
  readonly fieldOf?: (field: string) => string;
}

/**
 * @param initial every field with its empty value
 * @param save sends it; what it throws is shown at the field it belongs to
 */
export function useServerForm<State extends object>(
  initial: State,
  save: (state: State) => Promise<unknown>,
  { guard = true, fieldOf = (field) => field }: FormOptions = {},
): ServerForm<State> {
  const state = reactive(copy(initial)) as State; // values are plain data, so there is nothing to unwrap
  const saved: Ref<State> = shallowRef<State>(copy(initial));
  const isSaving = ref(false);
  const errors = ref<Readonly<Record<string, string>>>({});
  const error = ref('');
  const hasConflict = ref(false);
  const isDirty = computed(() => JSON.stringify(state) !== JSON.stringify(saved.value));
  const key = Symbol('form');
  if (guard) watch(isDirty, (dirty) => markDirty(key, dirty));
  onBeforeUnmount(() => markDirty(key, false));

  const clear = (): void => {
    errors.value = {};
    error.value = '';
    hasConflict.value = false;
  };
  const reset = (next: State): void => {
    saved.value = { ...saved.value, ...copy(next) }; // in the order of the first, which the comparison is about
    Object.assign(state, copy(next));
    clear();
  };

  async function submit(): Promise<boolean> {
    if (isSaving.value) return false; // one at a time, so that we never collide with ourselves
    isSaving.value = true;
    clear();
    const sent = copy(state);
    try {
      await save(sent);
      saved.value = sent;
      return true;
    } catch (problem) {
      showProblem(problem);
      return false;
    } finally {
      isSaving.value = false;
    }
  }

  function showProblem(problem: unknown): void {
    const fields = (problem instanceof Problem ? problem.fields : []).map(({ field, message }) => ({
      field: fieldOf(field),
      message,
    }));
    errors.value = Object.fromEntries(fields.map(({ field, message }) => [field, message]));
    hasConflict.value = problem instanceof Problem && problem.code === PROBLEM_CODES.conflict;
    const unknown = fields.filter(({ field }) => !(field in state));
    if (fields.length === 0 || unknown.length > 0)
      error.value = unknown.map(({ message }) => message).join(' ') || errorText(problem);
  }

  return {
    state,
    saved,
    isDirty,
    isSaving,
    errors,
    error,
    hasConflict,
    reset,
    discard: () => reset(saved.value),
    submit,
  };
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(toRaw(value))) as T; // plain data in, plain data out
