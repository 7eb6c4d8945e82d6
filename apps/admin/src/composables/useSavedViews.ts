import type { SavedView, SavedViews, ViewList } from '@sitedesk/contract/views';
import type { ChangeViewDto, CreateViewDto, OrderViewsDto } from '@sitedesk/contract/views.dto';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type LocationQuery, type LocationQueryRaw, useRoute } from 'vue-router';
import { http, query } from '../app/http';

const VIEWS = 'views';

export const viewRequests = {
  list: (list: ViewList) => http.get<SavedViews>(`/views${query({ list })}`),
  create: (body: CreateViewDto) => http.post<SavedView>('/views', body),
  change: (id: string, body: ChangeViewDto) => http.put<SavedView>(`/views/${id}`, body),
  order: (body: OrderViewsDto) => http.put('/views/order', body),
  delete: (id: string): Promise<void> => http.delete(`/views/${id}`),
};

/** What a list's URL says of what is shown; what is open beside the list, or asked for once, is no part of a view. */
const PASSING = new Set(['id', 'new', 'export']);
const wordsOf = (shown: LocationQuery): string =>
  new URLSearchParams(
    Object.entries(shown)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && !PASSING.has(entry[0]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();

export const queryOf = ({ query: words }: Pick<SavedView, 'query'>): LocationQueryRaw =>
  Object.fromEntries(new URLSearchParams(words));

/** The saved views of a list, and which of them is shown. */
export function useSavedViews(list: ViewList) {
  const route = useRoute();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: [VIEWS, list], queryFn: () => viewRequests.list(list) });
  const views = computed(() => data.value?.items ?? []);
  const words = computed(() => wordsOf(route.query));
  const shown = computed(() => views.value.find((view) => view.query === words.value));
  const readAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: [VIEWS] });
  return { views, words, shown, readAgain };
}
