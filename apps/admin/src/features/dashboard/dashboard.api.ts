import type { ArticleActivity } from '@sitedesk/contract/activity';
import type { DeliveryTile, SubmissionsTile } from '@sitedesk/contract/contact-dashboard';
import type { AttentionTile, ChecklistTile } from '@sitedesk/contract/dashboard';
import type { ContactPage } from '@sitedesk/contract/inbox';
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import { timeZone } from '../../composables/zone';

/** A tile looks again automatically while one looks at it. */
const AGAIN_MS = 60_000;

const tile = <Tile>(name: string, path: string, from = '/dashboard'): UseQueryReturnType<Tile, Error> =>
  useQuery({
    queryKey: ['dashboard', name, path],
    queryFn: ({ signal }) => http.get<Tile>(`${from}/${path}`, { signal }),
    refetchInterval: AGAIN_MS,
  });

export const useSubmissions = (): UseQueryReturnType<SubmissionsTile, Error> =>
  tile('submissions', `submissions${query({ zone: timeZone() })}`);
export const useDelivery = (): UseQueryReturnType<DeliveryTile, Error> => tile('delivery', 'delivery');
export const useAttention = (): UseQueryReturnType<AttentionTile, Error> => tile('attention', 'attention');
export const useChecklist = (): UseQueryReturnType<ChecklistTile, Error> => tile('checklist', 'checklist');

const LATEST = 5;
/** The newest of the inbox. */
export const useLatest = (): UseQueryReturnType<ContactPage, Error> =>
  tile('latest', `contacts${query({ limit: String(LATEST) })}`, '');

const LINES = 8;
/** What was done to articles last. */
export const useActivity = (): UseQueryReturnType<ListPage<ArticleActivity>, Error> =>
  tile('activity', `articles/activity${query({ limit: String(LINES) })}`, '');
