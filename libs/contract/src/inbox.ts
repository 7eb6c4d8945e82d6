import { type MessageCode, messages, type Worded } from './messages.js';
import type { CONTACT_ERRORS } from './contact.js';
import type { SortOrder } from './users.js';

/** Numbers of the inbox; texts in characters. */
export const INBOX_LIMITS = {
  search: { min: 1, max: 200 },
  /** Words of a search that count; what comes after them is ignored. */
  searchWords: 10,
  /** Messages named one by one in one action. */
  ids: 500,
  /** Messages that one request of an action for all that match changes; the page goes on with the next request. */
  batch: 2_000,
  /** What is counted at least, where counting to the end takes too long. */
  countedAtLeast: 1_000,
  /** A list shows so much of a message. */
  excerpt: 200,
  /** Nothing is counted further than this for a badge: the page then says `10,000+`. */
  countedTo: 10_000,
  /** Exports that one instance serves at the same time. */
  exportsAtOnce: 2,
  /** An export whose reader takes nothing for so long is given up, in seconds. */
  exportStallSeconds: 60,
} as const;

/** Where a message lies. */
export type ContactFolder = 'inbox' | 'held' | 'archived' | 'trash';

/**
 * What the tabs show. `held`: nothing proves that a person wrote it, so someone decides first; `failed`: the notification did
 * not leave, wherever the message lies but in the trash; `all`: every message.
 */
export const CONTACT_VIEWS = ['inbox', 'held', 'archived', 'trash', 'failed', 'all'] as const;
export type ContactView = (typeof CONTACT_VIEWS)[number];

/**
 * What became of the notification. `queued`: it waits for its first attempt; `retrying`: an attempt failed and there will
 * be another; `sent`: the provider took it; `failed`: nobody tries anymore; `off`: none was queued, because alerts were off;
 * `held`: none before someone releases the message.
 */
export const CONTACT_DELIVERIES = ['queued', 'retrying', 'sent', 'failed', 'off', 'held'] as const;
export type ContactDelivery = (typeof CONTACT_DELIVERIES)[number];

/** What a list is sorted by; names and addresses without regard to case. */
export const CONTACT_SORTS = ['received', 'name', 'email'] as const;
export type ContactSort = (typeof CONTACT_SORTS)[number];

/** The newest first, names and addresses from A to Z, unless something else is asked for. */
export const DEFAULT_CONTACT_ORDER = {
  received: 'desc',
  name: 'asc',
  email: 'asc',
} as const satisfies Record<ContactSort, SortOrder>;

/**
 * What can be done to messages. `release` moves a held message to the inbox and sends its notification; `delete` is for
 * messages in the trash, and permanently; `resend` puts the notification into the queue again, with the same Message-ID as
 * before.
 */
export const CONTACT_ACTIONS = [
  'mark-read',
  'mark-unread',
  'archive',
  'unarchive',
  'trash',
  'restore',
  'release',
  'resend',
  'delete',
] as const;
export type ContactAction = (typeof CONTACT_ACTIONS)[number];

/** How an action is taken back; null: it cannot be. */
export const INVERSE_CONTACT_ACTIONS: Readonly<Record<ContactAction, ContactAction | null>> = {
  'mark-read': 'mark-unread',
  'mark-unread': 'mark-read',
  archive: 'unarchive',
  unarchive: 'archive',
  trash: 'restore',
  restore: 'trash',
  release: null,
  resend: null,
  delete: null,
};

/** The page of the administration with one message open, below its URL. */
export const contactPath = (id: string): string => `/admin/inbox?id=${id}`;

/** A message in a list. */
export interface ContactSummary {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The beginning of the message on one line. */
  readonly excerpt: string;
  /** Address of the page that held the form, as the browser sent it. */
  readonly page: string | null;
  /** ISO 8601 instant in UTC. */
  readonly receivedAt: string;
  readonly receiptCode: string;
  readonly folder: ContactFolder;
  readonly unread: boolean;
  readonly delivery: ContactDelivery;
  /** Sent from the settings of the form, to try it out. */
  readonly isTest: boolean;
}

/** Answer of `GET /editor/contacts`. */
export interface ContactPage {
  readonly items: readonly ContactSummary[];
  readonly nextCursor: string | null;
}

/** One moment in the life of a message, from receipt to delivery. */
export type ContactEvent =
  | { readonly kind: 'received'; readonly at: string }
  /** The notification went into the queue; again, when someone sent it again. */
  | { readonly kind: 'queued'; readonly at: string }
  | {
      readonly kind: 'attempt';
      readonly at: string;
      /** `sent`, or how it failed: `temporary`, `permanent`, `configuration`. */
      readonly outcome: string;
      readonly provider: string;
      /** The provider's own words, or ours when it said nothing. */
      readonly detail: string;
      readonly detailCode: MessageCode | null;
      readonly durationMs: number;
    }
  /** Still to come; `now` says that it is running at this moment. */
  | { readonly kind: 'next-attempt'; readonly at: string; readonly now: boolean }
  /** Why nobody tries anymore. */
  | ({ readonly kind: 'given-up'; readonly at: string } & Worded<'detail'>)
  /** Alerts were off: no notification was queued. */
  | { readonly kind: 'off'; readonly at: string }
  /** No notification before someone releases the message. */
  | { readonly kind: 'held'; readonly at: string };

