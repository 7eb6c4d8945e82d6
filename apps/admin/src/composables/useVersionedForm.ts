import { nextTick, watch } from 'vue';
import type { Answer } from '../app/http';
import { useNotify } from '../app/notify';
import { type FormOptions, type ServerForm, useServerForm } from './useServerForm';

/** A form over something that others change as well; `SaveBar` shows how it stands. */
export interface VersionedForm<State extends object> extends ServerForm<State> {
  /** Takes over what was read last; what is typed is gone. */
  take(): void;
  /** Takes over what the server has now. */
  reload(): Promise<void>;
  /** Saves over what someone else has saved in the meantime. @returns whether it is saved */
  overwrite(): Promise<boolean>;
}

/** What a form is filled from, and how it is saved. */
interface VersionedSource<Body, State extends object> extends Pick<FormOptions, 'fieldOf'> {
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

/**
 * What others save is taken over, but never over what is being typed: the save then names the version that was seen
 * before, and the server refuses it as changed in the meantime.
 */
export function useVersionedForm<Body, State extends object>({
  answer,
  empty,
  read,
  save,
  refresh,
  done,
  fieldOf,
}: VersionedSource<Body, State>): VersionedForm<State> {
  const notify = useNotify();
  let version: string | null = null;
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
    form.reset(read(current.body));
  }
  watch(
    () => {
      const current = answer();
      return current && JSON.stringify([current.etag, read(current.body)]);
    },
    () => void (form.isDirty.value || take()),
    { immediate: true },
  );

  async function readAgain(): Promise<void> {
    await refresh();
    await nextTick(); // the answer may come as a property of the component
  }

  async function submit(): Promise<boolean> {
    const isSaved = await form.submit();
    await nextTick();
    // As the server has it, which may have tidied it up; without that answer, as it was sent.
    if (isSaved && !form.isDirty.value && answer()?.etag === version) take();
    return isSaved;
  }

  return {
    ...form,
    take,
    submit,
    discard: () => (answer() ? take() : form.discard()),
    reload: async () => {
      await readAgain();
      take();
    },
    overwrite: async () => {
      await readAgain();
      version = answer()?.etag ?? null;
      return submit();
    },
  };
}
