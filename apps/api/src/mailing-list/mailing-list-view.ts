import type {
  MailingListConnection,
  MailingListState,
  MailingListStatus,
  MailingListView,
} from '@sitedesk/contract';
import type { MailingList } from './mailing-list.entity.js';

/** How many contacts wait, and how many were refused. */
export interface JobCounts {
  readonly waiting: number;
  readonly failed: number;
}

/** What the editor is told of a connection; never the key. */
export function toMailingListView(row: MailingList | null, counts: JobCounts): MailingListView {
  if (!row) return { state: 'not-connected', connection: null, status: null };
  return { state: stateOf(row), connection: toConnection(row), status: toStatus(row, counts) };
}

export function stateOf(row: MailingList): MailingListState {
  if (row.listId === null || row.consentRule === null) return 'incomplete';
  if (row.paused) return 'paused';
  return row.failures > 0 ? 'failing' : 'active';
}

function toConnection(row: MailingList): MailingListConnection {
  const { provider, apiUrl, accountName, mapping, consentRule: rule } = row;
  return {
    ...{ provider, apiUrl, accountName, mapping },
    apiKey: { isSet: true, updatedAt: row.keyUpdatedAt.toISOString() },
    list: row.listId === null ? null : { id: row.listId, name: row.listName ?? row.listId },
    consent: rule === null ? null : { rule, pages: row.consentPages, statement: row.consentStatement },
    connectedAt: row.connectedAt.toISOString(),
  };
}

function toStatus(row: MailingList, { waiting, failed }: JobCounts): MailingListStatus {
  const { failures, failingSince, heldUntil } = row;
  return {
    ...{ waiting, failed, synchronised: row.synchronised },
    lastSynchronisedAt: row.lastSynchronisedAt?.toISOString() ?? null,
    problem:
      failures === 0 || !failingSince || !heldUntil
        ? null
        : {
            detail: row.failureDetail ?? '',
            since: failingSince.toISOString(),
            nextAttemptAt: heldUntil.toISOString(),
            needsPerson: row.failureKind === 'configuration',
          },
  };
}
