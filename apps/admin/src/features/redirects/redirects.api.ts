import type { ImportedRedirects, Redirect, TriedUrl } from '@sitedesk/contract/redirects';
import type { RedirectDto } from '@sitedesk/contract/redirects.dto';
import { http, query } from '../../app/http';

/** First part of every query of redirects. */
export const REDIRECTS = 'redirects';

export const redirectRequests = {
  read: (id: string) => http.read<Redirect>(`/redirects/${id}`),
  create: (body: RedirectDto) => http.post<Redirect>('/redirects', body),
  replace: (id: string, etag: string | null, body: RedirectDto) =>
    http.put<Redirect>(`/redirects/${id}`, body, { ifMatch: etag }),
  delete: (id: string): Promise<void> => http.delete(`/redirects/${id}`),
  release: (path: string, reason: string): Promise<void> =>
    http.post('/articles/release-address', { path, reason }),
  checkImport: (rows: readonly RedirectDto[]) =>
    http.post<ImportedRedirects>('/redirects/import/check', { rows }),
  import: (rows: readonly RedirectDto[]) => http.post<ImportedRedirects>('/redirects/import', { rows }),
  try: (url: string) => http.get<TriedUrl>(`/redirects/try${query({ url })}`),
};
