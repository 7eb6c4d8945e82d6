import {
  FILE_FILTERS,
  FILE_KINDS,
  FILE_LIMITS,
  FILE_ORDERS,
  FILE_SIZES,
  type FileFilter,
  type FileKind,
  type FileOrder,
  type FileSize,
  type FileSummary,
} from '@sitedesk/contract/files';
import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useRouter } from 'vue-router';
import { http, query } from '../../app/http';
import { type ListPage, usePagedList } from '../../composables/usePagedList';
import { useUrlState } from '../../composables/useUrlState';
import { type Entry, fileEntry, folderEntry } from './file-entries';
import { everyFolder, FILES, folderQuery, foldersIn } from './files.api';

export const VIEWS = ['files', 'trash'] as const;
export type FilesView = (typeof VIEWS)[number];
/** Stands in the filter for all kinds. */
export const ANY = 'any';
const PAGE = 100;

const isSize = (word: string): word is FileSize => Object.hasOwn(FILE_SIZES, word);
/** What the list is narrowed to: something of all folders, in an order of its own. */
export const SHOWS = ['all', ...FILE_FILTERS, ...Object.keys(FILE_SIZES).filter(isSize)] as const;
export type FileShow = (typeof SHOWS)[number];

/** What the screen shows, as the address says: a folder, what a search finds in all of them, or the trash. */
export function useFileList() {
  const router = useRouter();
  const view = useUrlState<FilesView>('view', { fallback: 'files', allowed: VIEWS });
  const folder = useUrlState<string>('folder', { fallback: '' });
  const q = useUrlState<string>('q', { fallback: '', how: 'replace' });
  const kind = useUrlState<FileKind | typeof ANY>('kind', { fallback: ANY, allowed: [...FILE_KINDS, ANY] });
  const show = useUrlState<FileShow>('show', { fallback: 'all', allowed: SHOWS });
  const order = useUrlState<FileOrder>('order', { fallback: 'name', allowed: FILE_ORDERS });
  const openId = useUrlState<string>('id', { fallback: '' });

  const isTrash = computed(() => view.value === 'trash');
  const search = computed(() => q.value.trim().slice(0, FILE_LIMITS.search.max));
  const isSearch = computed(() => search.value !== '');
  /** The trash is not narrowed down. */
  const shown = computed<FileShow>(() => (isTrash.value ? 'all' : show.value));
  const hasOwnOrder = computed(() => shown.value !== 'all');
  /** Whether files of all folders are listed together. */
  const isEverywhere = computed(() => isSearch.value || hasOwnOrder.value);
  const isFiltered = computed(() => isEverywhere.value || kind.value !== ANY);
  const filters = computed(() => ({
    folder: isTrash.value || isEverywhere.value ? undefined : folder.value || undefined,
    q: search.value || undefined,
    kind: kind.value === ANY ? undefined : kind.value,
    size: isSize(shown.value) ? shown.value : undefined,
    filter: shown.value === 'all' || isSize(shown.value) ? undefined : (shown.value satisfies FileFilter),
    order: order.value === 'name' || hasOwnOrder.value ? undefined : order.value,
    trash: isTrash.value ? 'true' : undefined,
    limit: String(PAGE),
  }));

  const place = useQuery(computed(() => ({ ...folderQuery(folder.value), enabled: folder.value !== '' })));
  const here = computed(() => (folder.value === '' ? undefined : place.data.value));

  /** Folders have no kind, and a search is for files. */
  const hasFolders = computed(() => !isFiltered.value);
  const folders = useQuery(
    computed(() => ({
      ...(isTrash.value
        ? {
            queryKey: [FILES, 'folders', 'trash'] as readonly unknown[],
            queryFn: ({ signal }: { readonly signal: AbortSignal }) => everyFolder({ trash: 'true' }, signal),
          }
        : foldersIn(folder.value || null)),
      enabled: hasFolders.value,
    })),
  );
  const files = usePagedList<FileSummary>(
    FILES,
    () => '/files',
    () => filters.value,
  );

  const loading = computed(
    () => files.loading.value || files.isOutdated.value || (hasFolders.value && folders.isPending.value),
  );
  /**
   * Folders and files change together: a row that moved under the keys would let an action meet another file than the one
   * meant. What was listed stays while a search changes, but never in another folder or in the trash.
   */
  const listed = computed<{ readonly place: string; readonly entries: readonly Entry[] }>((before) => {
    const current = `${view.value} ${folder.value}`;
    if (loading.value) return before?.place === current ? before : { place: current, entries: [] };
    const shownFolders = hasFolders.value ? (folders.data.value ?? []) : [];
    return {
      place: current,
      entries: [...shownFolders.map(folderEntry), ...files.rows.value.map(fileEntry)],
    };
  });
  const entries = computed(() => listed.value.entries);
  const error = computed(
    () =>
      files.error.value ?? (hasFolders.value ? folders.error.value : null) ?? place.error.value ?? undefined,
  );
  function retry(): void {
    files.retry();
    if (hasFolders.value) void folders.refetch();
    if (folder.value !== '') void place.refetch();
  }

  /** Goes into a folder; null for the top level. */
  const openFolder = (id: string | null): unknown =>
    router.push({
      name: 'files',
      query: {
        ...(id === null ? {} : { folder: id }),
        ...(order.value === 'name' ? {} : { order: order.value }),
      },
    });
  function clearFilters(): void {
    void router.push({
      query: { ...router.currentRoute.value.query, q: undefined, kind: undefined, show: undefined },
    });
  }

  /** Everything that is listed, shown or not, as far as one action can be for it. */
  async function every(): Promise<readonly Entry[]> {
    const wanted = filters.value;
    const all = hasFolders.value ? (folders.data.value ?? []).map(folderEntry) : [];
    let cursor: string | null = null;
    do {
      const page: ListPage<FileSummary> = await http.get(
        `/files${query({ ...wanted, limit: '200', cursor })}`,
      );
      all.push(...page.items.map(fileEntry));
      cursor = page.nextCursor;
    } while (cursor !== null && all.length < FILE_LIMITS.bulk);
    return all.slice(0, FILE_LIMITS.bulk);
  }

  return {
    view,
    folder,
    q,
    kind,
    order,
    openId,
    isTrash,
    show,
    hasOwnOrder,
    isSearch,
    isEverywhere,
    isFiltered,
    filters,
    here,
    entries,
    loading,
    error,
    hasMore: files.hasMore,
    loadingMore: files.loadingMore,
    more: files.more,
    retry,
    openFolder,
    clearFilters,
    every,
  };
}
export type FileList = ReturnType<typeof useFileList>;
