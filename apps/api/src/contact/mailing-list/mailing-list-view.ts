import type {
  MailingListConnection,
  MailingListState,
  MailingListStatus,
  MailingListView,
} from '@sitedesk/contract/mailing-list';
import type { JobHold } from '../../platform/jobs/job-hold.entity.js';
import type { JobCounts } from '@sitedesk/contract/system';
import { isReady, type MailingList } from './mailing-list.entity.js';

/** What the administration sees of a connection; never the key. */
export function toMailingListView(
  row: MailingList | null,
  hold: JobHold | null,
  counts: JobCounts | undefined,
): MailingListView {
  if (!row) return { state: 'not-connected', connection: null, status: null };
  // While contacts wait for a person, the hold says nothing of the service.
  const trouble = isReady(row) ? hold : null;
  return {
    state: stateOf(row, trouble),
    connection: toConnection(row),
    status: toStatus(row, trouble, counts),
  };
}

function stateOf(row: MailingList, trouble: JobHold | null): MailingListState {
  if (row.listId === null || row.consentRule === null) return 'incomplete';
  if (row.paused) return 'paused';
  return trouble ? 'failing' : 'active';
}

function toConnection(row: MailingList): MailingListConnection {
  const { provider, apiUrl, accountName, mapping, consentRule: rule } = row;
  return {
    provider,
    apiUrl,
    accountName,
    mapping,
    apiKey: { isSet: true, updatedAt: row.keyUpdatedAt.toISOString() },
    list: row.listId === null ? null : { id: row.listId, name: row.listName ?? row.listId },
    consent: rule === null ? null : { rule, pages: row.consentPages, statement: row.consentStatement },
    connectedAt: row.connectedAt.toISOString(),
  };
}

function toStatus(
  row: MailingList,
  trouble: JobHold | null,
  counts: JobCounts | undefined,
): MailingListStatus {
  return {
    waiting: counts ? counts.queued + counts.held + counts.running : 0,
    failed: counts?.dead ?? 0,
    synchronised: row.synchronised,
    lastSynchronisedAt: row.lastSynchronisedAt?.toISOString() ?? null,
    problem: trouble && {
      detail: trouble.detail,
      detailCode: trouble.detailCode,
      since: trouble.since.toISOString(),
      nextAttemptAt: trouble.heldUntil.toISOString(),
      needsPerson: trouble.kind === 'configuration',
    },
  };
}
