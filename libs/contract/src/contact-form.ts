import { messages, type Worded } from './messages.js';
import type { CaptchaProvider, SubmissionStatus } from './contact.js';
import type { SettingOrigin } from './settings.js';
import type { VisitorLanguage } from './visitor-texts.js';

export const CONTACT_FORM_LIMITS = {
  /** Pages per site that the script was last seen on. */
  pages: 200,
  pageCharacters: 500,
} as const;

/** A limit of the form, and who says so. */
export interface ContactFormLimit {
  readonly key: 'maxMessageLength' | 'submissions' | 'tokenHours' | 'bodyBytes';
  readonly value: number;
  /** Of `submissions`: the length of the window. */
  readonly windowSeconds: number | null;
  readonly source: SettingOrigin;
  readonly variable: string | null;
}

/** A page that has loaded the script. */
export interface ContactFormPage {
  /** Address without query and fragment. */
  readonly page: string;
  /** Whether its host is one of the site's. */
  readonly ownHost: boolean;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly loads: number;
}

/** Answer of `GET /editor/contact-form`; `problem` says why the script or the form cannot work now. */
export interface ContactFormOverview extends Worded<'problem'> {
  /** Public hosts of the site; empty when every host is this site. */
  readonly hostnames: readonly string[];
  /** Address of the script, as the page's own host answers it. */
  readonly scriptPath: string;
  readonly scriptUrl: string | null;
  /** HTML to copy into the page, by the language that visitors read. */
  readonly snippets: Readonly<Record<VisitorLanguage, string>>;
  /** The Content-Security-Policy directives that the page needs, as one line. */
  readonly contentSecurityPolicy: string;
  readonly captcha: { readonly required: boolean; readonly provider: CaptchaProvider | null };
  readonly recipient: { readonly address: string | null; readonly isFallback: boolean };
  readonly limits: readonly ContactFormLimit[];
  readonly pages: readonly ContactFormPage[];
}

/** Steps of a test submission, in the order in which a visitor's takes them. */
export type ContactTestStepName = 'script' | 'token' | 'validation' | 'captcha' | 'stored' | 'queued';

export interface ContactTestStep extends Worded<'detail'> {
  readonly step: ContactTestStepName;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

/** Answer of `POST /editor/contact-form/test`. */
export interface ContactTestResult {
  readonly ok: boolean;
  /** Null when it was not stored; the steps say why. */
  readonly submissionId: string | null;
  readonly receiptCode: string | null;
  readonly steps: readonly ContactTestStep[];
}

/** Something that happened to a submission. */
export interface ContactTimelineEvent extends Worded<'detail'> {
  readonly kind: 'received' | 'queued' | 'attempt' | 'sent' | 'failed' | 'cancelled';
  readonly at: string;
}

/** Answer of `GET /editor/contact-form/tests/:id`. */
export interface ContactTestTimeline {
  readonly submissionId: string;
  readonly receiptCode: string;
  readonly status: SubmissionStatus;
  readonly events: readonly ContactTimelineEvent[];
  /** When it is tried next; null when it is not. */
  readonly nextAttemptAt: string | null;
  /** Nothing more will happen automatically. */
  readonly finished: boolean;
}

/** What the steps of a test say. */
export const CONTACT_TEST_TEXTS = messages('contact-test', {
  tokenRefused: 'The new form token wasn’t accepted.',
  captcha: 'Visitors have to solve a CAPTCHA, which this test can’t do. Check the keys on the CAPTCHA page.',
  noCaptcha: 'None is required.',
  receipt: 'Receipt {code}',
  queued: 'The notification is in the outbox.',
});

/** What a test submission says unless the person writes something else. */
export const CONTACT_TEST_DEFAULTS = {
  name: 'Test from the editor',
  message: 'This is a test message, sent from the contact form settings to check that messages arrive.',
} as const;
