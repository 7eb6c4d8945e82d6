import type { ArticleActivity } from '@sitedesk/contract/activity';
import type { ActivityListDto } from '@sitedesk/contract/activity.dto';
import type {
  ChangePlanDto,
  CreatePlanDto,
  PlanListDto,
  UndoPublicationDto,
} from '@sitedesk/contract/publication-plans.dto';
import type { PublicationCheck } from '@sitedesk/contract/publication-checks';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import type { ChangeReleaseDto, CreateReleaseDto } from '@sitedesk/contract/releases.dto';
import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';

/** First part of every query of plans. */
export const PLANS = 'plans';

export const planRequests = {
  list: (wanted: PlanListDto) => http.get<PublicationPlanPage>(`/plans${query({ ...wanted, limit: '200' })}`),
  /** What someone published or withdrew at once, the newest first. */
  done: (wanted: ActivityListDto) =>
    http.get<ListPage<ArticleActivity>>(
      `/articles/activity${query({ ...wanted, publishing: 'at-once', limit: '200' })}`,
    ),
  /** The last thing that an account did with articles; null where it's nothing that the caller sees. */
  latestOf: async (actor: string): Promise<ArticleActivity | null> => {
    const { items } = await http.get<ListPage<ArticleActivity>>(
      `/articles/activity${query({ actor, limit: '1' })}`,
    );
    return items[0] ?? null;
  },
  checks: (number: number) =>
    http.get<{ readonly items: readonly PublicationCheck[] }>(`/articles/${number}/publication-checks`),
  create: (number: number, body: CreatePlanDto) =>
    http.post<PublicationPlan>(`/articles/${number}/plans`, body),
  change: (number: number, id: string, body: ChangePlanDto) =>
    http.put<PublicationPlan>(`/articles/${number}/plans/${id}`, body),
  cancel: (number: number, id: string): Promise<void> => http.delete(`/articles/${number}/plans/${id}`),
  undo: (number: number, body: UndoPublicationDto): Promise<void> =>
    http.post(`/articles/${number}/undo-publication`, body),
  release: (id: string) => http.get<Release>(`/releases/${id}`),
  createRelease: (body: CreateReleaseDto) => http.post<Release>('/releases', body),
  changeRelease: (id: string, body: ChangeReleaseDto) => http.put<Release>(`/releases/${id}`, body),
  cancelRelease: (id: string): Promise<void> => http.delete(`/releases/${id}`),
};

/** The time zone in which the site plans; undefined until it is known. */
export function useSiteZone() {
  const { data } = useQuery({
    queryKey: [PLANS, 'zone'],
    queryFn: async () => (await http.get<PublicationPlanPage>(`/plans${query({ limit: '1' })}`)).zone,
    staleTime: 60_000,
  });
  return computed(() => data.value);
}

/** Releases that articles can be added to, for a select. */
export async function findReleases(): Promise<readonly Release[]> {
  const { items } = await http.get<ListPage<Release>>(
    `/releases${query({ state: 'waiting', limit: '100' })}`,
  );
  return items;
}

/** The number of an entity tag, as plans name a draft. */
export const revisionOf = (etag: string | null): number => Number(/\d+/.exec(etag ?? '')?.[0] ?? 0);
