import type {
  ContactTestTimeline,
  ContactTimelineEvent,
  OutboxState,
  SubmissionStatus,
} from '@sitedesk/contract';

/** A test submission, and what the outbox knows of its mail. */
export interface TestRow {
  readonly id: string;
  readonly receiptCode: string;
  readonly status: SubmissionStatus;
  readonly error: string | null;
  readonly receivedAt: Date;
  readonly state: OutboxState | null;
  readonly queuedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export interface TestAttemptRow {
  readonly at: Date;
  readonly outcome: string;
  readonly provider: string;
  readonly detail: string;
}

export const TEST_SUBMISSION = {
  name: 'test_submission',
  text: `SELECT s.id, s.receipt_code AS "receiptCode", s.status, s.error, s.received_at AS "receivedAt", o.state,
                o.created_at AS "queuedAt", o.next_attempt_at AS "nextAttemptAt"
           FROM contact_submission s LEFT JOIN outbox_message o ON o.tenant_id = s.tenant_id AND o.id = s.id
          WHERE s.tenant_id = $1 AND s.id = $2 AND s.is_test`,
} as const;

export const TEST_ATTEMPTS = {
  name: 'test_attempts',
  text: `SELECT at, outcome, provider, detail FROM delivery_attempt
          WHERE tenant_id = $1 AND outbox_id = $2 ORDER BY at, id LIMIT 100`,
} as const;

/** What happened to a test submission, in order. */
export function timelineOf(row: TestRow, attempts: readonly TestAttemptRow[]): ContactTestTimeline {
  const { id, receiptCode, status, error, receivedAt, state, queuedAt, nextAttemptAt } = row;
  const events: ContactTimelineEvent[] = [event('received', receivedAt, `Receipt ${receiptCode}`)];
  if (queuedAt) events.push(event('queued', queuedAt, 'The mail is in the outbox.'));
  for (const { at, outcome, provider, detail } of attempts) {
    events.push(event(outcome === 'sent' ? 'sent' : 'attempt', at, `${provider}: ${detail}`));
  }
  const end = attempts.at(-1)?.at ?? receivedAt;
  if (state === 'cancelled') events.push(event('cancelled', end, error ?? ''));
  else if (status === 'failed') events.push(event('failed', end, error ?? ''));
  const waits = state === 'queued' && nextAttemptAt !== null;
  return {
    ...{ submissionId: id, receiptCode, status, events },
    nextAttemptAt: waits ? nextAttemptAt.toISOString() : null,
    finished: state === null || ['sent', 'dead', 'cancelled'].includes(state),
  };
}

const event = (kind: ContactTimelineEvent['kind'], at: Date, detail: string): ContactTimelineEvent => ({
  kind,
  at: at.toISOString(),
  detail,
});
