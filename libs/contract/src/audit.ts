import { CONTACT_ACTIONS } from './inbox.js';

/** Who acted. `anonymous`: nobody signed in; `system`: the product itself, or an operator's command. */
export type ActorKind = 'account' | 'token' | 'anonymous' | 'system';

/** `done`; `refused`: not allowed; `failed`: something went wrong. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

export const AUDIT_EXPORT_FORMATS = ['csv', 'json'] as const;
export type AuditExportFormat = (typeof AUDIT_EXPORT_FORMATS)[number];

/** What can be done, by what it is done to. A misspelled action does not compile. */
export const AUDIT_VERBS = {
  account: [
    'accept-invitation',
    'change-email',
    'change-email-request',
    'change-password',
    'confirm-email',
    'confirmation-request',
    'password-reset',
    'password-reset-request',
    'register',
    'set-password',
    'update',
  ],
  ai: ['check'],
  'api-token': ['create', 'end'],
  article: [
    'create',
    'save',
    'publish',
    'withdraw',
    'trash',
    'restore',
    'delete',
    'copy',
    'keep-version',
    'name-version',
    'restore-version',
    'release-address',
    'share-preview',
    'revoke-preview',
    'rename-blog',
    'set-blog',
    'move-to-blog',
    'set-template',
    'schedule',
    'change-plan',
    'cancel-plan',
    'hold-plan',
    'undo-publication',
    'set-access',
    'submit',
    'withdraw-submission',
    'request-changes',
    'approve',
    'comment',
    'edit-comment',
    'resolve-thread',
    'reopen-thread',
    'bulk',
  ],
  audit: ['export'],
  author: ['create', 'change', 'delete'],
  captcha: ['check'],
  'calendar-feed': ['create', 'delete'],
  cdn: ['purge', 'retry', 'forget'],
  'contact-form': ['test'],
  contact: ['action', 'alerts', 'bulk', 'export', ...CONTACT_ACTIONS],
  deployment: ['create', 'activate', 'lock', 'source-maps', 'publishers'],
  'deploy-key': ['create', 'rotate', 'delete'],
  email: ['test'],
  'encryption-key': ['get'],
  'external-identity': ['link-begin', 'link', 'unlink'],
  file: ['upload', 'change', 'replace', 'restore-version', 'move', 'trash', 'restore', 'delete'],
  folder: ['create', 'change', 'delete'],
  'identity-provider': ['create', 'change', 'delete', 'check'],
  import: ['create', 'run', 'undo', 'delete'],
  'import-key': ['create', 'rotate', 'delete'],
  keys: ['rotate'],
  layout: ['create', 'save', 'publish', 'undo-publication', 'delete'],
  'mailing-list': ['connect', 'configure', 'pause', 'resume', 'retry', 'remove'],
  menu: ['change'],
  outbox: ['retry', 'retry-all', 'cancel'],
  passkey: ['add', 'rename', 'remove', 'flag'],
  redirect: ['create', 'change', 'delete', 'import'],
  release: ['create', 'change', 'cancel', 'publish', 'hold'],
  retention: ['run'],
  role: ['create', 'change', 'delete'],
  session: [
    'begin',
    'first-factor',
    'second-factor',
    'confirm-begin',
    'confirm',
    'end',
    'revoke',
    'revoke-others',
  ],
  setting: ['change', 'reset', 'undo', 'command'],
  setup: ['code', 'finish', 'step'],
  site: ['change', 'export', 'import', 'archive', 'archive-download'],
  storage: ['move'],
  template: ['create', 'save', 'delete'],
  'two-factor': ['begin', 'enable', 'disable', 'recovery-codes'],
  user: [
    'create',
    'change',
    'delete',
    'invite',
    'set-roles',
    'roles-mapped',
    'sign-up',
    'enable',
    'disable',
    'unlock',
    'confirm-email',
    'unconfirm-email',
    'send-confirmation',
    'send-password-reset',
    'two-factor-reset',
    'end-session',
    'end-sessions',
    'bulk',
  ],
  view: ['create', 'change', 'order', 'delete'],
  webhook: ['create', 'change', 'delete', 'rotate', 'test', 'send-again'],
} as const;

