import type { ArticleDetails, ArticleSummary, Published, SavedDraft } from '@sitedesk/contract/articles';
import type { CreateArticleDto, SaveDraftDto, WithdrawArticleDto } from '@sitedesk/contract/articles.dto';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of articles. */
export const ARTICLES = 'articles';

export const articleRequests = {
  create: (body: CreateArticleDto) => http.post<ArticleDetails>('/articles', body),
  read: (number: number) => http.read<ArticleDetails>(`/articles/${number}`),
  save: (number: number, etag: string | null, body: SaveDraftDto) =>
    http.put<SavedDraft>(`/articles/${number}/draft`, body, { ifMatch: etag }),
  publish: (number: number, etag: string | null) =>
    http.post<Published>(`/articles/${number}/publish`, undefined, { ifMatch: etag }),
  withdraw: (number: number, body: WithdrawArticleDto): Promise<void> =>
    http.post(`/articles/${number}/withdraw`, body),
};

/** Blogs by words of their title, for a select; the value is the blog's key. */
export async function findBlogs(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ type: 2, q: term })}`);
  return items.map(({ title, path, blogKey }) => ({ value: blogKey ?? '', label: title, description: path }));
}
