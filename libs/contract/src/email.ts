import type { SettingOrigin } from './settings.js';

/** How mail leaves (specification 2.8). `none` sends nothing: for development. */
export const EMAIL_PROVIDER_KINDS = ['smtp', 'communication', 'commercial', 'none'] as const;
export type EmailProviderKind = (typeof EMAIL_PROVIDER_KINDS)[number];

/** Names of the parts of a connection string, as `detect` tells them. */
export const EMAIL_PART_NAMES = [
  'host',
  'port',
  'security',
  'certificate',
  'servername',
  'name',
  'user',
  'password',
  'endpoint',
  'accessKey',
  'apiKey',
] as const;
export type EmailPartName = (typeof EMAIL_PART_NAMES)[number];

/** Values of the part `security`: TLS from the start, STARTTLS or no mail, STARTTLS if offered, never. */
export const EMAIL_SECURITY = ['tls', 'starttls', 'starttls-if-offered', 'none'] as const;
export type EmailSecurity = (typeof EMAIL_SECURITY)[number];

/** A part of a connection string. Secrets are masked. */
export interface EmailPart {
  readonly name: EmailPartName;
  readonly value: string;
  readonly secret: boolean;
}

/** What a connection string stands for; nothing secret. Answer of `POST /editor/email/detect`. */
export interface EmailProviderView {
  readonly kind: EmailProviderKind;
  /** Such as `smtp mail.example.com:587`. */
  readonly description: string;
  readonly parts: readonly EmailPart[];
  /** What is unsafe in it, as sentences. */
  readonly warnings: readonly string[];
}

/** Steps of a test, in their order. */
export const EMAIL_TEST_PHASES = ['resolve', 'connect', 'tls', 'authenticate', 'accept'] as const;
export type EmailTestPhaseName = (typeof EMAIL_TEST_PHASES)[number];

/** `skipped`: an earlier one failed, or the provider has no such step; the detail says which. */
export const EMAIL_PHASE_OUTCOMES = ['passed', 'failed', 'skipped'] as const;
export type EmailPhaseOutcome = (typeof EMAIL_PHASE_OUTCOMES)[number];

/** One step of a test. */
export interface EmailTestPhase {
  readonly phase: EmailTestPhaseName;
  readonly outcome: EmailPhaseOutcome;
  /** Milliseconds. */
  readonly durationMs: number;
  /** The server's own words where there are any; secrets masked. Empty when there is nothing to tell. */
  readonly detail: string;
}

/** Answer of `POST /editor/email/test`. */
export interface EmailTestResult {
  readonly ok: boolean;
  readonly provider: EmailProviderView;
  readonly sender: string;
  readonly recipient: string;
  readonly testedAt: string;
  readonly durationMs: number;
  readonly phases: readonly EmailTestPhase[];
  /** What both sides said, a line each, `C:` or `S:` in front; secrets masked. */
  readonly transcript: readonly string[];
  /** Whether what was tested is what is stored. */
  readonly storedValues: boolean;
}

/** The newest test of the values that count now. */
export interface EmailVerification {
  readonly ok: boolean;
  readonly at: string;
  readonly by: string;
  readonly phases: readonly EmailTestPhase[];
}

/** A queue that rests because its provider fails. */
export interface EmailQueueHold {
  readonly kind: 'configuration' | 'temporary';
  readonly detail: string;
  readonly failures: number;
  readonly until: string;
}

/** Answer of `GET /editor/email`. */
export interface EmailOverview {
  /** Null when none is configured, or it cannot be used; then `problem` says why. */
  readonly provider: EmailProviderView | null;
  readonly connection: {
    readonly isSet: boolean;
    readonly updatedAt: string | null;
    readonly source: SettingOrigin;
    readonly variable: string | null;
  };
  readonly senderEmail: string | null;
  readonly senderName: string | null;
  /** Who is told of messages; the sender when AdminEmail is not set. */
  readonly recipient: string | null;
  /** Why mail cannot leave now; null when nothing is known against it. */
  readonly problem: string | null;
  readonly lastVerified: EmailVerification | null;
  readonly hold: EmailQueueHold | null;
  /** Numbers of mails in the outbox, by state. */
  readonly counts: Readonly<Record<string, number>>;
}

export const EMAIL_TEXTS = {
  noConnection: 'Enter a connection string, or store one first.',
  noSender: 'Enter the address that mails come from.',
  noRecipient: 'Enter the address that the test mail goes to.',
  subject: 'Test mail from {site}',
  tokenHidden: 'The link in this mail is not shown: whoever has it, has the account.',
} as const;
