import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { UserSummary } from '@sitedesk/contract/users';
import type { AuthorProfileDto } from '@sitedesk/contract/authors.dto';
import { type Answer, http } from '../../app/http';

/** First part of every query of author profiles. */
export const AUTHORS = 'authors';

export const authorRequests = {
  read: (id: string): Promise<Answer<AuthorProfile>> => http.read<AuthorProfile>(`/authors/${id}`),
  create: (body: AuthorProfileDto): Promise<AuthorProfile> => http.post<AuthorProfile>('/authors', body),
  replace: (id: string, etag: string | null, body: AuthorProfileDto): Promise<Answer<AuthorProfile>> =>
    http.put<AuthorProfile>(`/authors/${id}`, body, { ifMatch: etag }),
  delete: (id: string): Promise<void> => http.delete(`/authors/${id}`),
  user: (id: string): Promise<UserSummary> => http.get<UserSummary>(`/users/${id}`),
};
