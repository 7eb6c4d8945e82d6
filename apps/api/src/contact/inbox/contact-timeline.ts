import type { ContactEvent } from '@sitedesk/contract/inbox';
import type { OutboxState } from '@sitedesk/contract/outbox';
import type { DeliveryAttempt } from '../../email/outbox/delivery-attempt.entity.js';
import type { JobRow } from '../../platform/jobs/job.entity.js';
import type { ContactSubmission } from '../submissions/contact-submission.entity.js';

/** What is known of a message's notification. */
export interface Delivery extends Pick<ContactSubmission, 'receivedAt' | 'status' | 'error' | 'errorCode'> {
  /** Undefined when nothing was ever put into the outbox. */
  readonly outbox: QueuedEmail | undefined;
  /** The oldest first. */
  readonly attempts: readonly RecordedAttempt[];
  /** Until when the site's whole queue is paused. */
  readonly heldUntil: Date | null;
}

/** Of an email: `createdAt` is when it was put into the queue, the last time. */
export interface QueuedEmail extends Pick<
  JobRow,
  'createdAt' | 'nextAttemptAt' | 'lastError' | 'lastErrorCode'
> {
  readonly state: OutboxState;
}

/** An attempt to deliver, and what the provider said. */
export type RecordedAttempt = Pick<
  DeliveryAttempt,
  'at' | 'outcome' | 'provider' | 'detail' | 'detailCode' | 'durationMs'
>;

/** The life of a message from receipt to delivery, in the order of time; what is still to come stands last. */
export function timelineOf(delivery: Delivery): readonly ContactEvent[] {
  const { receivedAt, outbox, attempts } = delivery;
  const past: readonly ContactEvent[] = [
    { kind: 'received', at: receivedAt.toISOString() },
    ...(outbox ? [{ kind: 'queued' as const, at: outbox.createdAt.toISOString() }] : []),
    ...attempts.map((attempt) => ({ ...attempt, kind: 'attempt' as const, at: attempt.at.toISOString() })),
  ];
  // An email that was sent again went into the queue after its first attempts.
  const ordered = past.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...ordered, ...outlookOf(delivery)];
}

/** What will happen, or why nothing will. */
function outlookOf(delivery: Delivery): readonly ContactEvent[] {
  const { status, error, errorCode, outbox, receivedAt, heldUntil } = delivery;
  const receipt = receivedAt.toISOString();
  if (status === 'stored') return [{ kind: 'off', at: receipt }];
  if (status === 'held') return [{ kind: 'held', at: receipt }];
  const givenUp = (at: string): ContactEvent =>
    outbox?.lastError == null
      ? { kind: 'given-up', at, detail: error, detailCode: errorCode }
      : { kind: 'given-up', at, detail: outbox.lastError, detailCode: outbox.lastErrorCode };
  if (!outbox) return status === 'failed' ? [givenUp(receipt)] : [];
  switch (outbox.state) {
    case 'sent':
      return [];
    case 'sending':
      return [{ kind: 'next-attempt', at: outbox.nextAttemptAt.toISOString(), now: true }];
    case 'queued': {
      const at = new Date(Math.max(outbox.nextAttemptAt.getTime(), heldUntil?.getTime() ?? 0));
      return [{ kind: 'next-attempt', at: at.toISOString(), now: false }];
    }
    case 'cancelled':
    case 'dead': {
      const last = delivery.attempts.at(-1)?.at ?? outbox.createdAt;
      return [givenUp(last.toISOString())];
    }
    default:
      return outbox.state satisfies never;
  }
}
