import type { CaptchaProvider, SubmissionStatus } from './contact.js';
import type { SettingOrigin } from './settings.js';

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

/** Answer of `GET /editor/contact-form`. */
export interface ContactFormOverview {
  /** Public hosts of the site; empty when every host is this site. */
  readonly hostnames: readonly string[];
  /** Address of the script, as the page's own host answers it. */
  readonly scriptPath: string;
  readonly scriptUrl: string | null;
  /** HTML to copy into the page. */
  readonly snippet: string;
  /** The Content-Security-Policy directives that the page needs, as one line. */
  readonly contentSecurityPolicy: string;
  readonly captcha: { readonly required: boolean; readonly provider: CaptchaProvider | null };
  readonly recipient: { readonly address: string | null; readonly isFallback: boolean };
  readonly limits: readonly ContactFormLimit[];
  readonly pages: readonly ContactFormPage[];
  /** Why the script or the form cannot work now; null when nothing is known against it. */
  readonly problem: string | null;
}

/** Steps of a test submission, in the order in which a visitor's takes them (D5). */
export const CONTACT_TEST_STEPS = ['script', 'token', 'validation', 'captcha', 'stored', 'queued'] as const;
export type ContactTestStepName = (typeof CONTACT_TEST_STEPS)[number];

export interface ContactTestStep {
  readonly step: ContactTestStepName;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly detail: string;
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
export interface ContactTimelineEvent {
  readonly kind: 'received' | 'queued' | 'attempt' | 'sent' | 'failed' | 'cancelled';
  readonly at: string;
  readonly detail: string;
}

/** Answer of `GET /editor/contact-form/tests/:id`. */
export interface ContactTestTimeline {
  readonly submissionId: string;
  readonly receiptCode: string;
  readonly status: SubmissionStatus;
  readonly events: readonly ContactTimelineEvent[];
  /** When it is tried next; null when it is not. */
  readonly nextAttemptAt: string | null;
  /** Nothing more will happen by itself. */
  readonly finished: boolean;
}

/** What a test submission says unless the person writes something else. */
export const CONTACT_TEST_DEFAULTS = {
  name: 'Test from the editor',
  message:
    'This is a test submission. It was sent from the settings of the contact form to see that messages arrive.',
} as const;
