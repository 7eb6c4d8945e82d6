import type { OutboxState } from '@sitedesk/contract/outbox';
import type { JobState } from '../../platform/jobs/job.entity.js';

/** What the state of an email's job is called outside. */
export const OUTBOX_STATE_OF = {
  queued: 'queued',
  running: 'sending',
  done: 'sent',
  dead: 'dead',
  cancelled: 'cancelled',
} as const satisfies Record<JobState, OutboxState>;

/** The same in SQL, for a job `o`; null without one. */
export const OUTBOX_STATE = `CASE o.state WHEN 'running' THEN 'sending' WHEN 'done' THEN 'sent' ELSE o.state END`;
