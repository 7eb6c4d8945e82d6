import type { PublicSite } from '@sitedesk/contract/public-site';
import { useQuery } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';
import { http } from '../app/http';
import { useSession } from '../app/session';

/** Where the public site is, such as `https://example.com`; undefined when nobody has said, or this person can't know. */
export function useSiteOrigin(): ComputedRef<string | undefined> {
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['public-site'],
    queryFn: () => http.get<PublicSite>('/public-site'),
    enabled: computed(() => session.can('pages.view')),
  });
  return computed(() => data.value?.origin ?? undefined);
}

/** Where visitors see an article; undefined when they don't, or when nobody has said where the site is. */
export function useLiveUrl(): (livePath: string | null) => string | undefined {
  const origin = useSiteOrigin();
  return (livePath) => (origin.value && livePath !== null ? origin.value + encodeURI(livePath) : undefined);
}
