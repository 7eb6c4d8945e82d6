import type { SiteView } from '@sitedesk/contract';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type Ref, watch } from 'vue';
import { http } from '../app/http';
import { useSession } from '../app/session';
import { type ServerForm, useServerForm } from './useServerForm';

/** The site's own form: `hostnames` as typed, with commas between several. */
export interface SiteForm {
  readonly form: ServerForm<{ name: string; hostnames: string }>;
  readonly site: Ref<SiteView | undefined>;
  readonly loadError: Ref<unknown>;
  readonly retry: () => void;
}

export function useSiteForm(): SiteForm {
  const client = useQueryClient();
  const session = useSession();
  const query = useQuery({
    queryKey: ['site'],
    queryFn: ({ signal }) => http.get<SiteView>('/site', { signal }),
  });
  const form = useServerForm({ name: '', hostnames: '' }, async ({ name, hostnames }) => {
    const hosts = hostnames.split(/[\s,]+/).filter((host) => host !== '');
    const { body: saved } = await http.patch<SiteView>('/site', {
      name,
      ...(query.data.value?.hostnamesLocked ? {} : { hostnames: hosts }),
    });
    client.setQueryData(['site'], saved);
    await Promise.all([client.invalidateQueries({ queryKey: ['contact-form'] }), session.load()]);
  });
  watch(
    () => query.data.value,
    (view) =>
      void (
        view &&
        !form.isDirty.value &&
        form.reset({ name: view.name, hostnames: view.hostnames.join(', ') })
      ),
    { immediate: true },
  );
  return { form, site: query.data, loadError: query.error, retry: () => void query.refetch() };
}
