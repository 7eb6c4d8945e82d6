import { messages, type Worded } from './messages.js';

/** Services that contacts can be synchronised to. */
export const MAILING_LIST_PROVIDERS = ['mailchimp'] as const;
export type MailingListProviderName = (typeof MAILING_LIST_PROVIDERS)[number];

/** Lengths in characters, numbers of things. */
export const MAILING_LIST_LIMITS = {
  apiKey: 200,
  url: 2048,
  listId: { min: 1, max: 50 },
  field: { min: 1, max: 50 },
  mappings: 30,
  page: { min: 1, max: 500 },
  pages: 50,
  statement: { min: 20, max: 1000 },
  /** Lists and fields of an account that are shown at most. */
  choices: 1_000,
  failuresPage: 100,
  /** Messages that the preview looks at. */
  previewMessages: 500,
  previewSamples: 5,
  /** Contacts that one retry takes back into the queue. */
  retry: 10_000,
  /** Attempts that failed by the service's own fault, before a contact waits for a person. */
  attempts: 24,
} as const;

/** What of the mailing list needs attention. */
export type MailingListAttention = 'mailing-list-failing' | 'mailing-list-refused';

/** What of a message can be written into a field of the list. */
export const MAILING_LIST_SOURCES = [
  'full-name',
  'first-name',
  'last-name',
  'page',
  'site',
  'received-at',
] as const;
export type MailingListSource = (typeof MAILING_LIST_SOURCES)[number];

/**
 * Which messages put their sender on the list. The form itself asks for nothing but name, address and message, so:
 * `confirmed`: every sender is asked by the service in an email of its own, and is on the list only after he confirms.
 * `pages`: only messages from pages that ask for it; the sender is on the list at once.
 * `statement`: every sender is on the list at once; a person says, in words that are kept, what makes that right.
 */
export const CONSENT_RULES = ['confirmed', 'pages', 'statement'] as const;
export type ConsentRule = (typeof CONSENT_RULES)[number];

export const MAILING_LIST_TEXTS = messages('mailing-list', {
  keyRefused: 'The service doesn’t accept this API key. {reason}',
  keyMalformed:
    'An API key of this service is 32 letters and digits, a dash and the data center, such as ...-us21.',
  unreachable: 'Can’t reach the service: {reason}',
  notConnected: 'No mailing list service is connected.',
  notChosen: 'Choose a list first.',
  unknownList: 'The account doesn’t have this list.',
  unknownField: 'The list doesn’t have this field.',
  fieldTwice: 'This field is already filled.',
  fieldNotText: 'This field doesn’t accept text.',
  fieldRequired: 'The list requires the fields {fields}. Fill them, or make them optional at the service.',
  pagesMissing: 'Enter at least one page.',
  statementMissing: 'State your legal basis for adding everyone who writes.',
  pageForm: 'Enter a path such as /newsletter, or one that ends with *.',
  addressRefused: 'This URL isn’t allowed: {reason}',
  notJson: 'The service’s response isn’t JSON.',
  timeout: 'The service didn’t respond within {seconds} seconds.',
  noConnection: 'The connection to the service failed ({code}).',
});

/** A list of the account. */
export interface MailingListChoice {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** A field of a list that can be filled. The address itself is always sent. */
export interface MailingListField {
  readonly tag: string;
  readonly name: string;
  /** The service's own word. */
  readonly type: string;
  readonly required: boolean;
  /** Whether texts can be written into it. */
  readonly usable: boolean;
}

export interface MailingListMapping {
  readonly field: string;
  readonly source: MailingListSource;
}

export interface MailingListConsent {
  readonly rule: ConsentRule;
  /** Of `pages`: paths, a `*` at the end stands for anything. */
  readonly pages: readonly string[];
  /** Of `statement`. */
  readonly statement: string | null;
}

/** What the synchronisation of a site is, and how it goes. */
export type MailingListState = 'not-connected' | 'incomplete' | 'active' | 'failing' | 'paused';

export interface MailingListConnection {
  readonly provider: MailingListProviderName;
  /** Of the API: that of the key's data centre, unless another was entered. */
  readonly apiUrl: string;
  /** Write-only. */
  readonly apiKey: { readonly isSet: true; readonly updatedAt: string };
  /** The account's name at the service. */
  readonly accountName: string;
  readonly list: { readonly id: string; readonly name: string } | null;
  readonly mapping: readonly MailingListMapping[];
  readonly consent: MailingListConsent | null;
  readonly connectedAt: string;
}

export interface MailingListStatus {
  /** Contacts that the service has taken since the list was chosen; each message counts. */
  readonly synchronised: number;
  readonly lastSynchronisedAt: string | null;
  /** They wait for their turn, for the end of a pause, or for the service to be back. */
  readonly waiting: number;
  /** The service refused them; they wait for a person. */
  readonly failed: number;
  /** The newest trouble with the service itself; null when the last attempt went well. */
  readonly problem:
    | (Worded<'detail'> & {
        readonly since: string;
        /** When it is tried again automatically. */
        readonly nextAttemptAt: string;
        /** Whether only a person can end it: a refused key, a list that is gone. */
        readonly needsPerson: boolean;
      })
    | null;
}

/** Answer of `GET /editor/mailing-list`; the entity tag is that of the settings. */
export interface MailingListView {
  readonly state: MailingListState;
  readonly connection: MailingListConnection | null;
  readonly status: MailingListStatus | null;
}

/** Whether the service answers and takes the key. */
export interface MailingListCheck extends Worded<'detail'> {
  readonly ok: boolean;
}

/** A contact that the service refused; `reason` is in its own words where there are any. */
export interface MailingListFailure extends Worded<'reason'> {
  readonly id: string;
  readonly submissionId: string;
  readonly email: string;
  readonly name: string;
  readonly attempts: number;
  readonly receivedAt: string;
  readonly failedAt: string;
}

/** A contact as it would be sent. */
interface MailingListSample {
  readonly email: string;
  /** `subscribed`, or `pending`: asked for confirmation. */
  readonly status: 'subscribed' | 'pending';
  readonly fields: Readonly<Record<string, string>>;
}

/** Answer of `POST /editor/mailing-list/preview`: what would have become of the newest messages. Nothing is sent. */
export interface MailingListPreview {
  /** Messages looked at, the newest {@link MAILING_LIST_LIMITS.previewMessages} at most. */
  readonly messages: number;
  /** Those that the rule lets through. */
  readonly qualifying: number;
  /** Different addresses among them. */
  readonly contacts: number;
  readonly samples: readonly MailingListSample[];
}

/** Answer of `DELETE /editor/mailing-list`. */
export interface MailingListRemoval {
  /** What stays at the service: those who were added are not taken off. */
  readonly stays: {
    readonly accountName: string;
    readonly listName: string | null;
    readonly synchronised: number;
  };
  /** Contacts that waited here and are not sent anymore. */
  readonly dropped: number;
}

/** Answer of `POST /editor/mailing-list/retry`. */
export interface MailingListRetryReport {
  readonly retried: number;
}
