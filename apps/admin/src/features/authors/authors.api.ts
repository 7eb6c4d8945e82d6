import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { UserSummary } from '@sitedesk/contract/users';
import type { AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { http } from '../../app/http';

/** First part of every query of author profiles. */
export const AUTHORS = 'authors';

export const authorRequests = {
  read: (id: string) => http.read<AuthorProfile>(`/authors/${id}`),
  create: (body: AuthorProfileDto) => http.post<AuthorProfile>('/authors', body),
  replace: (id: string, etag: string | null, body: AuthorProfileDto) =>
    http.put<AuthorProfile>(`/authors/${id}`, body, { ifMatch: etag }),
  delete: (id: string): Promise<void> => http.delete(`/authors/${id}`),
  user: (id: string) => http.get<UserSummary>(`/users/${id}`),
};
