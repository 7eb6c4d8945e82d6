import type {
  AuditActions,
  AuditExportFormat,
  AuditRecord,
  AuditVerification,
} from '@sitedesk/contract/audit';
import type { UserSummary } from '@sitedesk/contract/users';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { http, query } from '../../app/http';
import type { ListFilters, ListPage } from '../../composables/usePagedList';
import type { RemoteOption } from '../../ui/RemoteSelect.vue';

/** First part of every query of the audit log. */
export const AUDIT = 'audit';

export const auditRequests = {
  actions: async (): Promise<readonly string[]> => (await http.get<AuditActions>('/audit/actions')).items,
  find: (id: string): Promise<AuditRecord> => http.get<AuditRecord>(`/audit/${id}`),
  verify: (): Promise<AuditVerification> => http.get<AuditVerification>('/audit/verify'),
};

/** Where the browser itself fetches the file from. */
export const exportUrl = (format: AuditExportFormat, filters: ListFilters): string =>
  `${EDITOR_PATH}/audit/export${query({ ...filters, format })}`;

/** Users whose name begins so, for a select. */
export async function findActors(term: string): Promise<readonly RemoteOption[]> {
  const { items } = await http.get<ListPage<UserSummary>>(`/users${query({ sort: 'displayName', q: term })}`);
  return items.map(({ id, displayName, email }) => ({ value: id, label: displayName, description: email }));
}
