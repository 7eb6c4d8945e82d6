import type { BulkUserAction, BulkUserPreview, BulkUserResult } from '@sitedesk/contract/users';
import type { BulkUsersDto } from '@sitedesk/contract/users.dto';
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue';
import { errorText } from '../../app/notify';
import { usePeopleChanged } from '../../composables/people';
import { type NamedUser, needsRole, userRequests } from './users.api';

/** An action on users: what it would do, whatever it still needs, and what became of it. */
interface UserAction {
  readonly role: Ref<string | undefined>;
  readonly inheritor: Ref<string | undefined>;
  readonly preview: Ref<BulkUserPreview | undefined>;
  /** Those whom the server refused although the preview did not, with its reasons. */
  readonly refused: Ref<readonly BulkUserResult[]>;
  readonly error: Ref<string>;
  readonly isBusy: Ref<boolean>;
  readonly isRunning: Ref<boolean>;
  readonly needsInheritor: ComputedRef<boolean>;
  readonly isReady: ComputedRef<boolean>;
  begin(): void;
  /** @returns whether it is done to everyone that it could be done to */
  run(): Promise<boolean>;
}

/** One user or many: the same preview, the same rules, the same words. */
export function useUserAction(action: () => BulkUserAction, users: () => readonly NamedUser[]): UserAction {
  const changed = usePeopleChanged();
  const role = ref<string>();
  const inheritor = ref<string>();
  const preview = shallowRef<BulkUserPreview>();
  const refused = shallowRef<readonly BulkUserResult[]>([]);
  const error = ref('');
  const isBusy = ref(false);
  const isRunning = ref(false);
  const needsInheritor = computed(() => (preview.value?.content.length ?? 0) > 0);
  const isReady = computed(
    () => (preview.value?.done ?? 0) > 0 && (!needsInheritor.value || inheritor.value !== undefined),
  );

  const request = (): BulkUsersDto => ({
    action: action(),
    ids: users().map(({ id }) => id),
    ...(role.value === undefined ? {} : { role: role.value }),
    ...(inheritor.value === undefined ? {} : { inheritor: inheritor.value }),
  });

  async function look(): Promise<void> {
    preview.value = undefined;
    error.value = '';
    if (users().length === 0 || (needsRole(action()) && role.value === undefined)) return;
    isBusy.value = true;
    try {
      preview.value = await userRequests.preview(request());
    } catch (problem) {
      error.value = errorText(problem);
    } finally {
      isBusy.value = false;
    }
  }

  function begin(): void {
    role.value = undefined;
    inheritor.value = undefined;
    refused.value = [];
    void look();
  }
  watch(role, (chosen) => void (chosen !== undefined && look()));

  async function run(): Promise<boolean> {
    isRunning.value = true;
    error.value = '';
    try {
      const { results } = await userRequests.bulk(request());
      const known = new Set(preview.value?.refused.map(({ id }) => id));
      refused.value = results.filter(({ id, status }) => status === 'refused' && !known.has(id));
      await changed();
      return refused.value.length === 0;
    } catch (problem) {
      error.value = errorText(problem);
      return false;
    } finally {
      isRunning.value = false;
    }
  }

  return {
    role,
    inheritor,
    preview,
    refused,
    error,
    isBusy,
    isRunning,
    needsInheritor,
    isReady,
    begin,
    run,
  };
}
