import type { ArticleComment, ArticlePerson, CommentThread } from '@sitedesk/contract/comments';
import type { CommentDto, CreateThreadDto, PeopleDto } from '@sitedesk/contract/comments.dto';
import type { ArticleReview, ReviewOverview } from '@sitedesk/contract/reviews';
import type { ApproveDto, RequestChangesDto, SubmitArticleDto } from '@sitedesk/contract/reviews.dto';
import { http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';

/** First part of every query of reviews. */
export const REVIEWS = 'article-reviews';
/** The same of comments. */
export const THREADS = 'article-threads';

export const reviewRequests = {
  read: (number: number) => http.get<ReviewOverview>(`/articles/${number}/review`),
  submit: (number: number, etag: string | null, body: SubmitArticleDto) =>
    http.post<ArticleReview>(`/articles/${number}/review`, body, { ifMatch: etag }),
  withdraw: (number: number): Promise<void> => http.post(`/articles/${number}/review/withdraw`),
  approve: (number: number, body: ApproveDto) =>
    http.post<ArticleReview>(`/articles/${number}/review/approve`, body),
  requestChanges: (number: number, body: RequestChangesDto) =>
    http.post<ArticleReview>(`/articles/${number}/review/request-changes`, body),
  people: (number: number, { for: purpose, q }: PeopleDto) =>
    http.get<ArticlePerson[]>(`/articles/${number}/people${query({ for: purpose, q })}`),
};

/** Requests about the comments of an article. */
export const commentRequests = (number: number) => {
  const path = `/articles/${number}/threads`;
  return {
    path,
    begin: (body: CreateThreadDto) => http.post<CommentThread>(path, body),
    all: (thread: string, cursor: string | null) =>
      http.get<ListPage<ArticleComment>>(`${path}/${thread}/comments${query({ cursor })}`),
    reply: (thread: string, body: CommentDto) =>
      http.post<ArticleComment>(`${path}/${thread}/comments`, body),
    edit: (thread: string, comment: string, body: CommentDto) =>
      http.put(`${path}/${thread}/comments/${comment}`, body),
    resolve: (thread: string): Promise<void> => http.post(`${path}/${thread}/resolve`),
    reopen: (thread: string): Promise<void> => http.post(`${path}/${thread}/reopen`),
  };
};
