import type { SubmissionStatus } from '@sitedesk/contract/contact';
import {
  type ContactDelivery,
  type ContactFolder,
  type ContactSummary,
  INBOX_LIMITS,
} from '@sitedesk/contract/inbox';

/** What a list needs of a message. */
export interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The beginning of the message. */
  readonly beginning: string;
  readonly page: string | null;
  readonly receivedAt: Date;
  readonly receiptCode: string;
  readonly folder: ContactFolder;
  readonly readAt: Date | null;
  readonly status: SubmissionStatus;
  readonly error: string | null;
  readonly isTest: boolean;
}

/** Of `s`, for a {@link ContactRow}. Twice as much of the message as is shown: white space may be most of it. */
export const SUMMARY_COLUMNS = `s.id, s.name, s.email, left(s.message, ${2 * INBOX_LIMITS.excerpt}) AS beginning, s.page,
  s.received_at AS "receivedAt", s.receipt_code AS "receiptCode", s.folder, s.read_at AS "readAt", s.status, s.error,
  s.is_test AS "isTest"`;

export function toContactSummary(row: ContactRow): ContactSummary {
  const { id, name, email, page, receiptCode, folder, isTest } = row;
  return {
    id,
    name,
    email,
    page,
    receiptCode,
    folder,
    isTest,
    excerpt: excerptOf(row.beginning),
    receivedAt: row.receivedAt.toISOString(),
    unread: row.readAt === null,
    delivery: deliveryOf(row.status, row.error),
  };
}

/** What became of the notification, in the words of the inbox. */
export function deliveryOf(status: SubmissionStatus, error: string | null): ContactDelivery {
  switch (status) {
    case 'sent':
      return 'sent';
    case 'queued':
      return error === null ? 'queued' : 'retrying';
    case 'stored':
      return 'off';
    case 'held':
      return 'held';
    case 'failed':
    case 'refused':
      return 'failed';
    default:
      return status satisfies never;
  }
}

/** One line, cut between characters. */
function excerptOf(beginning: string): string {
  const line = beginning.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const characters = [...line];
  if (characters.length <= INBOX_LIMITS.excerpt) return line;
  return `${characters.slice(0, INBOX_LIMITS.excerpt).join('')}…`;
}
