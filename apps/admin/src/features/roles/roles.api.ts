import type { Permission } from '@sitedesk/contract/permissions';
import type { PermissionExplanation, RoleDeletionPreview, RoleSummary } from '@sitedesk/contract/roles';
import type { CreateRoleDto, UpdateRoleDto } from '@sitedesk/contract/roles.dto';
import { http, query } from '../../app/http';

/** What is typed of a role. */
export interface RoleFields {
  name: string;
  description: string;
  permissions: readonly Permission[];
}

export const roleRequests = {
  read: (id: string) => http.read<RoleSummary>(`/roles/${id}`),
  create: (body: CreateRoleDto) => http.post<RoleSummary>('/roles', body),
  update: (id: string, etag: string | null, body: UpdateRoleDto) =>
    http.patch<RoleSummary>(`/roles/${id}`, body, { ifMatch: etag }),
  previewDeletion: (ids: readonly string[]) =>
    http.post<RoleDeletionPreview>('/roles/bulk-delete/preview', { ids }),
  deleteAll: (ids: readonly string[]): Promise<void> => http.post('/roles/bulk-delete', { ids }),
  explain: (user: string, permission: Permission) =>
    http.get<PermissionExplanation>(`/permissions/explain${query({ user, permission })}`),
};
