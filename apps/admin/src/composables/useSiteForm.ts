import type { SiteView } from '@sitedesk/contract/site';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Answer, http } from '../app/http';
import { i18n } from '../app/i18n';
import { useNotify } from '../app/notify';
import { useSession } from '../app/session';
import './setting-messages';
import { useVersionedForm } from './useVersionedForm';

export type SiteForm = ReturnType<typeof useSiteForm>;

/**
 * The site's own form: `hostnames` as typed, with commas between several.
 * @param done what is said once it is saved, with a way to undo it
 */
export function useSiteForm(done?: () => string) {
  const client = useQueryClient();
  const session = useSession();
  const notify = useNotify();
  const query = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => http.read<SiteView>('/site', { signal }),
  });
  const site = computed(() => query.data.value?.body);
  const form = useVersionedForm({
    answer: () => query.data.value,
    empty: { name: '', hostnames: '' },
    read: ({ name, hostnames }: SiteView) => ({ name, hostnames: hostnames.join(', ') }),
    save: async ({ name, hostnames }) => {
      const before = site.value;
      const answer = await write({ name, hostnames: hostsIn(hostnames) });
      if (done && before) notify.done(done(), { undo: () => restore(before, answer.body) });
      return answer;
    },
    labelOf: (field) => i18n.global.t(field === 'name' ? 'site.name' : 'site.domain'),
    refresh,
  });

  const write = ({ name, hostnames }: Pick<SiteView, 'name' | 'hostnames'>): Promise<Answer<SiteView>> =>
    http.patch<SiteView>('/site', { name, ...(site.value?.hostnamesLocked ? {} : { hostnames }) });

  function refresh(): Promise<unknown> {
    return Promise.all([
      client.invalidateQueries({ queryKey: ['site'] }),
      client.invalidateQueries({ queryKey: ['contact-form'] }),
      session.load(),
    ]);
  }

  /** Puts back what was there, unless someone has changed it again. */
  async function restore(before: SiteView, saved: SiteView): Promise<void> {
    const { t } = i18n.global;
    try {
      const now = await http.get<SiteView>('/site');
      if (String([now.name, now.hostnames]) !== String([saved.name, saved.hostnames])) {
        notify.refused(t('setting.undoFailed'), t('setting.undoChangedSince'));
        return;
      }
      await write(before);
      await refresh();
      notify.done(t('setting.undone'));
    } catch (problem) {
      notify.failed(problem, t('setting.undoFailed'));
    }
  }

  /** As of a group of settings. */
  const loadError = computed(() => (query.data.value ? null : query.error.value));

  return { form, site, loadError, retry: () => void query.refetch() };
}

/** The hostnames in what was typed or pasted, which is often a whole address: `https://www.example.com/contact`. */
export const hostsIn = (typed: string): readonly string[] =>
  typed
    .split(/[\s,]+/)
    .map((each) => each.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, ''))
    .filter((host) => host !== '');
