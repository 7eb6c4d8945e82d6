import type { ArticleFilterDto } from '@sitedesk/contract/articles.dto';
import type { ArticleReplacement, TextReplacement } from '@sitedesk/contract/replace-text';
import { computed, onBeforeUnmount, ref, shallowRef } from 'vue';
import { useTask } from '../../composables/useTask';
import { articleRequests } from './articles.api';

/** Articles that are found before someone is asked whether to go on; so many can be read. */
const AT_A_TIME = 200;

/** Where a text would be replaced: looked for page by page, until there are enough or someone stops it. */
export function useReplacements() {
  const items = shallowRef<readonly ArticleReplacement[]>([]);
  const scanned = ref(0);
  /** What was looked for, with the filters; undefined before. */
  const asked = shallowRef<{ readonly replacement: TextReplacement; readonly filters: ArticleFilterDto }>();
  const cursor = ref<string | null>(null);
  const { busy, error, run } = useTask();
  let round = 0;

  async function read(): Promise<void> {
    const wanted = asked.value;
    if (!wanted) return;
    const { search, replacement, matchCase, wholeWords } = wanted.replacement;
    const mine = (round += 1);
    const enough = items.value.length + AT_A_TIME;
    await run(async () => {
      do {
        const page = await articleRequests.replacements({
          ...wanted.filters,
          search,
          replacement,
          ...(matchCase && { matchCase: '1' }),
          ...(wholeWords && { wholeWords: '1' }),
          ...(cursor.value !== null && { cursor: cursor.value }),
        });
        if (mine !== round) return; // stopped, or asked something else
        items.value = [...items.value, ...page.items];
        scanned.value += page.scanned;
        cursor.value = page.nextCursor;
      } while (cursor.value !== null && items.value.length < enough);
    });
  }
  function clear(): void {
    round += 1;
    [items.value, scanned.value, cursor.value, asked.value] = [[], 0, null, undefined];
  }
  async function find(replacement: TextReplacement, filters: ArticleFilterDto): Promise<void> {
    clear();
    asked.value = { replacement: { ...replacement }, filters: { ...filters } };
    await read();
  }
  const stop = (): void => void (round += 1);
  onBeforeUnmount(stop);
  return {
    items,
    scanned,
    asked,
    busy,
    error,
    find,
    further: read,
    stop,
    clear,
    hasMore: computed(() => cursor.value !== null),
  };
}
