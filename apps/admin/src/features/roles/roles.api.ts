import type { Permission } from '@sitedesk/contract/permissions';
import type { PermissionExplanation, RoleDeletionPreview, RoleSummary } from '@sitedesk/contract/roles';
import type { CreateRoleDto, UpdateRoleDto } from '@sitedesk/contract/roles.dto';
import { type Answer, http, query } from '../../app/http';

export const roleRequests = {
  read: (id: string): Promise<Answer<RoleSummary>> => http.read<RoleSummary>(`/roles/${id}`),
  create: (body: CreateRoleDto): Promise<RoleSummary> => http.post<RoleSummary>('/roles', body),
  update: (id: string, etag: string | null, body: UpdateRoleDto): Promise<Answer<RoleSummary>> =>
    http.patch<RoleSummary>(`/roles/${id}`, body, { ifMatch: etag }),
  previewDeletion: (ids: readonly string[]): Promise<RoleDeletionPreview> =>
    http.post<RoleDeletionPreview>('/roles/bulk-delete/preview', { ids }),
  deleteAll: (ids: readonly string[]): Promise<void> => http.post('/roles/bulk-delete', { ids }),
  explain: (user: string, permission: Permission): Promise<PermissionExplanation> =>
    http.get<PermissionExplanation>(`/permissions/explain${query({ user, permission })}`),
};
