import {
  CONTACT_TEST_TEXTS,
  type ContactTestTimeline,
  type ContactTimelineEvent,
} from '@sitedesk/contract/contact-form';
import { type Message, storedMessage, worded } from '@sitedesk/contract/messages';
import type { OutboxState } from '@sitedesk/contract/outbox';

import { OUTBOX_STATE } from '../../email/outbox/outbox-state.js';
import { statement } from '../../platform/database/sql.js';
import type { DeliveryAttempt } from '../../email/outbox/delivery-attempt.entity.js';
import type { ContactSubmission } from '../submissions/contact-submission.entity.js';

/** A test submission, and what the outbox knows of its mail. */
export interface TestRow extends Pick<
  ContactSubmission,
  'id' | 'receiptCode' | 'status' | 'error' | 'errorCode' | 'receivedAt'
> {
  readonly state: OutboxState | null;
  readonly queuedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export type TestAttemptRow = Pick<DeliveryAttempt, 'at' | 'outcome' | 'detail' | 'detailCode'>;

export const TEST_SUBMISSION = statement('test_submission')`
SELECT s.id, s.receipt_code AS "receiptCode", s.status, s.error, s.error_code AS "errorCode", s.received_at AS "receivedAt", ${OUTBOX_STATE} AS state,
       o.created_at AS "queuedAt", o.next_attempt_at AS "nextAttemptAt"
  FROM contact_submission s LEFT JOIN job o ON o.tenant_id = s.tenant_id AND o.id = s.id
 WHERE s.tenant_id = $1 AND s.id = $2 AND s.is_test`;

export const TEST_ATTEMPTS = statement('test_attempts')`
SELECT at, outcome, detail, detail_code AS "detailCode" FROM delivery_attempt
 WHERE tenant_id = $1 AND job_id = $2 ORDER BY at, id LIMIT 100`;

/** What happened to a test submission, in order. */
export function timelineOf(row: TestRow, attempts: readonly TestAttemptRow[]): ContactTestTimeline {
  const { id, receiptCode, status, receivedAt, state, queuedAt, nextAttemptAt } = row;
  const events: ContactTimelineEvent[] = [
    event('received', receivedAt, CONTACT_TEST_TEXTS.receipt({ code: receiptCode })),
  ];
  if (queuedAt) events.push(event('queued', queuedAt, CONTACT_TEST_TEXTS.queued));
  for (const { at, outcome, detail, detailCode } of attempts) {
    events.push(event(outcome === 'sent' ? 'sent' : 'attempt', at, storedMessage(detail, detailCode)));
  }
  const end = attempts.at(-1)?.at ?? receivedAt;
  const why = storedMessage(row.error ?? '', row.errorCode);
  if (state === 'cancelled') events.push(event('cancelled', end, why));
  else if (status === 'failed') events.push(event('failed', end, why));
  const waits = state === 'queued' && nextAttemptAt !== null;
  return {
    submissionId: id,
    receiptCode,
    status,
    events,
    nextAttemptAt: waits ? nextAttemptAt.toISOString() : null,
    finished: state === null || ['sent', 'dead', 'cancelled'].includes(state),
  };
}

const event = (kind: ContactTimelineEvent['kind'], at: Date, detail: Message): ContactTimelineEvent => ({
  kind,
  at: at.toISOString(),
  ...worded('detail', detail),
});
