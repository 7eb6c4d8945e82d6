import type { ContactAction } from '@sitedesk/contract/inbox';
import { REQUEUE } from '../contact/notification-statements.js';

/** What an action does to a message, and to which: others it meets are as they should be. */
interface Change {
  readonly set: string;
  readonly when: string;
}

const CHANGES = {
  'mark-read': { set: 'read_at = now()', when: 's.read_at IS NULL' },
  'mark-unread': { set: 'read_at = NULL', when: 's.read_at IS NOT NULL' },
  archive: { set: `folder = 'archived', archived_at = now()`, when: `s.folder = 'inbox'` },
  unarchive: { set: `folder = 'inbox', archived_at = NULL`, when: `s.folder = 'archived'` },
  trash: { set: `folder = 'trash', trashed_at = now()`, when: `s.folder <> 'trash'` },
  restore: {
    set: `folder = CASE WHEN s.status = 'held' THEN 'held' WHEN s.archived_at IS NULL THEN 'inbox' ELSE 'archived' END,
      trashed_at = NULL`,
    when: `s.folder = 'trash'`,
  },
} as const satisfies Partial<Record<ContactAction, Change>>;

/** In the order of their ids, so that two people at the same messages never wait for each other in a circle. */
const chosen = (when: string): string => `
WITH chosen AS (
  SELECT s.id FROM contact_submission s
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND ${when}
  ORDER BY s.id FOR UPDATE)`;

const change = ({ set, when }: Change): string => `${chosen(when)}
UPDATE contact_submission s SET ${set}, action_id = $3 FROM chosen
WHERE s.id = chosen.id AND s.tenant_id = $1 RETURNING s.id`;

/**
 * The jobs of a message go with it, by a trigger. They are locked first, as a worker does that records what became of one:
 * it takes the job, then the message.
 */
const DELETE = `
WITH held AS (
  SELECT j.id FROM job j WHERE j.tenant_id = $1 AND (j.id = ANY($2::uuid[]) OR j.subject_id = ANY($2::uuid[]))
  ORDER BY j.id FOR UPDATE
), chosen AS (
  SELECT s.id FROM contact_submission s
  WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND s.folder = 'trash' AND (SELECT count(*) FROM held) >= 0
  ORDER BY s.id FOR UPDATE)
DELETE FROM contact_submission s USING chosen WHERE s.id = chosen.id AND s.tenant_id = $1 RETURNING s.id`;

/**
 * The statement of an action on some messages; it returns the ids of those it changed. `$1` the tenant, `$2` the ids, and
 * where {@link leavesMark} says so `$3` the id of the action.
 */
export function actionStatement(action: Exclude<ContactAction, 'release'>): string {
  if (action === 'resend') return REQUEUE;
  if (action === 'delete') return DELETE;
  return change(CHANGES[action]);
}

/** Whether the action can be found again on the messages it changed. */
export const leavesMark = (action: Exclude<ContactAction, 'release'>): boolean =>
  action !== 'resend' && action !== 'delete';
