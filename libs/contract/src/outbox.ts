/**
 * `queued` waits for its time, `sending` is on its way, `sent` was taken by the provider, `dead` is not tried again by
 * itself, `cancelled` was stopped by a person. The last two wait for somebody to retry.
 */
export const OUTBOX_STATES = ['queued', 'sending', 'sent', 'dead', 'cancelled'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** What a mail tells of: a visitor's submission, or the account of somebody who runs the site. */
export const OUTBOX_KINDS = ['submission', 'account'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** Why something cannot be done to a mail. */
export const OUTBOX_TEXTS = {
  sending: 'This mail is on its way at this moment. Try again in a minute.',
  sent: 'The provider has taken this mail already.',
  notWaiting: 'This mail does not wait any more, so there is nothing to cancel.',
  contentGone:
    'The text of this mail is not kept after it was given up, because it holds a secret link. Cause a new one where it came from.',
  cancelled: 'Cancelled by {name}.',
  contactsOnly: 'This mail holds a message of a visitor. It is shown to those who manage contacts.',
} as const;

/** A mail in the outbox. */
export interface OutboxItem {
  /** That of the submission, or of the account mail. */
  readonly id: string;
  readonly kind: OutboxKind;
  readonly state: OutboxState;
  /** Null when it is not known any more. */
  readonly to: string | null;
  /** What it is about: the sender's name of a submission, the kind of an account mail. */
  readonly subject: string;
  readonly attempts: number;
  /** ISO 8601 instants in UTC. */
  readonly createdAt: string;
  /** Null unless it waits. */
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
  readonly lastError: string | null;
  /** Marked as a test from the form's settings. */
  readonly test: boolean;
  /** Why `retry` would be refused; null when it would not. */
  readonly retryProblem: string | null;
  /** Why `cancel` would be refused; null when it would not. */
  readonly cancelProblem: string | null;
}

/** What a provider said to one attempt. */
export interface OutboxAttempt {
  readonly at: string;
  /** `sent`, or the kind of the failure. */
  readonly outcome: string;
  readonly provider: string;
  /** The provider's own words. */
  readonly detail: string;
  readonly durationMs: number;
}

/** A mail as it would leave now, or as it left. */
export interface OutboxMailView {
  readonly from: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  /** Own template with escaped values; show it in a sandbox all the same. */
  readonly html: string;
  /** A secret link in it is not shown. */
  readonly linkHidden: boolean;
}

/** Answer of `GET /editor/outbox/:id`. */
export interface OutboxDetail extends OutboxItem {
  readonly history: readonly OutboxAttempt[];
  readonly mail: OutboxMailView | null;
  /** Why there is no mail to show. */
  readonly mailProblem: string | null;
}

/** Answer of `POST /editor/outbox/retry`. */
export interface OutboxRetryReport {
  /** Mails that wait again. */
  readonly retried: number;
  /** Given-up mails that cannot be sent again, because their text is not kept. */
  readonly notPossible: number;
}
