/** Days that the chart of messages can show. */
export const CHART_DAYS = { min: 7, max: 90, default: 30 } as const;

/** What of messages needs attention. */
export type ContactAttention = 'delivery-failed' | 'messages-held' | 'alerts-off';
/** Steps to the first message. */
export type ContactStep = 'admin-address' | 'own-page' | 'first-submission';

/** One day of the chart, in the reader's time zone. */
export interface SubmissionDay {
  /** Calendar day, such as `2026-05-04`. */
  readonly day: string;
  /** Messages that were stored, also those whose email failed. */
  readonly accepted: number;
  /** Requests that were refused, each one of a flood too. */
  readonly refused: number;
}

/** Answer of `GET /editor/dashboard/submissions`; needs `contacts.manage` as well. */
export interface SubmissionsTile {
  /** The time zone of the days. */
  readonly zone: string;
  /** Oldest first, none left out, the last one is today. */
  readonly days: readonly SubmissionDay[];
  readonly accepted: number;
  readonly refused: number;
}

/** Answer of `GET /editor/dashboard/delivery`: what became of the emails of the last days' messages; needs `contacts.manage` as well. */
export interface DeliveryTile {
  readonly days: number;
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
}
