import type { ContactAction } from '@sitedesk/contract/inbox';
import { useQueryClient } from '@tanstack/vue-query';
import { computed, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useNotify } from '../../app/notify';
import { rowsAfter } from './apply-to-rows';
import type { InboxList } from './useInboxList';
import { type ActionOutcome, type SendPart, type MatchingMessages, useLongAction } from './useLongAction';

/** What was done to how many messages, and how to take it back. */
export interface Undoable {
  readonly undo: NonNullable<ActionOutcome['undo']>;
  readonly changed: number;
}

/** What people do to messages: shown at once, with a toast that offers to undo them. */
export function useInboxActions(list: InboxList) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { t, n } = useI18n();

  const long = useLongAction();

  /** What Ctrl+Z takes back; nothing after it was taken back, however that was asked for. */
  const last = shallowRef<Undoable>();

  /** @throws nothing: it says what became of it, and how many messages it left as someone has made them since */
  async function takeBack({ undo: back, changed }: Undoable): Promise<void> {
    if (back.actionId === last.value?.undo.actionId) last.value = undefined;
    const send: SendPart = (cursor) => list.apply(back.action, { actionId: back.actionId, cursor });
    try {
      const first = await long.begin(send);
      const outcome = await long.goOn(first, send, { total: changed, more: false });
      const left = changed - outcome.changed;
      if (outcome.stopped) notify.done(t('inbox.undoStopped'));
      else if (left > 0)
        notify.done(t('inbox.undoneSome', { count: n(outcome.changed), left: n(left) }, left));
      await list.renew();
    } catch (problem) {
      notify.failed(problem);
    }
  }

  function notifyOutcome(outcome: ActionOutcome): void {
    const { action, changed, stopped, undo } = outcome;
    const undoable = undo ? { undo, changed } : undefined;
    if (undoable) last.value = undoable;
    if (changed === 0) return notify.done(t('inbox.unchanged'));
    const words = t(`inbox.done.${action}`, { count: n(changed) }, changed);
    notify.done(
      stopped ? t('inbox.stopped', { what: words }) : words,
      undoable ? { undo: () => takeBack(undoable) } : {},
    );
  }

  async function settle(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['contacts', 'details'] });
  }

  /** Shown before the server has answered; put back if it refuses. */
  async function onSome(action: ContactAction, ids: readonly string[]): Promise<void> {
    const before = list.rows.value;
    list.patch((rows) => rowsAfter(rows, { ids, action, view: list.view.value }));
    try {
      notifyOutcome({ ...(await list.apply(action, { ids })), stopped: false });
      await settle();
      if (list.rows.value.length === 0) await list.renew();
    } catch (problem) {
      notify.failed(problem);
      if (before !== list.rows.value) await list.renew();
    }
  }

  /** Resolves when it has begun; what is left of it goes on automatically. @throws Problem, for the dialog that asked */
  async function onAll(action: ContactAction, { total, more }: MatchingMessages): Promise<void> {
    const filter = list.words.value;
    const matching = { filter, expected: total, ...(more ? { atLeast: true } : {}) };
    const send: SendPart = (cursor) => list.apply(action, { ...matching, cursor });
    const first = await long.begin(send);
    void finish(first, send, { total, more }); // it shows its own failures
  }

  async function finish(...[first, send, matching]: Parameters<typeof long.goOn>): Promise<void> {
    if (first.nextCursor !== null) await list.renew();
    notifyOutcome(await long.goOn(first, send, matching));
    await settle();
    await list.renew();
  }

  /** Without a word: the message was opened. */
  async function read(id: string): Promise<void> {
    if (!list.rows.value.some((row) => row.id === id && row.unread)) return;
    list.patch((rows) => rowsAfter(rows, { ids: [id], action: 'mark-read', view: 'all' }));
    await list.apply('mark-read', { ids: [id] }).catch(() => undefined); // it only stays unread
  }

  const { progress, stop, retry } = long;
  const undoLast = (): void => void (last.value && takeBack(last.value)); // it shows its own failures
  const canUndo = computed(() => last.value !== undefined && progress.value === undefined);
  return { onSome, onAll, read, takeBack, undoLast, canUndo, long: { progress, stop, retry } };
}
