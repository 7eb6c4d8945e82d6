import type { ArticleDetails, ArticleSummary } from '@sitedesk/contract/articles';
import type { CreateArticleDto } from '@sitedesk/contract/articles.dto';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of articles. */
export const ARTICLES = 'articles';

export const articleRequests = {
  create: (body: CreateArticleDto) => http.post<ArticleDetails>('/articles', body),
};

/** Blogs by words of their title, for a select; the value is the blog's key. */
export async function findBlogs(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ type: 2, q: term })}`);
  return items.map(({ title, path, blogKey }) => ({ value: blogKey ?? '', label: title, description: path }));
}
