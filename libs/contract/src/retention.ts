import { messages } from './messages.js';
import type { SystemText } from './system.js';

/**
 * What is deleted when it is old. `trash` are messages there, `articles` and `files` likewise; `versions` are those of articles that nobody
 * asked for, `file-versions` what files held before they were replaced; `attempts` are those to submit, accepted or refused; `emails` those that were sent.
 */
export const RETENTION_KINDS = [
  'messages',
  'trash',
  'articles',
  'files',
  'versions',
  'file-versions',
  'attempts',
  'emails',
  'webhooks',
  'imports',
  'audit',
] as const;
export type RetentionKindName = (typeof RETENTION_KINDS)[number];

export const RETENTION_LIMITS = {
  /** The longest that can be set. */
  days: 36_500,
  /** Counting ends here. */
  counted: 10_000,
} as const;

/** What is wrong with a number of days, as the rest of a sentence that begins with the setting's name. */
export const RETENTION_TEXTS = messages('retention', {
  days: 'must be 0 (keep permanently) or a whole number from {min} to {max}',
});

/** Answer of `GET /editor/retention/due`: what a number of days would delete now. */
export interface RetentionDue {
  readonly count: number;
  /** There is more than was counted. */
  readonly hasMore: boolean;
}

/** What the check of the system page finds. */
export const RETENTION_SYSTEM_TEXTS = {
  'retention-ok': { finding: 'Old data is deleted every day as set.' },
  'retention-first': { finding: 'The first daily run starts in a few minutes.' },
  'retention-running': { finding: 'Old data is being deleted.' },
  'retention-late': {
    finding: 'No old data has been deleted for two days.',
    fix: 'Make sure at least one instance runs with OUTBOX_WORKER=on.',
  },
  'retention-failed': {
    finding: 'The last daily run failed. It’s retried every ten minutes.',
    fix: 'Look for the event retention.failed in the log.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
export type RetentionCode = keyof typeof RETENTION_SYSTEM_TEXTS;
