import {
  SECRET_MASK,
  type SettingChangeEntry,
  type SettingEntry,
  type SettingGroupView,
} from '@sitedesk/contract/settings';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { http, query as queryText } from '../app/http';
import { i18n } from '../app/i18n';
import { useNotify } from '../app/notify';
import { settingLabel, settingValue } from './setting-words';
import type { ListPage } from './usePagedList';
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
  if (entry?.secret) return secretWords(value);
  return entry && typeof value === 'string' && value !== '' ? settingValue(entry, value) : undefined;
}

/** The latest change of a group's settings; undefined when there is none. */
async function newestChange(group: string): Promise<SettingChangeEntry | undefined> {
  const path = `/settings/history${queryText({ group, limit: '1' })}`;
  return (await http.get<ListPage<SettingChangeEntry>>(path)).items[0];
}

/**
 * A group of the site's settings as a form: what is typed by name, and what the server says of each; saves what changed.
 * @param done what is said once it is saved, with a way to undo it
 * @param path where a feature keeps its group behind a permission of its own
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
  path = `/settings/${group}`,
) {
  const client = useQueryClient();
  const notify = useNotify();
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
    save: async (state, ifMatch) => {
      const values = write(state, form.saved.value);
      const answer = await http.put<SettingGroupView>(path, { values }, { ifMatch });
      if (done) void announce(done(), answer.etag === ifMatch ? undefined : answer.body.version);
      return answer;
    },
    refresh,
    fieldOf: (field) => fieldOf(field.replace(/^values\./, '')), // as the server names them
    labelOf,
    textOf: (name, value) => (textOf ? textOf(name, value) : settingText(entryOf(name), value)),
  });

  function refresh(): Promise<unknown> {
    return Promise.all(
      [key, ['settings-all'], ['settings-history'], ['email'], ['contact-form'], ['cdn'], ['storage']].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
  }

  /**
   * Says that it is saved, and offers to undo it where the server can: a secret that was replaced is gone.
   * @param version what the save made of the group; undefined when it changed nothing
   */
  async function announce(words: string, version: number | undefined): Promise<void> {
    const change = version === undefined ? undefined : await newestChange(group).catch(() => undefined);
    const canUndo = change?.version === version && change?.undoProblem === null;
    notify.done(words, canUndo ? { undo: () => undo(change.id) } : {});
  }

  /** The server refuses it once someone has changed the same settings again. */
  async function undo(id: string): Promise<void> {
    const { t } = i18n.global;
    try {
      await http.post(`/settings/history/${id}/undo`);
      await refresh();
      notify.done(t('setting.undone'));
    } catch (problem) {
      notify.failed(problem, t('setting.undoFailed'));
    }
  }

  return {
    form,
    entries,
    entry: entryOf,
    isLoading: query.isLoading,
    /** What has been read stays when it can't be read again: something may be typed over it. */
    loadError: computed(() => (query.data.value ? null : query.error.value)),
    retry: () => void query.refetch(),
  };
}
