import type { Worded } from './messages.js';
import type { Permission } from './permissions.js';

/** Numbers of the dashboard. */
export const DASHBOARD = {
  days: { min: 7, max: 90, default: 30 },
  /** Days that the delivery tile looks back. */
  deliveryDays: 7,
  /** A person with so few recovery codes left is named. */
  fewRecoveryCodes: 2,
  /** Days before its end from which an API token is named. */
  tokenExpiresSoonDays: 14,
  /** Seconds from which the oldest waiting mail is named. */
  oldMailSeconds: 15 * 60,
  /** Counts end here: the tile then says "1,000 or more". */
  countCap: 1_000,
} as const;

/** One day of the chart, in the reader's time zone. */
export interface SubmissionDay {
  /** Calendar day, such as `2026-05-04`. */
  readonly day: string;
  /** Messages that were stored, also those whose mail failed. */
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

/** What asks for someone's attention. */
export const ATTENTION_CODES = [
  'delivery-failed',
  'mail-not-usable',
  'outbox-old',
  'alerts-off',
  'mailing-list-failing',
  'mailing-list-refused',
  'proxy-untrusted',
  'recovery-codes-own',
  'recovery-codes-others',
  'token-expired',
  'token-expiring',
] as const;
export type AttentionCode = (typeof ATTENTION_CODES)[number];

type AttentionLevel = 'critical' | 'warning' | 'notice';

/** Who sees it, how urgent it is, and the page of the editor where something can be done. */
export interface AttentionRule {
  /** Null: every user, about themselves. */
  readonly permission: Permission | null;
  readonly level: AttentionLevel;
  /** Path below the editor's address. */
  readonly to: string;
}

/** Every rule of the needs-attention list, the most urgent first. */
export const ATTENTION_RULES = {
  'delivery-failed': { permission: 'contacts.manage', level: 'critical', to: '/inbox?view=failed' },
  'mail-not-usable': { permission: 'email.manage', level: 'critical', to: '/settings/email' },
  'outbox-old': { permission: 'email.manage', level: 'warning', to: '/settings/email?view=outbox' },
  'mailing-list-failing': { permission: 'contacts.manage', level: 'warning', to: '/settings/mailing-list' },
  'mailing-list-refused': {
    permission: 'contacts.manage',
    level: 'notice',
    to: '/settings/mailing-list',
  },
  'alerts-off': { permission: 'contacts.manage', level: 'notice', to: '/inbox' },
  'proxy-untrusted': { permission: 'settings.manage', level: 'warning', to: '/system' },
  'recovery-codes-own': { permission: null, level: 'warning', to: '/me' },
  'recovery-codes-others': { permission: 'users.manage', level: 'notice', to: '/users' },
  'token-expired': { permission: null, level: 'notice', to: '/me' },
  'token-expiring': { permission: null, level: 'warning', to: '/me' },
} as const satisfies Record<AttentionCode, AttentionRule>;

/** One line of the list; `detail` is what is known beyond the count, null when nothing is. */
export interface AttentionItem extends Worded<'detail'> {
  readonly code: AttentionCode;
  readonly level: AttentionLevel;
  /** How many of it; 1 where it cannot be counted. */
  readonly count: number;
  /** Whether {@link count} ends at {@link DASHBOARD.countCap}. */
  readonly capped: boolean;
  /** ISO 8601 instant in UTC since when, or until when; null when it has none. */
  readonly at: string | null;
  readonly to: string;
}

/** Answer of `GET /editor/dashboard/attention`: what concerns the person who asks. Empty when nothing is wrong. */
export interface AttentionTile {
  readonly items: readonly AttentionItem[];
  /** Checks that could not run; the list may lack something. */
  readonly unknown: readonly AttentionCode[];
}

/** Steps to a working site, in the order in which they are best done. */
export const CHECKLIST_STEPS = [
  'hostname',
  'mail-provider',
  'admin-address',
  'captcha',
  'first-submission',
  'second-factor',
] as const;
export type ChecklistStepName = (typeof CHECKLIST_STEPS)[number];

/** Who can do a step, and where. */
export const CHECKLIST_RULES = {
  hostname: { permission: 'settings.manage', to: '/settings' },
  'mail-provider': { permission: 'email.manage', to: '/settings/email' },
  'admin-address': { permission: 'settings.manage', to: '/settings/contact' },
  captcha: { permission: 'settings.manage', to: '/settings/spam' },
  'first-submission': { permission: 'contacts.manage', to: '/settings/contact' },
  'second-factor': { permission: null, to: '/me' },
} as const satisfies Record<
  ChecklistStepName,
  { readonly permission: Permission | null; readonly to: string }
>;

interface ChecklistStep {
  readonly step: ChecklistStepName;
  readonly done: boolean;
  readonly to: string;
}

/** Answer of `GET /editor/dashboard/checklist`: the steps that the person who asks can do. */
export interface ChecklistTile {
  readonly steps: readonly ChecklistStep[];
  readonly complete: boolean;
}
