import type {
  BulkContactsAnswer,
  ContactAction,
  ContactAlerts,
  ContactCounts,
  ContactDetails,
  ContactPage,
  ContactTotal,
} from '@sitedesk/contract/inbox';
import { http, query } from '../../app/http';
import { instantOfDay } from '../../composables/zone';

/** What the list is asked for; empty words count as not given. */
export interface InboxFilter {
  readonly view: string;
  readonly unread: string;
  readonly delivery: string;
  /** Days as the person's calendar has them, `2026-05-04`. */
  readonly from: string;
  readonly to: string;
  readonly q: string;
}

export interface InboxSort {
  readonly sort: string;
  readonly order: string;
}

/** Which messages an action is for: some, all that a filter finds, or those that an earlier action has changed. */
type Selection =
  | { readonly ids: readonly string[] }
  | ({ readonly filter: Readonly<Record<string, string>>; readonly expected: number } & Part)
  | ({ readonly actionId: string } & Part);

/** Which request of an action: the first, or the one that goes on. */
interface Part {
  readonly atLeast?: boolean;
  readonly cursor: string | undefined;
}

/** The filter in the server's words: the person's days become instants, and what says nothing is left out. */
export function filterWords({ view, unread, delivery, from, to, q }: InboxFilter): Record<string, string> {
  const words = {
    view,
    unread,
    delivery,
    q: q.trim(),
    from: instantOfDay(from, 'start') ?? '',
    to: instantOfDay(to, 'end') ?? '',
  };
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
}

/** The requests of the inbox. */
export const inboxApi = {
  page: (
    filter: InboxFilter,
    sort: InboxSort,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ContactPage> =>
    http.get(`/contacts${query({ ...filterWords(filter), ...sort, cursor })}`, { signal }),
  newest: (limit: number, signal: AbortSignal): Promise<ContactPage> =>
    http.get(`/contacts${query({ view: 'all', limit: String(limit) })}`, { signal }),
  counts: (): Promise<ContactCounts> => http.get('/contacts/counts'),
  total: (filter: InboxFilter): Promise<ContactTotal> =>
    http.get(`/contacts/total${query(filterWords(filter))}`),
  details: (id: string): Promise<ContactDetails> => http.get(`/contacts/${id}`),
  apply: (action: ContactAction, selection: Selection): Promise<BulkContactsAnswer> =>
    http.post('/contacts/bulk', { action, ...selection }),
  alerts: (): Promise<ContactAlerts> => http.get('/contacts/alerts'),
  setAlerts: async (enabled: boolean): Promise<ContactAlerts> =>
    (await http.put<ContactAlerts>('/contacts/alerts', { enabled })).body,
};
