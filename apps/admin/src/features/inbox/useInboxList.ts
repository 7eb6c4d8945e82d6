import {
  type BulkContactsAnswer,
  CONTACT_DELIVERIES,
  CONTACT_SORTS,
  type ContactAction,
  type ContactPage,
  type ContactSummary,
  DEFAULT_CONTACT_ORDER,
} from '@sitedesk/contract/inbox';
import { SORT_ORDERS } from '@sitedesk/contract/users';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, ref, watch } from 'vue';
import { useRouter } from 'vue-router';
import { type EventOf, useLive } from '../../app/live';
import { useUrlState } from '../../composables/useUrlState';
import { filterWords, inboxApi, type InboxFilter, type InboxSort } from './inbox.api';

/** The tabs; `attempts` is a list of its own. */
export const INBOX_TABS = ['inbox', 'held', 'archived', 'failed', 'attempts', 'trash'] as const;

type Pages = InfiniteData<ContactPage, string | undefined>;

/** Rows that are asked for one by one when they change elsewhere; with more the list is offered again. */
const FEW = 5;
/** Milliseconds within which the event of a change arrives. */
const OWN_MS = 10_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The list of messages: what it shows stands in the address, and what arrives moves nothing that one reads. */
export function useInboxList() {
  const router = useRouter();
  const queries = useQueryClient();
  const view = useUrlState('view', { fallback: 'inbox', allowed: INBOX_TABS });
  const unread = useUrlState<string>('unread', { fallback: '', allowed: ['true', 'false'] });
  const delivery = useUrlState<string>('delivery', { fallback: '', allowed: [...CONTACT_DELIVERIES] });
  const from = useUrlState<string>('from', { fallback: '' });
  const to = useUrlState<string>('to', { fallback: '' });
  const q = useUrlState<string>('q', { fallback: '', how: 'replace' });
  const sort = useUrlState('sort', { fallback: 'received', allowed: CONTACT_SORTS });
  const order = useUrlState<string>('order', { fallback: '', allowed: [...SORT_ORDERS] });

  const day = (text: string): string => (DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');
  const filter = computed<InboxFilter>(() => ({
    view: view.value,
    unread: unread.value,
    delivery: delivery.value,
    q: q.value,
    from: day(from.value),
    to: day(to.value),
  }));
  const by = computed<InboxSort>(() => ({
    sort: sort.value,
    order: order.value || DEFAULT_CONTACT_ORDER[sort.value],
  }));
  const words = computed(() => filterWords(filter.value));
  const isFiltered = computed(() => {
    const { unread: read, delivery: sent, from: start, to: end, q: text } = filter.value;
    return [read, sent, start, end, text].some((word) => word !== '');
  });

  const key = computed(() => ['contacts', 'list', filter.value, by.value] as const);
  const list = useInfiniteQuery({
    queryKey: key,
    enabled: computed(() => view.value !== 'attempts'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => inboxApi.page(filter.value, by.value, pageParam, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Events arrive at any time; a list that reloads itself would move under the pointer.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always' as const,
  });
  const rows = computed(() => list.data.value?.pages.flatMap(({ items }) => items) ?? []);
  /** A search that has looked long enough answers with what it has, which may be nothing yet: it is sent on. */
  const searching = computed(() => rows.value.length === 0 && list.hasNextPage.value && !list.isError.value);
  watch(
    () => searching.value && !list.isFetching.value,
    (idle) => idle && void list.fetchNextPage(),
    { immediate: true },
  );

  /** Changes what is shown, without asking the server. */
  function patch(change: (rows: readonly ContactSummary[]) => readonly ContactSummary[]): void {
    queries.setQueryData<Pages>(key.value, (data) =>
      data ? { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) } : data,
    );
  }

  const arrived = ref(0);
  const outdated = ref(false);
  watch(key, forget);
  function forget(): void {
    arrived.value = 0;
    outdated.value = false;
  }

  /** Shows the list as it is now, from its beginning. */
  async function renew(): Promise<void> {
    forget();
    await queries.resetQueries({ queryKey: key.value, exact: true });
  }

  /** What this page itself has changed in the last seconds: the events of that say nothing new. */
  const own = new Map<ContactAction, { readonly count: number; readonly until: number }>();
  const underway = new Set<Promise<unknown>>();
  async function apply(...args: Parameters<typeof inboxApi.apply>): Promise<BulkContactsAnswer> {
    const answering = inboxApi.apply(...args);
    underway.add(answering);
    try {
      const answer = await answering;
      const before = own.get(answer.action)?.count ?? 0;
      own.set(answer.action, { count: before + answer.changed, until: Date.now() + OWN_MS });
      return answer;
    } finally {
      underway.delete(answering);
    }
  }
  /** The event may be here before the answer is. */
  async function isOwn({ action, count }: EventOf<'contact.changed'>): Promise<boolean> {
    await Promise.allSettled(underway);
    const known = action === null ? undefined : own.get(action);
    if (action === null || known === undefined || known.until < Date.now() || known.count < count)
      return false;
    own.set(action, { ...known, count: known.count - count });
    return true;
  }

  useLive('contact.received', ({ count }) => {
    if (view.value !== 'inbox' || isFiltered.value) return;
    if (rows.value.length === 0) void renew();
    else arrived.value += count;
  });
  // A row that cannot be read stays as it is shown, so nothing is left to reject.
  useLive('contact.changed', (change) => void showChange(change));
  async function showChange(change: EventOf<'contact.changed'>): Promise<void> {
    if (await isOwn(change)) return;
    const { ids, action } = change;
    await queries.invalidateQueries({ queryKey: ['contacts', 'details'] });
    const shown = ids.filter((id) => rows.value.some((row) => row.id === id));
    if (ids.length === 0 || shown.length > FEW) {
      outdated.value = rows.value.length > 0 || action !== null;
      return;
    }
    const fresh = await Promise.all(shown.map((id) => inboxApi.details(id).catch(() => undefined)));
    const known = new Map(fresh.flatMap((row) => (row ? [[row.id, row] as const] : [])));
    patch((items) => items.map((row) => ({ ...row, ...pick(known.get(row.id)) })));
  }

  function clearFilters(): void {
    const { sort: sortWord, order: orderWord, view: viewWord } = router.currentRoute.value.query;
    void router.push({ query: { view: viewWord, sort: sortWord, order: orderWord } });
  }

  function sortBy(word: string): void {
    const next = CONTACT_SORTS.find((each) => each === word) ?? 'received';
    const now = by.value.order;
    const other = now === 'asc' ? 'desc' : 'asc';
    const chosen = next === sort.value ? other : DEFAULT_CONTACT_ORDER[next];
    const { query } = router.currentRoute.value;
    const isDefault = chosen === DEFAULT_CONTACT_ORDER[next];
    void router.push({
      query: {
        ...query,
        sort: next === 'received' ? undefined : next,
        order: isDefault ? undefined : chosen,
      },
    });
  }

  return {
    view,
    unread,
    delivery,
    from,
    to,
    q,
    filter,
    words,
    by,
    isFiltered,
    list,
    rows,
    searching,
    arrived,
    outdated,
    apply,
    patch,
    renew,
    clearFilters,
    sortBy,
  };
}

/** What a list shows that a delivery, or someone else, can change while the message stays in its place. */
function pick(row: ContactSummary | undefined): Partial<ContactSummary> {
  return row ? { unread: row.unread, delivery: row.delivery, folder: row.folder } : {};
}

export type InboxList = ReturnType<typeof useInboxList>;
