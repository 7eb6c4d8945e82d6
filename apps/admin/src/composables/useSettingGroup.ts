import { SECRET_MASK, type SettingEntry, type SettingGroup, type SettingGroupView } from '@sitedesk/contract';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type ComputedRef, type Ref, watch } from 'vue';
import { http } from '../app/http';
import { Problem } from '../app/problem';
import { type ServerForm, useServerForm } from './useServerForm';

/** A group of settings as a form: what is typed by name, and what the server says of each. */
export interface SettingGroupForm<State extends object> {
  readonly form: ServerForm<State>;
  /** Sends what changed. @returns whether it is saved */
  readonly save: () => Promise<boolean>;
  readonly unset: (name: string) => Promise<void>;
  readonly entry: (name: string) => SettingEntry | undefined;
  readonly entries: ComputedRef<readonly SettingEntry[]>;
  readonly isLoading: Ref<boolean>;
  readonly loadError: Ref<unknown>;
  readonly retry: () => void;
  /** Takes over what the server has now, and forgets what was typed. */
  readonly reload: () => Promise<void>;
  /** Saves over what somebody else has saved meanwhile. */
  readonly overwrite: () => Promise<boolean>;
}

/** How a form's state is made of a group, and what a save sends of it. */
export interface SettingGroupShape<State extends object> {
  readonly empty: State;
  readonly read: (view: SettingGroupView) => State;
  /** Values by name; null for "not set any more". Only what changed is sent. */
  readonly write: (state: State, saved: State) => Readonly<Record<string, string | null>>;
  /** Name of the state's member that a refused field belongs to; itself when left out. */
  readonly fieldOf?: (field: string) => string;
}

/** One field for each setting that is wanted: the shape of most groups. */
export function namedFields(
  isWanted: (entry: SettingEntry) => boolean,
): SettingGroupShape<Record<string, string>> {
  return {
    empty: {},
    read: ({ entries }) =>
      Object.fromEntries(entries.filter(isWanted).map((entry) => [entry.name, typedValue(entry)])),
    write: (state, saved) => changedValues(state, saved),
  };
}

/** What stands in an entry's field: its value, or the mask of a secret that is set. */
export function typedValue(entry: SettingEntry): string {
  if (entry.secret) return entry.secret.isSet ? SECRET_MASK : '';
  return entry.value ?? '';
}

/** An emptied field is "not set any more". */
export const changedValues = (
  state: Readonly<Record<string, string>>,
  saved: Readonly<Record<string, string>>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) =>
      value === saved[name] ? [] : [[name, value.trim() === '' ? null : value]],
    ),
  );

/**
 * Reads a group of the site's settings and saves what changed of it.
 * @param enabled whether the person may read it at all
 */
export function useSettingGroup<State extends object>(
  group: SettingGroup,
  shape: SettingGroupShape<State>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): SettingGroupForm<State> {
  const client = useQueryClient();
  const key = ['settings', group] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => http.get<SettingGroupView>(`/settings/${group}`, { signal }),
    enabled,
  });
  /** What the person who types has seen. */
  let seen: SettingGroupView | undefined;
  let saved = shape.empty;
  let answered: SettingGroupView | undefined;

  const form = useServerForm<State>(shape.empty, async (state) => {
    const values = shape.write(state, saved);
    const ifMatch = `"v${seen?.version ?? 0}"`;
    const { body } = await http
      .put<SettingGroupView>(`/settings/${group}`, { values }, { ifMatch })
      .catch((problem: unknown) => Promise.reject(atOwnFields(problem, shape.fieldOf)));
    answered = body;
    client.setQueryData(key, body);
    await Promise.all(
      ['settings-all', 'settings-history', 'email', 'contact-form'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    );
  });

  function take(view: SettingGroupView): void {
    seen = view;
    saved = shape.read(view);
    form.reset(saved);
  }

  // News of others does not overwrite what is being typed: the save will say that there is a newer version.
  watch(
    () => query.data.value,
    (view) => void (view && !form.isDirty.value && take(view)),
    { immediate: true },
  );

  async function save(): Promise<boolean> {
    const done = await form.submit();
    if (done && answered) take(answered);
    return done;
  }

  /** Takes one setting back to "not set", and nothing else of what is typed. */
  async function unset(name: string): Promise<void> {
    const ifMatch = `"v${seen?.version ?? 0}"`;
    const view = await http.delete<SettingGroupView>(`/settings/${group}/${name}`, undefined, { ifMatch });
    const typed = Object.entries({ ...form.state }).filter(
      ([member, value]) => member !== name && value !== Reflect.get(saved, member),
    );
    take(view);
    Object.assign(form.state, Object.fromEntries(typed));
    client.setQueryData(key, view);
    await client.invalidateQueries({ queryKey: ['settings-history'] });
  }

  const latest = async (): Promise<SettingGroupView> => {
    const view = await http.get<SettingGroupView>(`/settings/${group}`);
    client.setQueryData(key, view);
    return view;
  };

  const entries = computed(() => query.data.value?.entries ?? []);
  return {
    form,
    save,
    unset,
    entries,
    entry: (name) => entries.value.find((one) => one.name === name),
    isLoading: query.isLoading,
    loadError: query.error,
    retry: () => void query.refetch(),
    reload: async () => take(await latest()),
    overwrite: async () => {
      seen = await latest();
      saved = shape.read(seen);
      return save();
    },
  };
}

/** The server names fields `values.AdminEmail`; a form calls them as it likes. */
function atOwnFields(problem: unknown, fieldOf: (field: string) => string = (field) => field): unknown {
  if (!(problem instanceof Problem) || problem.fields.length === 0) return problem;
  const errors = problem.fields.map(({ field, message }) => ({
    field: fieldOf(field.replace(/^values\./, '')),
    message,
  }));
  return new Problem(problem.status, { ...problem.members, errors }, problem.requestId);
}