type Verbs = { readonly [Thing in keyof typeof AUDIT_VERBS]: (typeof AUDIT_VERBS)[Thing][number] };

/** The same as a type, which tests extend. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-empty-interface -- only an interface can be extended
export interface AuditVerbs extends Verbs {}

/** The name of an action in the audit log, such as `user.create`. */
export type AuditAction = {
  [Thing in keyof AuditVerbs]: `${Thing}.${AuditVerbs[Thing]}`;
}[keyof AuditVerbs];

/** What the reader of a message leaves: shown apart, since there are more of these than of all others. */
export const OPENED_ACTION: AuditAction = 'contact.mark-read';

/** `main`: each action once, without messages that were opened; `opened`: these. */
export const AUDIT_STREAMS = ['main', 'opened'] as const;
export type AuditStream = (typeof AUDIT_STREAMS)[number];

/** Lengths in characters. */
export const AUDIT_LIMITS = {
  filterText: { min: 1, max: 200 },
} as const;

/** Names of the files that an export is saved as. */
export const AUDIT_FILE_NAMES: Readonly<Record<AuditExportFormat, string>> = {
  csv: 'audit-log.csv',
  json: 'audit-log.json',
};

/** A row of the audit log, as `GET /editor/audit` lists it and the JSON export holds it. */
export interface AuditRecord {
  readonly id: string;
  /** Place in the site's chain, from 1 and without gaps. */
  readonly sequence: number;
  /** ISO 8601 instant in UTC. */
  readonly at: string;
  readonly actor: {
    readonly kind: ActorKind;
    readonly id: string | null;
    /** What the actor was called then. */
    readonly label: string;
    /** What the account is called now; null when there is none (anymore). */
    readonly currentName: string | null;
  };
  /** Such as `user.create`. */
  readonly action: string;
  readonly target: {
    readonly kind: string;
    readonly id: string;
    /** What an account is called now, or else what the target was called then; null when the entry doesn't say. */
    readonly name: string | null;
  } | null;
  readonly outcome: AuditOutcome;
  readonly reason: string | null;
  /** The changed members only; secrets hidden, addresses shortened. */
  readonly before: object | null;
  readonly after: object | null;
  /**
   * An action on many things has an entry for each of its transactions: the id of the first, or of the one about the whole
   * action; null for all others.
   */
  readonly partOf: string | null;
  /** Of the first: the others together. */
  readonly parts: AuditParts | null;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** SHA-256 over this row and the hash of the row before, in hexadecimal. */
  readonly hash: string;
}

/** One of `changes` in the `after` of an entry about settings; null: not set. Of a secret it says that there is one. */
export interface AuditedSetting {
  readonly name: string;
  readonly secret: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

/** The entries that are parts of another, without that one itself. */
export interface AuditParts {
  readonly count: number;
  /** What they were for, and what they changed. */
  readonly matched: number;
  readonly changed: number;
}

/** Answer of `GET /editor/audit/actions`. */
export interface AuditActions {
  /** Every action that can leave a row, or has left one, in alphabetical order. */
  readonly items: readonly string[];
}

/**
 * What is wrong with the first row that is not as it was written. `missing`: it is gone; `changed`: its content;
 * `inserted`: it was not written by the product; `unlinked`: it does not follow the row before it; `head`: the row is
 * sound, but is not the one that the product wrote last.
 */
export type AuditProblemKind = 'missing' | 'changed' | 'inserted' | 'unlinked' | 'head';

/** Answer of `GET /editor/audit/verify`, which looks at every row. */
export interface AuditVerification {
  readonly ok: boolean;
  /** How many rows were found to be as they were written. */
  readonly rows: number;
  /** Rows up to this one were deleted by the retention; 0 for none. */
  readonly deletedThrough: number;
  /** The row that was written last. Noted down elsewhere, it proves later that nobody has rewritten the log. */
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly firstProblem: { readonly sequence: number; readonly kind: AuditProblemKind } | null;
}

/** Answer of `GET /editor/audit/verification`, which looks at none. */
export interface AuditVerificationState {
  /** The latest, from the command line as well; null before the first. */
  readonly last: { readonly at: string; readonly result: AuditVerification } | null;
  /** How far this instance has come with one; null while there is none. */
  readonly running: { readonly rows: number; readonly total: number } | null;
}
