import { keepPreviousData, useInfiniteQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { http, query } from '../app/http';

/** A page of a list of the server. */
export interface ListPage<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
}

/** Filters of a list by the names of the query; undefined ones are left out. */
export type ListFilters = Readonly<Record<string, string | undefined>>;

/**
 * Reads a list of the server, page after page. While filters change, the rows before stay until the new ones are there.
 * @param key first part of the query's key: changes of such things invalidate it
 * @param path below `/editor`
 * @param options `everyMs` to read it again automatically while it is looked at
 */
export function usePagedList<Row>(
  key: string,
  path: () => string,
  filters: () => ListFilters = () => ({}),
  enabled: () => boolean = () => true,
  { everyMs }: { readonly everyMs?: () => number | undefined } = {},
) {
  const firstPage: string | null = null;
  const list = useInfiniteQuery({
    queryKey: computed(() => [key, 'list', path(), filters()]),
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | null; readonly signal: AbortSignal }) =>
      http.get<ListPage<Row>>(path() + query({ ...filters(), cursor: pageParam }), { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }: ListPage<Row>) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: computed(enabled),
    refetchInterval: computed(() => everyMs?.() ?? false),
  });
  const rows = computed(() => list.data.value?.pages.flatMap(({ items }) => items) ?? []);
  const more = (): void =>
    void (list.hasNextPage.value && !list.isFetchingNextPage.value && list.fetchNextPage());
  const retry = (): void => void list.refetch();
  return {
    rows,
    loading: list.isPending,
    /** Whether the rows are still those of the filters before. */
    isOutdated: list.isPlaceholderData,
    error: list.error,
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    more,
    retry,
    /** For `DataTable`, with `v-bind`. */
    table: computed(() => ({
      rows: rows.value,
      loading: list.isPending.value,
      error: list.error.value ?? undefined,
      hasMore: list.hasNextPage.value,
      loadingMore: list.isFetchingNextPage.value,
      onMore: more,
      onRetry: retry,
    })),
  };
}
