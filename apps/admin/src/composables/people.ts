import type { RoleSummary } from '@sitedesk/contract/roles';
import type { UserSummary } from '@sitedesk/contract/users';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';
import { http, query } from '../app/http';
import type { RemoteOption } from '../ui/RemoteSelect.vue';
import type { ListPage } from './usePagedList';

/** First part of every query of users, and of roles: a change of one changes what is shown of the other. */
export const USERS = 'users';
export const ROLES = 'roles';

/** Every role of the site; there are few enough for one answer. */
export const useRoles = (): ReturnType<typeof useQuery<readonly RoleSummary[]>> =>
  useQuery<readonly RoleSummary[]>({
    queryKey: [ROLES, 'all'],
    queryFn: async () => (await http.get<ListPage<RoleSummary>>('/roles')).items,
  });

/** The roles that can be given, for a select. */
export function useRoleItems(): ComputedRef<{ readonly value: string; readonly label: string }[]> {
  const { data } = useRoles();
  return computed(() =>
    (data.value ?? [])
      .filter(({ assignable }) => assignable)
      .map(({ id, name }) => ({ value: id, label: name })),
  );
}

/** Reads users and roles again. */
export function usePeopleChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [USERS] }),
      client.invalidateQueries({ queryKey: [ROLES] }),
    ]);
}

/** Users whose name begins so, for a select. */
export async function findUsers(
  term: string,
  filters: { readonly status?: 'active' } = {},
): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<UserSummary>>(
    `/users${query({ ...filters, sort: 'displayName', q: term })}`,
  );
  return items.map(({ id, displayName, email }) => ({ value: id, label: displayName, description: email }));
}
