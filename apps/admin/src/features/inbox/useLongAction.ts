import type { BulkContactsAnswer, ContactAction } from '@sitedesk/contract/inbox';
import { computed, getCurrentScope, onScopeDispose, ref } from 'vue';
import { Problem } from '../../app/problem';

/** The messages an action is for, as counted when it was confirmed. */
export interface MatchingMessages {
  readonly total: number;
  /** Whether there are more, which nobody counted. */
  readonly more: boolean;
}

/** An action under way. */
export interface ActionProgress extends MatchingMessages {
  readonly action: ContactAction;
  readonly done: number;
  /** Why it waits for a word: the last request failed. */
  readonly problem: unknown;
}

/** What an action has done in the end, or until it was stopped. */
export interface ActionOutcome extends Pick<BulkContactsAnswer, 'action' | 'changed' | 'undo'> {
  /** Whether messages are left that it was meant for. */
  readonly stopped: boolean;
}

export type SendPart = (cursor: string | undefined) => Promise<BulkContactsAnswer>;

/** Milliseconds until a request that found the server busy or away is sent again automatically. */
const RETRIES_MS = [500, 2_000];

/**
 * An action for very many messages, request after request: it says how far it is, can be stopped, and goes on after a request
 * that failed. Anyone who leaves the page stops it; what is done, is done, and can be taken back.
 */
export function useLongAction(wait: (ms: number) => Promise<void> = sleep) {
  /** Undefined when nothing is under way. */
  const current = ref<ActionProgress>();
  let stopped = false;
  let answerQuestion: (() => void) | undefined;

  /** After a request that failed. */
  function resume(): void {
    answerQuestion?.();
    answerQuestion = undefined;
  }
  function stop(): void {
    stopped = true;
    resume();
  }
  if (getCurrentScope()) onScopeDispose(stop);

  /** Undefined when it failed for good. The same request may be sent twice: what it has changed is not met again. */
  async function part(
    send: SendPart,
    cursor: string,
    progress: ActionProgress,
  ): Promise<BulkContactsAnswer | undefined> {
    for (const pause of [...RETRIES_MS, undefined]) {
      try {
        return await send(cursor);
      } catch (problem) {
        if (pause !== undefined && isPassing(problem) && !stopped) {
          await wait(pause);
          continue;
        }
        current.value = { ...progress, problem };
        await new Promise<void>((resolve) => (stopped ? resolve() : (answerQuestion = resolve)));
        return undefined;
      }
    }
    return undefined;
  }

  /** Sends the others. */
  async function goOn(
    first: BulkContactsAnswer,
    send: SendPart,
    matching: MatchingMessages,
  ): Promise<ActionOutcome> {
    const { action } = first;
    let { matched, changed, undo, nextCursor } = first;
    stopped = false;
    while (nextCursor !== null && !stopped) {
      const progress = { ...matching, action, done: matched, problem: undefined };
      current.value = progress;
      const answer = await part(send, nextCursor, progress);
      if (answer === undefined) continue;
      matched += answer.matched;
      changed += answer.changed;
      undo ??= answer.undo;
      nextCursor = answer.nextCursor;
    }
    current.value = undefined;
    return { action, changed, undo, stopped: nextCursor !== null };
  }

  /** Sends the first request. @throws Problem when that is refused: nothing has happened then */
  const begin = (send: SendPart): Promise<BulkContactsAnswer> => send(undefined);
  return { progress: computed(() => current.value), begin, goOn, stop, retry: resume };
}

const isPassing = (problem: unknown): boolean =>
  problem instanceof Problem && (problem.isOffline || problem.status >= 500 || problem.status === 429);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
