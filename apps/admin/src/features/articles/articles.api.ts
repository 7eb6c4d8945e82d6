import type {
  ArticleAccess,
  ArticleCounts,
  ArticleDetails,
  ArticleSummary,
  ArticleVersion,
  ArticleVersionSummary,
  BulkArticlesAnswer,
  BulkArticles,
  GrantSubjects,
  AccessExplanation,
  Published,
  SavedDraft,
} from '@sitedesk/contract/articles';
import type {
  CompareDto,
  CopyArticleDto,
  CreateArticleDto,
  KeepVersionDto,
  NameVersionDto,
  RestoreArticleDto,
  SaveDraftDto,
  SetAccessDto,
  WithdrawArticleDto,
} from '@sitedesk/contract/articles.dto';
import type { ArticleComparison } from '@sitedesk/contract/comparison';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of articles. */
export const ARTICLES = 'articles';
/** Key of the counts, which the navigation shows too. */
export const COUNTS = [ARTICLES, 'counts'] as const;
/** First part of every query of versions. */
export const VERSIONS = 'article-versions';

export const articleRequests = {
  create: (body: CreateArticleDto) => http.post<ArticleDetails>('/articles', body),
  counts: () => http.get<ArticleCounts>('/articles/counts'),
  read: (number: number) => http.read<ArticleDetails>(`/articles/${number}`),
  save: (number: number, etag: string | null, body: SaveDraftDto) =>
    http.put<SavedDraft>(`/articles/${number}/draft`, body, { ifMatch: etag }),
  publish: (number: number, etag: string | null) =>
    http.post<Published>(`/articles/${number}/publish`, undefined, { ifMatch: etag }),
  withdraw: (number: number, body: WithdrawArticleDto): Promise<void> =>
    http.post(`/articles/${number}/withdraw`, body),
  trash: (number: number): Promise<void> => http.post(`/articles/${number}/trash`),
  restore: (number: number, body: RestoreArticleDto) =>
    http.post<ArticleDetails>(`/articles/${number}/restore`, body),
  delete: (number: number): Promise<void> => http.delete(`/articles/${number}`),
  copy: (number: number, body: CopyArticleDto) => http.post<ArticleDetails>(`/articles/${number}/copy`, body),
  bulk: (body: BulkArticles) => http.post<BulkArticlesAnswer>('/articles/bulk', body),
  access: (number: number) => http.read<ArticleAccess>(`/articles/${number}/access`),
  setAccess: (number: number, etag: string | null, body: SetAccessDto) =>
    http.put<ArticleAccess>(`/articles/${number}/access`, body, { ifMatch: etag }),
  explain: (number: number, user: string) =>
    http.get<AccessExplanation>(`/articles/${number}/access/explain${query({ user })}`),
  subjects: (term: string) => http.get<GrantSubjects>(`/articles/subjects${query({ q: term })}`),
  version: (number: number, version: number) =>
    http.get<ArticleVersion>(`/articles/${number}/versions/${version}`),
  compare: (number: number, { from, to }: CompareDto) =>
    http.get<ArticleComparison>(`/articles/${number}/compare${query({ from, to })}`),
  keepVersion: (number: number, etag: string | null, body: KeepVersionDto) =>
    http.post<ArticleVersionSummary>(`/articles/${number}/versions`, body, { ifMatch: etag }),
  nameVersion: (number: number, version: number, body: NameVersionDto) =>
    http.put(`/articles/${number}/versions/${version}/name`, body),
  restoreVersion: (number: number, version: number, etag: string | null) =>
    http.post<ArticleDetails>(`/articles/${number}/versions/${version}/restore`, undefined, {
      ifMatch: etag,
    }),
};

/** Articles by words of their title, for a select; the value is the number. */
export async function findArticles(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ q: term })}`);
  return items.map(({ number, title, path }) => ({ value: String(number), label: title, description: path }));
}

/** Blogs by words of their title, for a select; the value is the blog's key. */
export async function findBlogs(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ type: 2, q: term })}`);
  return items.map(({ title, path, blogKey }) => ({ value: blogKey ?? '', label: title, description: path }));
}
