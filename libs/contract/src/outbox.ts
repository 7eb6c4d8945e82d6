import type { SystemText } from './system.js';
import { messages, type Worded } from './messages.js';

/**
 * `queued` waits for its time, `sending` is on its way, `sent` was taken by the provider, `dead` is not tried again by
 * itself, `cancelled` was stopped by a person. The last two wait for someone to retry.
 */
export const OUTBOX_STATES = ['queued', 'sending', 'sent', 'dead', 'cancelled'] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];

/** What an email is about: a visitor's submission, or the account of someone who runs the site. */
export const OUTBOX_KINDS = ['submission', 'account', 'article'] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** What of email needs attention. */
export type OutboxAttention = 'email-not-usable' | 'outbox-old';
/** A setup step. */
export type OutboxStep = 'email-provider';

/** Why something cannot be done to an email. */
export const OUTBOX_TEXTS = messages('outbox', {
  sending: 'This email is being sent right now. Try again in a minute.',
  sent: 'The provider already accepted this email.',
  notWaiting: 'This email is no longer waiting, so there’s nothing to cancel.',
  contentGone:
    'The text of a failed email that contains a secret link isn’t kept. Send a new one from where it came from.',
  cancelled: 'Canceled by {name}.',
  providerMissing: 'No email provider is configured.',
  senderMissing: 'No sender address is configured.',
  recipientMissing: 'No recipient is configured.',
  withdrawn: 'Canceled because what this email is about no longer exists.',
  linkExpired: 'The link in this email expired before it could be sent.',
  unreadable: 'The email can’t be decrypted with the available keys.',
  contactsOnly:
    'This email contains a visitor’s message. You need the permission to manage contacts to see it.',
  articlesOnly: 'This email is about an article. You need the permission to view pages to see it.',
});

/** Why an email was not handed over, where the provider itself did not say so; `{words}` are those of the system. */
export const DELIVERY_TEXTS = messages('delivery', {
  'not-allowed': 'This site isn’t allowed to connect to the provider’s address: {words}',
  certificate: 'The provider’s certificate isn’t valid: {words}',
  tls: 'No encrypted connection to the provider could be established: {words}',
  timeout: 'The provider didn’t respond in time: {words}',
  dns: 'The provider’s hostname wasn’t found: {words}',
  connection: 'The connection to the provider failed: {words}',
});

/** An email in the outbox, with why `retry` and `cancel` would be refused; null when they would not. */
export interface OutboxItem extends Worded<'retryProblem' | 'cancelProblem' | 'lastError'> {
  /** That of the submission, or of the account email. */
  readonly id: string;
  readonly kind: OutboxKind;
  readonly state: OutboxState;
  /** Null when it is not known anymore. */
  readonly to: string | null;
  /** What it is about: the sender's name of a submission, the kind of an account email. */
  readonly subject: string;
  readonly attempts: number;
  /** ISO 8601 instants in UTC. */
  readonly createdAt: string;
  /** Null unless it waits. */
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
  /** Marked as a test from the form's settings. */
  readonly test: boolean;
}

/** What became of one attempt: in the provider's own words, or in ours when it said nothing. */
export interface OutboxAttempt extends Worded<'detail'> {
  readonly at: string;
  /** `sent`, or the kind of the failure. */
  readonly outcome: string;
  readonly provider: string;
  readonly durationMs: number;
}

/** An email as it would leave now, or as it left. */
export interface OutboxEmailView {
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

/** Answer of `GET /editor/outbox/:id`; `emailProblem` says why there is no email to show. */
export interface OutboxDetail extends OutboxItem, Worded<'emailProblem'> {
  readonly history: readonly OutboxAttempt[];
  readonly email: OutboxEmailView | null;
}

/** Answer of `POST /editor/outbox/retry`. */
export interface OutboxRetryReport {
  /** Emails that wait again. */
  readonly retried: number;
  /** Given-up emails that cannot be sent again, because their text is not kept. */
  readonly notPossible: number;
}

/** What the check of the outbox finds. */
export const OUTBOX_SYSTEM_TEXTS = {
  'outbox-ok': { finding: 'Emails are sent on time.' },
  'outbox-late': {
    finding: 'An email has been waiting for more than 15 minutes.',
    fix: 'Check the email provider above. The outbox retries automatically.',
  },
  'outbox-stuck': {
    finding: 'An email has been waiting for more than 4 hours.',
    fix: 'Check the email provider above. After 72 hours, the email is marked as failed.',
  },
  'outbox-off': {
    finding: 'This instance doesn’t send email (OUTBOX_WORKER=off).',
    fix: 'Make sure that at least one other instance runs with OUTBOX_WORKER=on.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
