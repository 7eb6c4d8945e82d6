import type {
  MailingListChoice,
  MailingListFailure,
  MailingListField,
  MailingListView,
} from '@sitedesk/contract/mailing-list';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { type Answer, http, query } from '../../app/http';

const KEY = ['mailing-list'];
/** The numbers move by themselves while contacts go. */
const AGAIN_MS = 10_000;

/** What is connected and how it goes, with the version that a save has to name. */
export const useMailingList = () =>
  useQuery({
    queryKey: [...KEY, 'view'],
    queryFn: ({ signal }) => http.read<MailingListView>('/mailing-list', { signal }),
    refetchInterval: AGAIN_MS,
  });

/** @param connected what makes another account of it: its lists are others */
export const useLists = (connected: Ref<string>) =>
  useQuery({
    queryKey: [...KEY, 'lists', connected],
    retry: false, // the server has waited for the service already
    queryFn: async ({ signal }) =>
      (await http.get<{ readonly items: readonly MailingListChoice[] }>('/mailing-list/lists', { signal }))
        .items,
  });

export const useFields = (list: Ref<string>) =>
  useQuery({
    queryKey: [...KEY, 'fields', list],
    enabled: computed(() => list.value !== ''),
    retry: false,
    queryFn: async ({ signal }) => {
      const path = `/mailing-list/fields${query({ list: list.value })}`;
      return (await http.get<{ readonly items: readonly MailingListField[] }>(path, { signal })).items;
    },
  });

interface FailuresPage {
  readonly items: readonly MailingListFailure[];
  readonly nextCursor: string | null;
}

/** @param count of failures: another one means another list */
export const useFailures = (count: Ref<number>) =>
  useInfiniteQuery({
    queryKey: [...KEY, 'failures', count],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      http.get<FailuresPage>(`/mailing-list/failures${query({ cursor: pageParam })}`, { signal }),
    getNextPageParam: ({ nextCursor }: FailuresPage) => nextCursor ?? undefined,
  });

/** Takes an answer over, or reads everything again when the action answered with something else. */
export function useTakeOver(): {
  view(answer: Answer<MailingListView>): void;
  readView(): Promise<void>;
  readAgain(): Promise<void>;
} {
  const client = useQueryClient();
  return {
    view: (answer) => void client.setQueryData([...KEY, 'view'], answer),
    readView: () => client.invalidateQueries({ queryKey: [...KEY, 'view'] }),
    readAgain: () => client.invalidateQueries({ queryKey: KEY }),
  };
}
