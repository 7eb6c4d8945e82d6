import type { MessageCode } from '@sitedesk/contract/messages';
import type { ExportCounts } from '@sitedesk/contract/site-export';

/** How an export of a site went, and whether one is to be made. */
export interface ExportStateRow {
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly counts: ExportCounts | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly is_queued: boolean;
  readonly is_running: boolean;
}

/**
 * Finds it for the site `$1`, one row in any case.
 * @param table of the runs
 * @param kind of the job, which is its target too
 */
export const stateOfExport = (
  table: 'folder_export' | 'site_export',
  kind: string,
): string => `SELECT e.started_at, e.finished_at, e.counts, e.error, e.error_code,
    EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.target = '${kind}' AND j.state = 'queued') AS is_queued,
    EXISTS (SELECT FROM job j WHERE j.tenant_id = $1 AND j.target = '${kind}' AND j.state = 'running') AS is_running
  FROM (SELECT) one LEFT JOIN ${table} e ON e.tenant_id = $1`;

/** What an export that is on does now. @param isHeld because the place can't be used */
export function stepOf(
  row: ExportStateRow | undefined,
  isHeld: boolean,
): 'running' | 'held' | 'waiting' | 'ready' {
  if (row?.is_running) return 'running';
  if (isHeld) return 'held';
  return row?.is_queued ? 'waiting' : 'ready';
}
