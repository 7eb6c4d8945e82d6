import { type Message, messages, type Worded } from './messages.js';
import type { SettingOrigin } from './settings.js';
import type { SystemText } from './system.js';

/** How email is sent (specification 2.8). `none` sends nothing: for development. */
type EmailProviderKind = 'smtp' | 'communication' | 'commercial' | 'none';

/** Names of the parts of a connection string, as `detect` returns them. */
export type EmailPartName =
  | 'host'
  | 'port'
  | 'security'
  | 'certificate'
  | 'servername'
  | 'name'
  | 'user'
  | 'password'
  | 'endpoint'
  | 'accessKey'
  | 'apiKey';

/** Values of the part `security`: TLS from the start, STARTTLS or no email, STARTTLS if offered, never. */
export type EmailSecurity = 'tls' | 'starttls' | 'starttls-if-offered' | 'none';

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
  /** What is unsafe in it. */
  readonly warnings: readonly Message[];
}

/** Steps of a test, in their order. */
export const EMAIL_TEST_PHASES = ['resolve', 'connect', 'tls', 'authenticate', 'accept'] as const;
export type EmailTestPhaseName = (typeof EMAIL_TEST_PHASES)[number];

/** `skipped`: an earlier one failed, or the provider has no such step; the detail says which. */
export type EmailPhaseOutcome = 'passed' | 'failed' | 'skipped';

/** One step of a test; `detail` is in the server's own words where there are any, secrets masked. */
export interface EmailTestPhase extends Worded<'detail'> {
  readonly phase: EmailTestPhaseName;
  readonly outcome: EmailPhaseOutcome;
  /** Milliseconds. */
  readonly durationMs: number;
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
interface EmailVerification {
  readonly ok: boolean;
  readonly at: string;
  readonly by: string;
  readonly phases: readonly EmailTestPhase[];
}

/** A queue that is paused because its provider fails. */
interface EmailQueueHold extends Worded<'detail'> {
  readonly kind: 'configuration' | 'temporary';
  readonly failures: number;
  readonly until: string;
}

/** Answer of `GET /editor/email`; `problem` says why email can't leave now, null when nothing is known against it. */
export interface EmailOverview extends Worded<'problem'> {
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
  /** Who gets notified of messages; the sender when AdminEmail is not set. */
  readonly recipient: string | null;
  readonly lastVerified: EmailVerification | null;
  readonly hold: EmailQueueHold | null;
  /** Numbers of emails in the outbox, by state. */
  readonly counts: Readonly<Record<string, number>>;
}

export const EMAIL_TEXTS = messages('email', {
  noConnection: 'Enter a connection string, or save one first.',
  noSender: 'Enter the sender address.',
  demonstrationSender: 'must be an address that your provider allows, instead of the demonstration’s',
  testRecipient: 'Test emails go to your own address, or to where notifications go.',
  openPassword: 'The password may be sent unencrypted, because encryption isn’t required.',
  openEmails: 'Emails may be sent unencrypted, because encryption isn’t required.',
  uncheckedCertificate:
    'The server’s certificate isn’t verified, so an attacker on the network could impersonate it.',
  connected: 'Connected to {address}.',
  unencrypted: 'The connection isn’t encrypted.',
  noTls:
    'The server doesn’t use TLS from the start on this port. For SMTP with STARTTLS, use smtp:// instead of smtps://.',
  noUser: 'No user name is set, so there’s no authentication.',
  signedIn: 'Signed in as {user}.',
  keyAccepted: 'The API accepted the key.',
  accepted: 'Accepted.',
  notReached: 'Not reached.',
  sendsNothing: 'This provider sends nothing.',
  notSent: 'Accepted and not sent, because the provider is “none”.',
});

/** What is wrong with a connection string; none repeats anything of it. */
export const CONNECTION_TEXTS = messages('connection-string', {
  empty: 'The connection string is empty.',
  controlCharacter: 'The connection string contains a control character.',
  unknown: `The connection string isn’t recognized. It must look like {forms}.`,
  noAccessKey: 'The connection string has an endpoint but no accesskey.',
  accessKey: 'The accesskey must be Base64.',
  apiUrl: 'The connection string must look like sendgrid://key.',
  apiKey: 'The API key may contain only letters, digits, dots, hyphens and underscores.',
  https: 'The {part} must use https.',
  origin: 'The {part} must be an https address without a path.',
  escape: 'The {part} contains a % that starts no valid escape; write a % sign as %25.',
  smtpUrl:
    'The connection string must look like smtp://user:password@host:587. Write the characters / ? # @ : % in a user name or password as percent escapes, for example %40 for @.',
  port: 'The port must be between 1 and 65535.',
  noUser: 'The connection string has a password but no user name.',
  noPassword: 'The connection string has a user name but no password.',
  options: 'The options may only be {options}.',
  optionEmpty: 'The option {option} needs a value.',
  greetingName: 'The option name must be a hostname, or an IP address in brackets.',
  optionFlag: 'The option {option} must be true or false.',
});

/** Subject of a test email. */
export const testEmailSubject = (site: string): string => `Test email from ${site}`;

/** Stands in the place of a secret link wherever its email is shown. */
export const LINK_HIDDEN =
  'The link in this email is hidden because anyone who has it can access the account.';

/** What the check of the email provider finds. */
export const EMAIL_SYSTEM_TEXTS = {
  'email-ok': { finding: 'The provider accepted this site’s last email.' },
  'email-untried': {
    finding: 'Email is configured, but nothing has been sent yet.',
    fix: 'Send a test email from the email settings.',
  },
  'email-none': {
    finding: 'This site’s email provider keeps every email here and sends none.',
    fix: 'Choose a provider in the email settings before the site goes live.',
  },
  'email-not-usable': {
    finding: 'Email isn’t fully configured for this site. Messages are stored, but nobody gets notified.',
    fix: 'Complete the email settings and send a test email.',
  },
  'email-failing': {
    finding: 'The email provider rejected the last email or couldn’t be reached.',
    fix: 'Read its response, correct the email settings, and send a test email. Queued emails are then sent automatically.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
