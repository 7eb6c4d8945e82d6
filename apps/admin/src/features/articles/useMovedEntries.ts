import { useQueryClient } from '@tanstack/vue-query';
import { useI18n } from 'vue-i18n';
import { useNotify } from '../../app/notify';
import { dayText } from '../../composables/day-text';
import type { CalendarEntry } from './calendar-entries';
import { planRequests, PLANS } from './plans.api';

/** Moves what is scheduled to another day, at the same time of the site's clocks. */
export function useMovedEntries() {
  const { t } = useI18n();
  const notify = useNotify();
  const client = useQueryClient();

  async function put({ plan, key }: CalendarEntry, at: string): Promise<void> {
    if (plan) await planRequests.change(plan, key, { at });
    else await planRequests.changeRelease(key, { at });
    await client.invalidateQueries({ queryKey: [PLANS] });
  }
  async function attempt(work: Promise<void>, { title }: CalendarEntry): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (problem) {
      notify.failed(problem, t('plans.notMoved', { title }));
      return false;
    }
  }

  /** @returns whether it's there */
  return async (entry: CalendarEntry, day: string): Promise<boolean> => {
    if (day === entry.day || !(await attempt(put(entry, `${day}T${entry.time}`), entry))) return false;
    notify.done(t('plans.moved', { title: entry.title, day: dayText(day), time: entry.time }), {
      undo: async () => void (await attempt(put(entry, entry.at), entry)),
    });
    return true;
  };
}
