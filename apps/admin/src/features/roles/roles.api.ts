import type {
  Permission,
  PermissionExplanation,
  RoleDeletionPreview,
  RoleSummary,
  UserSummary,
} from '@sitedesk/contract';
import type { CreateRoleDto, UpdateRoleDto } from '@sitedesk/contract/dto';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { type Answer, http, query } from '../../app/http';
import type { ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of roles. */
export const ROLES = 'roles';

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

/** Every role of the site; there are few enough for one answer. */
export const useRoles = (): ReturnType<typeof useQuery<readonly RoleSummary[]>> =>
  useQuery<readonly RoleSummary[]>({
    queryKey: [ROLES, 'all'],
    queryFn: async () => (await http.get<ListPage<RoleSummary>>('/roles')).items,
  });

/** Says that roles, and so what users may do, are not what they were. */
export function useRolesChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [ROLES] }),
      client.invalidateQueries({ queryKey: ['users'] }),
    ]);
}

/** Users whose name begins so, for a select. */
export async function findUsers(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<UserSummary>>(`/users${query({ sort: 'displayName', q: term })}`);
  return items.map(({ id, displayName, email }) => ({ value: id, label: displayName, description: email }));
}
