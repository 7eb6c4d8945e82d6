import { SECRET_MASK, type SettingEntry, type SettingGroupView } from '@sitedesk/contract/settings';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { http, send } from '../app/http';
import { i18n } from '../app/i18n';
import { settingLabel } from './setting-words';
import { type FieldWords, secretWords, useVersionedForm, type VersionedForm } from './useVersionedForm';

/** How a form's state is made of a group, and what a save sends of it. */
export interface SettingGroupShape<State extends object> extends Partial<FieldWords<State>> {
  readonly empty: State;
  readonly read: (view: SettingGroupView) => State;
  /** Values by name; null for "no longer set". Only what changed is sent. */
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
function typedValue(entry: SettingEntry): string {
  if (entry.secret) return entry.secret.isSet ? SECRET_MASK : '';
  return entry.value ?? '';
}

/** An emptied field is "no longer set". */
const changedValues = (
  state: Readonly<Record<string, string>>,
  saved: Readonly<Record<string, string>>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) =>
      value === saved[name] ? [] : [[name, value.trim() === '' ? null : value]],
    ),
  );

/** A value in words, where two people have changed it; undefined for as it is. */
function settingText(entry: SettingEntry | undefined, value: unknown): string | undefined {
  const { t, te } = i18n.global;
  if (entry?.secret) return secretWords(value);
  if (entry?.kind === 'flag' && value !== '') return t(value === 'true' ? 'ui.yes' : 'ui.no');
  const key = `setting.choices.${String(value)}`;
  return entry?.kind === 'choice' && te(key) ? t(key) : undefined;
}

/**
 * A group of the site's settings as a form: what is typed by name, and what the server says of each; saves what changed.
 * @param done what is said once it is saved
 */
export function useSettingGroup<State extends object>(
  group: string,
  {
    empty,
    read,
    write,
    fieldOf = (field) => field,
    labelOf = (name) => settingLabel({ group, name }),
    textOf,
  }: SettingGroupShape<State>,
  done?: () => string,
) {
  const client = useQueryClient();
  const path = `/settings/${group}`;
  const key = ['settings', group] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => http.read<SettingGroupView>(path, { signal }),
  });
  const entries = computed(() => query.data.value?.body.entries ?? []);
  const entryOf = (name: string): SettingEntry | undefined => entries.value.find((one) => one.name === name);
  const form: VersionedForm<State> = useVersionedForm({
    answer: () => query.data.value,
    empty,
    read,
    save: (state, ifMatch) => http.put(path, { values: write(state, form.saved.value) }, { ifMatch }),
    refresh: () =>
      Promise.all(
        [key, ['settings-all'], ['settings-history'], ['email'], ['contact-form']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    fieldOf: (field) => fieldOf(field.replace(/^values\./, '')), // as the server names them
    labelOf,
    textOf: (name, value) => (textOf ? textOf(name, value) : settingText(entryOf(name), value)),
    ...(done ? { done } : {}),
  });

  /** Takes one setting back to "not set", and nothing else of what is typed. */
  async function unset(name: string): Promise<void> {
    const ifMatch = query.data.value?.etag ?? null;
    const answer = await send<SettingGroupView>('DELETE', `${path}/${name}`, undefined, { ifMatch });
    const typed = Object.entries({ ...form.state }).filter(
      ([member, value]) => member !== name && value !== Reflect.get(form.saved.value, member),
    );
    client.setQueryData(key, answer);
    form.take();
    Object.assign(form.state, Object.fromEntries(typed));
    await client.invalidateQueries({ queryKey: ['settings-history'] });
  }

  return {
    form,
    unset,
    entries,
    entry: entryOf,
    isLoading: query.isLoading,
    loadError: query.error,
    retry: () => void query.refetch(),
  };
}
