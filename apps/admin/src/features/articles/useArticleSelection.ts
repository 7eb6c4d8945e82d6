import type { ArticleSummary, BulkArticleAction } from '@sitedesk/contract/articles';
import { computed, type Ref, ref, shallowRef, watch } from 'vue';
import { useNotify } from '../../app/notify';
import { http, query } from '../../app/http';
import type { ListFilters, ListPage } from '../../composables/usePagedList';

/** An article that something is done to, and what people call it. */
export type NamedArticle = Pick<ArticleSummary, 'number' | 'title'>;

/** What people choose for several articles; the rest undoes some of it. */
export type ChosenAction = Exclude<
  BulkArticleAction,
  'cancel-plan' | 'withdraw-submission' | 'replace-text' | 'restore-version'
>;

/** Articles that one person may select at once. */
const MOST_SELECTED = 5_000;

/** Reads the articles of a list to its end, or as many as can be selected. */
async function everyMatching(
  filters: ListFilters,
): Promise<{ readonly articles: readonly NamedArticle[]; readonly complete: boolean }> {
  const articles: NamedArticle[] = [];
  let cursor: string | null = null;
  do {
    const page: ListPage<ArticleSummary> = await http.get(
      `/articles${query({ ...filters, limit: '100', cursor })}`,
    );
    articles.push(...page.items.map(({ number, title }) => ({ number, title })));
    cursor = page.nextCursor;
  } while (cursor !== null && articles.length < MOST_SELECTED);
  return { articles, complete: cursor === null };
}

/** Which articles of a list are selected: some that are shown, or all that match its filters. */
export function useArticleSelection(
  rows: () => readonly ArticleSummary[],
  filters: Readonly<Ref<ListFilters>>,
) {
  const notify = useNotify();
  const selected = ref<readonly string[]>([]);
  /** Whether all matches are selected, or the first ones because there are too many. */
  const matching = ref<'all' | 'first'>();
  const selecting = ref(false);
  /** What is selected without being shown. */
  const found = shallowRef<readonly NamedArticle[]>([]);

  // Anyone who changes a single tick no longer means all.
  watch(selected, () => (matching.value = undefined), { flush: 'sync' });
  watch(filters, clear);

  function clear(): void {
    selected.value = [];
    found.value = [];
  }

  async function selectAll(): Promise<void> {
    const wanted = filters.value;
    selecting.value = true;
    try {
      const { articles, complete } = await everyMatching(wanted);
      if (wanted !== filters.value) return;
      found.value = articles;
      selected.value = articles.map(({ number }) => String(number));
      matching.value = complete ? 'all' : 'first';
    } catch (problem) {
      notify.failed(problem);
    } finally {
      selecting.value = false;
    }
  }

  const named = computed(
    () => new Map([...found.value, ...rows()].map((article) => [String(article.number), article])),
  );
  const chosen = computed<readonly NamedArticle[]>(() =>
    selected.value.flatMap((id) => named.value.get(id) ?? []),
  );
  return { selected, chosen, matching, selecting, selectAll, clear };
}
