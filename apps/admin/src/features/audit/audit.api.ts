import type {
  AuditActions,
  AuditExportFormat,
  AuditRecord,
  AuditVerification,
  AuditVerificationState,
} from '@sitedesk/contract/audit';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { http, query } from '../../app/http';
import type { ListFilters } from '../../composables/usePagedList';

/** First part of every query of the audit log. */
export const AUDIT = 'audit';

export const auditRequests = {
  actions: async (): Promise<readonly string[]> => (await http.get<AuditActions>('/audit/actions')).items,
  find: (id: string) => http.get<AuditRecord>(`/audit/${id}`),
  verification: () => http.get<AuditVerificationState>('/audit/verification'),
  verify: () => http.get<AuditVerification>('/audit/verify'),
};

/** Where the file is, for `download`. */
export const exportUrl = (format: AuditExportFormat, filters: ListFilters): string =>
  `${EDITOR_PATH}/audit/export${query({ ...filters, format })}`;
