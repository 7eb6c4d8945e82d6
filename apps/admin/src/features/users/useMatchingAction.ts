import type { BulkUserAction, MatchingUsersBatch, MatchingUsersPreview } from '@sitedesk/contract/users';
import { computed, ref, shallowRef } from 'vue';
import { errorText } from '../../app/notify';
import { type MatchingUsers, needsRole, userRequests } from './users.api';

/** An action on everyone who agrees with a filter, batch after batch. */
export function useMatchingAction(action: () => BulkUserAction, matching: () => MatchingUsers | undefined) {
  const role = ref<string>();
  const inheritor = ref<string>();
  const preview = shallowRef<MatchingUsersPreview>();
  const done = ref(0);
  const refused = ref(0);
  const refusals = shallowRef<MatchingUsersBatch['refusals']>([]);
  const error = ref('');
  const isRunning = ref(false);
  const isFinished = ref(false);
  let cursor: string | null = null;
  let isStopping = false;

  const request = () => ({
    action: action(),
    filter: matching()?.filter ?? {},
    ...(needsRole(action()) && role.value !== undefined ? { role: role.value } : {}),
    ...(inheritor.value === undefined ? {} : { inheritor: inheritor.value }),
  });

  async function begin(): Promise<void> {
    [role.value, inheritor.value, preview.value] = [undefined, undefined, undefined];
    [done.value, refused.value, refusals.value, cursor] = [0, 0, [], null];
    [error.value, isFinished.value] = ['', false];
    try {
      // Who is affected does not depend on the action; one that needs nothing else can always be asked about.
      preview.value = await userRequests.previewMatching({ ...request(), action: 'end-sessions' });
    } catch (problem) {
      error.value = errorText(problem);
    }
  }

  /** From where it stopped, or failed. */
  async function run(): Promise<void> {
    const { until } = preview.value ?? {};
    if (until === undefined || isRunning.value) return;
    [isRunning.value, isStopping, error.value] = [true, false, ''];
    try {
      do {
        const batch: MatchingUsersBatch = await userRequests.matching({ ...request(), until, cursor });
        done.value += batch.done;
        refused.value += batch.refused;
        refusals.value = [...refusals.value, ...batch.refusals].slice(0, 50);
        cursor = batch.nextCursor;
      } while (cursor !== null && !isStopping);
      isFinished.value = cursor === null;
    } catch (problem) {
      error.value = errorText(problem);
    } finally {
      isRunning.value = false;
    }
  }

  return {
    role,
    inheritor,
    preview,
    done,
    refused,
    refusals,
    error,
    isRunning,
    isFinished,
    /** Whether some are treated, and others are still to come. */
    isHalfway: computed(() => !isFinished.value && done.value + refused.value > 0),
    begin,
    run,
    /** After the batch that is under way. */
    stop: () => void (isStopping = true),
  };
}
