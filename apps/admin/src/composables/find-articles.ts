import type { ArticleSummary } from '@sitedesk/contract/articles';
import { http, query } from '../app/http';
import type { RemoteOption } from '../ui/RemoteSelect.vue';
import type { ListPage } from './usePagedList';

/** Articles by words of their title, for a select; the value is the number. */
export async function findArticles(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ q: term || undefined })}`);
  return items.map(({ number, title, path }) => ({ value: String(number), label: title, description: path }));
}