/**
 * `GET /editor/contacts/:id`. `problem` says why the notification has not left (yet), `resendProblem` why it could not leave
 * now; null when nothing is known against it.
 */
export interface ContactDetails extends ContactSummary, Worded<'problem' | 'resendProblem'> {
  readonly message: string;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  /** Public hostname of the site that the visitor used. */
  readonly hostname: string;
  /** In the order of time; what is still to come stands last. */
  readonly timeline: readonly ContactEvent[];
}

/** A number that was not counted to the end. */
export interface CappedCount {
  readonly count: number;
  /** Whether there are more than that. */
  readonly more: boolean;
}

/** Answer of `GET /editor/contacts/counts`, for tabs and badges. */
export interface ContactCounts {
  readonly inbox: CappedCount;
  /** Unread messages in the inbox. */
  readonly unread: CappedCount;
  readonly held: CappedCount;
  readonly archived: CappedCount;
  readonly failed: CappedCount;
  readonly trash: CappedCount;
}

/** Answer of `GET /editor/contacts/total`: how many messages agree with a filter. */
export interface ContactTotal {
  readonly total: number;
  /** Whether there are more than that, because counting to the end would have taken too long. */
  readonly more: boolean;
}

/** Answer of `POST /editor/contacts/bulk`. */
export interface BulkContactsAnswer {
  readonly action: ContactAction;
  /** Messages that this request was for: with a filter or an action at most `INBOX_LIMITS.batch`. */
  readonly matched: number;
  /** Those of them that are different now. */
  readonly changed: number;
  /**
   * Body of the request that takes it back; null when nothing changed, or it cannot be taken back. The same for every request
   * of one action: it takes all of it back.
   */
  readonly undo: { readonly action: ContactAction; readonly actionId: string } | null;
  /** To be sent with the same body for the messages that are left; null when there are none. */
  readonly nextCursor: string | null;
}

/** Columns of an export, in its order. */
export const CONTACT_COLUMNS = [
  'receivedAt',
  'name',
  'email',
  'message',
  'page',
  'folder',
  'unread',
  'delivery',
  'receiptCode',
  'problem',
  'clientAddress',
  'userAgent',
  'hostname',
  'id',
] as const;
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

export const CONTACT_EXPORT_FORMATS = ['csv', 'json'] as const;
export type ContactExportFormat = (typeof CONTACT_EXPORT_FORMATS)[number];

/** Names of the files that an export is saved as. */
export const CONTACT_FILE_NAMES: Readonly<Record<ContactExportFormat, string>> = {
  csv: 'contacts.csv',
  json: 'contacts.json',
};

/** What became of an attempt to submit. `repeated` is a request with an idempotency key that was answered before. */
export const CONTACT_ATTEMPT_STATUSES = ['accepted', 'failed', 'refused', 'repeated'] as const;
export type ContactAttemptStatus = (typeof CONTACT_ATTEMPT_STATUSES)[number];

/** Why an attempt is refused: the error texts of the contact service. */
export type ContactRefusalReason = (typeof CONTACT_ERRORS)[keyof typeof CONTACT_ERRORS];

/** An attempt to submit, as `GET /editor/contacts/attempts` lists it; never with the message. */
export interface ContactAttemptSummary {
  readonly id: string;
  /** ISO 8601 instant in UTC. */
  readonly at: string;
  readonly status: ContactAttemptStatus;
  /** What the visitor was told. */
  readonly error: string | null;
  /** For the administrator, such as the CAPTCHA provider's codes. */
  readonly detail: string | null;
  /** Null when it was refused before its body was read. */
  readonly email: string | null;
  readonly clientAddress: string;
  /** More than one for requests over the rate limit, which are counted in one row. */
  readonly occurrences: number;
  /** The message that came of it. */
  readonly contactId: string | null;
  /** To be found in the server's log. */
  readonly requestId: string;
}

/** Answer of `GET /editor/contacts/attempts`, the newest first. */
export interface ContactAttemptPage {
  readonly items: readonly ContactAttemptSummary[];
  readonly nextCursor: string | null;
}

/** Answer of `GET` and `PUT /editor/contacts/alerts`; `problem` says why no email can leave now, whether alerts are on or not. */
export interface ContactAlerts extends Worded<'problem'> {
  /** Whether an email is sent for every new message. */
  readonly enabled: boolean;
  /** Name of the environment variable, or the configuration file, that says so and keeps it from being changed here. */
  readonly lockedBy: string | null;
  /** Who gets notified; null when nobody is named. */
  readonly recipient: string | null;
}

/** Texts of the inbox for people to read. */
export const INBOX_TEXTS = messages('inbox', {
  alertsLocked: 'Set by the server operator. It can’t be changed here.',
  countChanged: 'The number of messages has changed. Check again before you continue.',
  oneSelection: 'Select messages in one way: by ID, filter or action.',
  exportsBusy: 'Other exports are running. Try again when they’re done.',
});

declare module './live-events.js' {
  interface LiveEvents {
    /** Messages came in. */
    'contact.received': { readonly count: number; readonly ids: readonly string[] };
    /** Something was done to messages, or their notification got further. Without ids: to more than can be named. */
    'contact.changed': {
      readonly count: number;
      readonly ids: readonly string[];
      /** What someone did; null when it was the delivery. */
      readonly action: ContactAction | null;
    };
  }
}
