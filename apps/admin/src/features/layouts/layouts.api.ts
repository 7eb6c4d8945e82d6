import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type {
  LayoutCheck,
  LayoutDetails,
  LayoutSource,
  LayoutVersionDetails,
  LiveLayout,
} from '@sitedesk/contract/layouts';
import type { CreateLayoutDto, SaveLayoutDto } from '@sitedesk/contract/layouts.dto';
import { http, query } from '../../app/http';

/** First part of every query of layouts. */
export const LAYOUTS = 'layouts';

export const layoutRequests = {
  live: () => http.get<LiveLayout>('/layouts/live'),
  read: (id: string) => http.read<LayoutDetails>(`/layouts/${id}`),
  create: (body: CreateLayoutDto) => http.post<LayoutDetails>('/layouts', body),
  check: (source: LayoutSource) => http.post<LayoutCheck>('/layouts/check', { source }),
  save: (id: string, etag: string | null, body: SaveLayoutDto) =>
    http.put<LayoutDetails>(`/layouts/${id}`, body, { ifMatch: etag }),
  publish: (id: string, etag: string | null, note: string) =>
    http.post<LiveLayout>(`/layouts/${id}/publish`, { note: note || null }, { ifMatch: etag }),
  undo: (sequence: number) =>
    http.post<LiveLayout>('/layouts/undo-publication', undefined, { ifMatch: `"v${sequence}"` }),
  delete: (id: string): Promise<void> => http.delete(`/layouts/${id}`),
  version: (id: string, version: number) =>
    http.get<LayoutVersionDetails>(`/layouts/${id}/versions/${version}`),
};

/** Where a frame finds a page with the draft. */
export const previewAddress = (id: string, path: string): string =>
  `${EDITOR_PATH}/layouts/${id}/preview${query({ path })}`;
