import { SECRET_MASK } from '@sitedesk/contract/settings';
import { computed, type ComputedRef, nextTick, ref, shallowRef, watch } from 'vue';
import type { Answer } from '../app/http';
import { i18n } from '../app/i18n';
import { useNotify } from '../app/notify';
import { type FormOptions, type ServerForm, useServerForm } from './useServerForm';

/** A field that two people have changed, in words. */
export interface FieldConflict {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly isMine: boolean;
  /** Puts one of the two into the form; the other one can still be had. */
  keep(whose: 'mine' | 'theirs'): void;
}

/** A form over something that others change as well; `SaveBar` shows how it stands. */
export interface VersionedForm<State extends object> extends ServerForm<State> {
  /** Fields that someone else has changed in the meantime too; until one is kept and saved, mine stand in the form. */
  readonly conflicts: ComputedRef<readonly FieldConflict[]>;
  /** What the others are called that someone else has changed, which are taken over. */
  readonly takenOver: ComputedRef<readonly string[]>;
  /** Takes over what was read last; what is typed is gone. */
  take(): void;
}

/** How a form's fields are shown where two people have changed them. */
export interface FieldWords<State extends object> {
  readonly labelOf: (field: keyof State & string) => string;
  /** What a value looks like; as it is, when left out or undefined. */
  readonly textOf?: (field: keyof State & string, value: unknown) => string | undefined;
}

/** What a form is filled from, and how it is saved. */
interface VersionedSource<Body, State extends object>
  extends Pick<FormOptions, 'fieldOf'>, FieldWords<State> {
  /** What was read, with its version; undefined while it is loading. */
  readonly answer: () => Answer<Body> | undefined;
  /** Every field with its empty value. */
  readonly empty: State;
  readonly read: (body: Body) => State;
  /** Sends it over a version. @returns the answer, with the new version */
  readonly save: (state: State, ifMatch: string | null) => Promise<Answer<unknown>>;
  /** Reads the answer again, and what depends on it. */
  readonly refresh: () => Promise<unknown>;
  /** What is said once it is saved; nothing when left out. */
  readonly done?: () => string;
}

/** What came of a save that someone else was ahead of. */
interface Merge<State> {
  /** Both values of the fields that both have changed. */
  readonly disputed: ReadonlyMap<keyof State & string, { readonly mine: unknown; readonly theirs: unknown }>;
  readonly takenOver: readonly (keyof State & string)[];
}

/**
 * What others save is taken over, but never over what is being typed: the save then names the version that was seen
 * before, and the server refuses it as changed in the meantime. Their changes are then put beside those made here, and the
 * person says whose to keep where both are of the same field.
 */
export function useVersionedForm<Body, State extends object>({
  answer,
  empty,
  read,
  save,
  refresh,
  done,
  fieldOf,
  labelOf,
  textOf,
}: VersionedSource<Body, State>): VersionedForm<State> {
  const notify = useNotify();
  let version: string | null = null;
  const merged = shallowRef<Merge<State>>();
  /** Until what others saved is merged as well: a save before that would be refused again, and lost. */
  const isBusy = ref(false);
  let underWay: Promise<boolean> = Promise.resolve(true);
  const form = useServerForm(
    empty,
    async (state) => {
      version = (await save(state, version)).etag;
      if (done) notify.done(done());
      await refresh();
    },
    fieldOf ? { fieldOf } : {},
  );

  function take(): void {
    const current = answer();
    if (!current) return;
    version = current.etag;
    merged.value = undefined;
    form.reset(read(current.body));
  }
  watch(
    () => {
      const current = answer();
      return current && JSON.stringify([current.etag, read(current.body)]);
    },
    () => void (form.isDirty.value || merged.value || take()),
    { immediate: true },
  );

  /**
   * Takes over what someone else has saved, except where something else was typed.
   * @returns whether nothing that the form shows was changed by them
   */
  async function merge(): Promise<boolean> {
    const base = form.saved.value;
    await refresh();
    await nextTick(); // the answer may come as a property of the component
    const current = answer();
    if (!current || current.etag === version) return false; // it could not be read: the next save tries again
    const mine = { ...form.state };
    const theirs = read(current.body);
    const fields = Object.keys(theirs) as (keyof State & string)[]; // its own keys
    const typed = fields.filter((field) => differs(mine[field], base[field]));
    const changed = fields.filter((field) => differs(theirs[field], base[field]));
    version = current.etag;
    form.reset(theirs);
    Object.assign(form.state, Object.fromEntries(typed.map((field) => [field, mine[field]])));
    if (changed.length === 0) return true;
    merged.value = {
      disputed: new Map(
        changed
          .filter((field) => typed.includes(field) && differs(mine[field], theirs[field]))
          .map((field) => [field, { mine: mine[field], theirs: theirs[field] }]),
      ),
      takenOver: changed.filter((field) => !typed.includes(field)),
    };
    return false;
  }

  function keep(field: keyof State & string, whose: 'mine' | 'theirs'): void {
    const { disputed, takenOver } = merged.value ?? {};
    const both = disputed?.get(field);
    if (!both || !takenOver) return;
    // What was typed since is mine as well.
    const mine = differs(form.state[field], both.theirs) ? form.state[field] : both.mine;
    merged.value = { disputed: new Map(disputed).set(field, { ...both, mine }), takenOver };
    Object.assign(form.state, { [field]: copyOf(whose === 'mine' ? mine : both.theirs) });
  }

  const wordsOf = (field: keyof State & string, value: unknown): string =>
    textOf?.(field, value) ?? usualWords(value);
  const conflicts = computed(() =>
    [...(merged.value?.disputed ?? [])].map(([field, { mine, theirs }]) => {
      const isMine = differs(form.state[field], theirs);
      return {
        label: labelOf(field),
        mine: wordsOf(field, isMine ? form.state[field] : mine),
        theirs: wordsOf(field, theirs),
        isMine,
        keep: (whose: 'mine' | 'theirs') => keep(field, whose),
      };
    }),
  );

  /** During a save, what was typed since is saved after it, unless that one comes to nothing: then the person decides. */
  async function submit(): Promise<boolean> {
    if (isBusy.value) return (await underWay.catch(() => false)) && (!form.isDirty.value || submit());
    isBusy.value = true;
    underWay = saveOrMerge().finally(() => (isBusy.value = false));
    return underWay;
  }

  async function saveOrMerge(): Promise<boolean> {
    if (merged.value && !form.isDirty.value) {
      take(); // theirs were kept everywhere, and they are saved
      return true;
    }
    const isSaved = await form.submit();
    if (form.hasConflict.value && (await merge())) return saveOrMerge();
    if (!isSaved) return false;
    merged.value = undefined;
    await nextTick();
    // As the server has it, which may have tidied it up; without that answer, as it was sent.
    if (!form.isDirty.value && answer()?.etag === version) take();
    return true;
  }

  return {
    ...form,
    isSaving: isBusy,
    hasConflict: computed(() => merged.value !== undefined || (form.hasConflict.value && !isBusy.value)),
    conflicts,
    takenOver: computed(() => (merged.value?.takenOver ?? []).map(labelOf)),
    take,
    submit,
    discard: () => (answer() ? take() : form.discard()),
  };
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
const copyOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value)); // plain data

/** A secret is never shown, typed or stored. */
export const secretWords = (value: unknown): string =>
  i18n.global.t(
    value === '' ? 'ui.conflictBlank' : value === SECRET_MASK ? 'ui.conflictStored' : 'ui.conflictTyped',
  );

function usualWords(value: unknown): string {
  const { t } = i18n.global;
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no');
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || t('ui.conflictBlank');
}
