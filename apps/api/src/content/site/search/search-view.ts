import type { SearchResult } from '../theme/theme-views.js';
import { type AskedSearch, SEARCH_PATH } from './asked-search.js';
import { cut, excerpt, marked, searchedWords, textOf } from './search-text.js';
import type { FoundPages } from './site-search.service.js';

/** What the page of the search shows where nothing was looked for. */
export const NO_RESULTS = {
  path: SEARCH_PATH,
  refusal: null,
  results: [],
  total: 0,
  isBeyond: false,
  isPartial: false,
  page: 1,
  pages: 0,
} as const;

/** What it shows of each page that was found. */
export function searchResults(
  { words, goesOn }: AskedSearch,
  { results }: FoundPages,
): readonly SearchResult[] {
  const searched = searchedWords(words, goesOn);
  return results.map(({ path, head, html, is_post: isPost }) => {
    const text = textOf(html);
    const lead = cut(head.introduction ?? text);
    return {
      path,
      title: marked(head.title, searched),
      excerpt: marked(excerpt(text, searched) ?? lead, searched),
      publishedAt: isPost ? head.publishedAt : null,
    };
  });
}
