import type { AuthorProfile, UserSummary } from '@sitedesk/contract';
import type { AuthorProfileDto } from '@sitedesk/contract/dto';
import { type Answer, http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

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

/** Users whose name begins so, for a select. */
export async function findUsers(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<UserSummary>>(`/users${query({ sort: 'displayName', q: term })}`);
  return items.map(({ id, displayName, email }) => ({ value: id, label: displayName, description: email }));
}
