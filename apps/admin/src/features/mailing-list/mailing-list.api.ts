import type { MailingListChoice, MailingListField, MailingListView } from '@sitedesk/contract/mailing-list';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { type Answer, http, query } from '../../app/http';

/** First part of every query of the mailing list. */
export const MAILING_LIST = 'mailing-list';
const KEY = [MAILING_LIST];
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
