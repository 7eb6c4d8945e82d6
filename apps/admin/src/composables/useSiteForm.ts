import type { SiteView } from '@sitedesk/contract/site';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { http } from '../app/http';
import { i18n } from '../app/i18n';
import { useSession } from '../app/session';
import { useVersionedForm } from './useVersionedForm';

export type SiteForm = ReturnType<typeof useSiteForm>;

/** The site's own form: `hostnames` as typed, with commas between several. */
export function useSiteForm() {
  const client = useQueryClient();
  const session = useSession();
  const query = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => http.read<SiteView>('/site', { signal }),
  });
  const site = computed(() => query.data.value?.body);
  const form = useVersionedForm({
    answer: () => query.data.value,
    empty: { name: '', hostnames: '' },
    read: ({ name, hostnames }: SiteView) => ({ name, hostnames: hostnames.join(', ') }),
    save: ({ name, hostnames }) => {
      const hosts = hostsIn(hostnames);
      return http.patch('/site', { name, ...(site.value?.hostnamesLocked ? {} : { hostnames: hosts }) });
    },
    labelOf: (field) => i18n.global.t(field === 'name' ? 'site.name' : 'site.domain'),
    refresh: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['site'] }),
        client.invalidateQueries({ queryKey: ['contact-form'] }),
        session.load(),
      ]),
  });
  return { form, site, loadError: query.error, retry: () => void query.refetch() };
}

/** The hostnames in what was typed or pasted, which is often a whole address: `https://www.example.com/contact`. */
export const hostsIn = (typed: string): readonly string[] =>
  typed
    .split(/[\s,]+/)
    .map((each) => each.replace(/^https?:\/\//i, '').replace(/[/?#].*$/, ''))
    .filter((host) => host !== '');
