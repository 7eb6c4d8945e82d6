import type { BulkContactsAnswer, ContactAction } from '@sitedesk/contract';
import { useQueryClient } from '@tanstack/vue-query';
import { useI18n } from 'vue-i18n';
import { useNotify } from '../../app/notify';
import { rowsAfter } from './act-on-rows';
import { inboxApi } from './inbox.api';
import type { InboxList } from './useInboxList';

/** What people do to messages: shown at once, said in a word, taken back with one. */
export function useInboxActs(list: InboxList): {
  /** Shown before the server has answered; put back if it refuses. */
  onSome(action: ContactAction, ids: readonly string[]): Promise<void>;
  /** @throws Problem, for the dialog that asked */
  onAll(action: ContactAction, expected: number): Promise<void>;
  /** Without a word: the message was opened. */
  read(id: string): Promise<void>;
} {
  const notify = useNotify();
  const queries = useQueryClient();
  const { t } = useI18n();

  async function undo({ undo: back }: BulkContactsAnswer): Promise<void> {
    if (!back) return;
    try {
      await inboxApi.act(back.action, { act: back.act });
      await list.renew();
    } catch (problem) {
      notify.failed(problem);
    }
  }

  function tell(answer: BulkContactsAnswer): void {
    const { action, changed } = answer;
    if (changed === 0) return notify.done(t('inbox.unchanged'));
    const words = t(`inbox.done.${action}`, { count: changed }, changed);
    notify.done(words, answer.undo ? { undo: () => undo(answer) } : {});
  }

  async function settle(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['contacts', 'details'] });
  }

  async function onSome(action: ContactAction, ids: readonly string[]): Promise<void> {
    const before = list.rows.value;
    list.patch((rows) => rowsAfter(rows, { ids, action, view: list.view.value }));
    try {
      tell(await inboxApi.act(action, { ids }));
      await settle();
      if (list.rows.value.length === 0) await list.renew();
    } catch (problem) {
      notify.failed(problem);
      if (before !== list.rows.value) await list.renew();
    }
  }

  async function onAll(action: ContactAction, expected: number): Promise<void> {
    const answer = await inboxApi.act(action, { filter: list.words.value, expected });
    tell(answer);
    await settle();
    await list.renew();
  }

  async function read(id: string): Promise<void> {
    if (!list.rows.value.some((row) => row.id === id && row.unread)) return;
    list.patch((rows) => rowsAfter(rows, { ids: [id], action: 'mark-read', view: 'all' }));
    await inboxApi.act('mark-read', { ids: [id] }).catch(() => undefined); // it only stays unread
  }

  return { onSome, onAll, read };
}
