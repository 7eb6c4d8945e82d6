import type {
  ArticleAccess,
  ArticleCounts,
  ArticleDetails,
  ArticleFacets,
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
  ArticleFilterDto,
  CompareDto,
  CopyArticleDto,
  CreateArticleDto,
  KeepVersionDto,
  NameVersionDto,
  ReplacementsDto,
  RestoreArticleDto,
  SaveDraftDto,
  SetAccessDto,
  WithdrawArticleDto,
} from '@sitedesk/contract/articles.dto';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { BlogRename, BlogSettings } from '@sitedesk/contract/blog-settings';
import type { BlogSettingsDto, RenameBlogDto } from '@sitedesk/contract/blog-settings.dto';
import type { ArticleComparison } from '@sitedesk/contract/comparison';
import type {
  TemplateDetails,
  TemplateSummary,
  TemplateType,
  TemplateVersionDetails,
} from '@sitedesk/contract/page-templates';
import type { CreateTemplateDto, SaveTemplateDto } from '@sitedesk/contract/page-templates.dto';
import type { ArticleReplacements } from '@sitedesk/contract/replace-text';
import type { NewPreviewLink } from '@sitedesk/contract/preview-links';
import type { CreatePreviewLinkDto } from '@sitedesk/contract/preview-links.dto';
import { http, query } from '../../app/http';
import { Problem } from '../../app/problem';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** In the history's state: the text of a new article has the focus, so that one can go on typing. */
export const WRITE_AT_ONCE = 'write';

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
  releaseAddress: (path: string, reason: string): Promise<void> =>
    http.post('/articles/release-address', { path, reason }),
  blog: (number: number) => http.get<BlogSettings>(`/articles/${number}/blog`),
  setBlog: (number: number, body: BlogSettingsDto) =>
    http.put<BlogSettings>(`/articles/${number}/blog`, body),
  tryBlogKey: (number: number, blogKey: string) =>
    http.get<BlogRename>(`/articles/${number}/blog/rename${query({ blogKey })}`),
  renameBlog: (number: number, body: RenameBlogDto) =>
    http.post<BlogSettings>(`/articles/${number}/blog/rename`, body),
  sharePreview: (number: number, body: CreatePreviewLinkDto) =>
    http.post<NewPreviewLink>(`/articles/${number}/preview-links`, body),
  revokePreview: (number: number, id: string): Promise<void> =>
    http.delete(`/articles/${number}/preview-links/${id}`),
  trash: (number: number): Promise<void> => http.post(`/articles/${number}/trash`),
  restore: (number: number, body: RestoreArticleDto) =>
    http.post<ArticleDetails>(`/articles/${number}/restore`, body),
  delete: (number: number): Promise<void> => http.delete(`/articles/${number}`),
  copy: (number: number, body: CopyArticleDto) => http.post<ArticleDetails>(`/articles/${number}/copy`, body),
  facets: (filters: ArticleFilterDto) => http.get<ArticleFacets>(`/articles/facets${query({ ...filters })}`),
  replacements: (wanted: ReplacementsDto) =>
    http.get<ArticleReplacements>(`/articles/replacements${query({ ...wanted })}`),
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

/** First part of every query of templates. */
export const TEMPLATES = 'templates';

export const templateRequests = {
  read: (id: string) => http.read<TemplateDetails>(`/templates/${id}`),
  create: (body: CreateTemplateDto) => http.post<TemplateDetails>('/templates', body),
  save: (id: string, etag: string | null, body: SaveTemplateDto) =>
    http.put<TemplateDetails>(`/templates/${id}`, body, { ifMatch: etag }),
  delete: (id: string): Promise<void> => http.delete(`/templates/${id}`),
  version: (id: string, version: number) =>
    http.get<TemplateVersionDetails>(`/templates/${id}/versions/${version}`),
  /** All of a type; a site has at most two pages of them. */
  all: async (type?: TemplateType): Promise<readonly TemplateSummary[]> => {
    const templates: TemplateSummary[] = [];
    let cursor: string | null = null;
    do {
      const page: ListPage<TemplateSummary> = await http.get(
        `/templates${query({ type, limit: 100, cursor })}`,
      );
      templates.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return templates;
  },
};

/** Author profiles by the beginning of their name, for a select. */
export async function findAuthors(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<AuthorProfile>>(`/authors${query({ q: term })}`);
  return items.map(({ id, name }) => ({ value: id, label: name }));
}

/** @returns undefined when the author was deleted */
export async function authorName(id: string): Promise<string | undefined> {
  try {
    return (await http.get<AuthorProfile>(`/authors/${id}`)).name;
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) return undefined;
    throw problem;
  }
}

/** Blogs by words of their title, for a select; the value is the blog's key. */
export async function findBlogs(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<ArticleSummary>>(`/articles${query({ type: 2, q: term })}`);
  return items.map(({ title, path, blogKey }) => ({ value: blogKey ?? '', label: title, description: path }));
}
