import { EMAIL_SYSTEM_TEXTS } from './email.js';
import { type MessageCode, messages } from './messages.js';
import { OUTBOX_SYSTEM_TEXTS } from './outbox.js';

/** Why an attempt at a background job failed. */
export const JOB_TEXTS = messages('job', {
  timedOut: 'The attempt didn’t finish within {seconds} seconds.',
});

/** Parts of the installation that are checked, in the order in which they are shown. */
export const SYSTEM_CHECKS = [
  'database',
  'migrations',
  'keys',
  'mail',
  'outbox',
  'proxy',
  'clock',
  'disk',
] as const;
export type SystemCheckName = (typeof SYSTEM_CHECKS)[number];

export type SystemStatus = 'ok' | 'warning' | 'failed';

/** When a check is no longer `ok`. */
export const SYSTEM_LIMITS = {
  /** What one check may take; then it has failed, and the others are shown all the same. */
  checkMs: 2_500,
  latencyMs: 250,
  clockMs: { warning: 1_000, failed: 30_000 },
  diskFree: { warningBytes: 2 * 1024 ** 3, failedBytes: 256 * 1024 ** 2 },
  outbox: { warningSeconds: 15 * 60, failedSeconds: 4 * 60 * 60 },
  /** Days after which the keys of a site are to be rotated. */
  keyAgeDays: 365,
  /** Rows that are counted of a queue at most. */
  countCap: 10_000,
} as const;

/** What was found, in a sentence, and what to do about it; null where nothing is to be done. */
export interface SystemText {
  readonly finding: string;
  readonly fix: string | null;
}

/** What checks find, by the codes to which programs react; features bring those of their own checks. */
export const SYSTEM_TEXTS = {
  ...EMAIL_SYSTEM_TEXTS,
  ...OUTBOX_SYSTEM_TEXTS,
  'database-ok': { finding: 'The database is responding.', fix: null },
  'database-slow': {
    finding: 'The database is responding slowly.',
    fix: 'Check the load on the database server and the network between it and this process.',
  },
  'database-unreachable': {
    finding: 'The database isn’t responding.',
    fix: 'Check that PostgreSQL is running and that DATABASE_URL points to it. New messages are refused until it’s back.',
  },
  'migrations-ok': { finding: 'The database schema matches this version.', fix: null },
  'migrations-pending': {
    finding: 'The database schema is older than this version.',
    fix: 'Stop all instances but one, create a backup, and run `npm run migrate`.',
  },
  'migrations-unknown': {
    finding: 'The database schema is newer than this version.',
    fix: 'A newer version has migrated this database. Start that version again, or restore an earlier backup.',
  },
  'keys-ok': { finding: 'Everything is encrypted with current keys.', fix: null },
  'keys-old': {
    finding: 'This site’s encryption keys are more than a year old.',
    fix: 'Rotate them with `npm run keys -- rotate`. There’s no downtime.',
  },
  'keys-retired-in-use': {
    finding: 'Some keys are still encrypted with an old master key.',
    fix: 'Run `npm run keys -- rotate` before you remove the old key from MASTER_KEYS.',
  },
  'keys-unreadable': {
    finding: 'A stored secret of this site can’t be decrypted with the available master keys.',
    fix: 'Add the missing key back to MASTER_KEYS on every instance, or enter the secret again in the settings.',
  },
  'proxy-ok': { finding: 'Forwarding headers are accepted from your trusted proxies.', fix: null },
  'proxy-none': {
    finding: 'No proxy is trusted, and none has been seen.',
    fix: null,
  },
  'proxy-untrusted': {
    finding:
      'Requests arrive through an untrusted proxy. All visitors appear to have its address and share one rate limit.',
    fix: 'If the address below is your proxy, add it to TRUSTED_PROXIES and restart.',
  },
  'clock-ok': { finding: 'This machine’s clock matches the database’s.', fix: null },
  'clock-apart': {
    finding: 'The clocks of this machine and the database differ.',
    fix: 'Turn on time synchronization (NTP) on both. Authenticator codes and link expiry depend on it.',
  },
  'disk-ok': { finding: 'There’s enough space for the data folder.', fix: null },
  'disk-low': {
    finding: 'The disk with the data folder is filling up.',
    fix: 'Free up space, or move DATA_DIR to a larger disk.',
  },
  'disk-full': {
    finding: 'The disk with the data folder is almost full.',
    fix: 'Free up space now. When the disk is full, the embedded database stops and messages are refused.',
  },
  'check-timed-out': {
    finding: 'This check didn’t finish in time.',
    fix: 'Check again in a minute. If it keeps happening, check the log and the load on the machine.',
  },
  'check-failed': {
    finding: 'This check couldn’t run.',
    fix: 'Look for the event system.check_failed in the log.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
export type SystemCode = keyof typeof SYSTEM_TEXTS;

/** A value that a check measured, for people to read. */
export interface SystemFact {
  /** Key of its label in the message catalogue, such as `system.fact.latencyMs`. */
  readonly key: SystemFactKey;
  /** Numbers are in the unit that the key names; instants are ISO 8601 in UTC. */
  readonly value: string | number | boolean;
  /** Of a value that is a text of ours. */
  readonly valueCode?: MessageCode;
}

export type SystemFactKey =
  | 'version'
  | 'latencyMs'
  | 'sizeBytes'
  | 'connections'
  | 'applied'
  | 'pending'
  | 'latest'
  | 'masterKeyId'
  | 'masterKeys'
  | 'keyCreatedAt'
  | 'keyAgeDays'
  | 'sitesBehind'
  | 'provider'
  | 'lastAttemptAt'
  | 'lastOutcome'
  | 'lastDetail'
  | 'heldUntil'
  | 'problem'
  | 'waiting'
  | 'oldestSeconds'
  | 'failed'
  | 'trusted'
  | 'peer'
  | 'seenAt'
  | 'offsetMs'
  | 'freeBytes'
  | 'totalBytes'
  | 'path';

/** A row of the doctor's report. */
export interface SystemCheck {
  readonly check: SystemCheckName;
  readonly status: SystemStatus;
  readonly code: SystemCode;
  readonly facts: readonly SystemFact[];
  /** How long the check took. */
  readonly tookMs: number;
}

/** One variable of the process's environment that the product knows. */
export interface SystemVariable {
  readonly name: string;
  readonly isSet: boolean;
  /** Null for secrets, and for what is not set. */
  readonly value: string | null;
  readonly secret: boolean;
}

/** Background jobs of one kind that are not done. */
export interface JobCounts {
  readonly kind: string;
  readonly queued: number;
  /** Queued while what they call upon is away. */
  readonly held: number;
  readonly running: number;
  /** Failed, and not retried automatically. */
  readonly dead: number;
  /** Age of the oldest one that is queued, held or running; 0 without any. */
  readonly oldestSeconds: number;
}

/** Answer of `GET /editor/system`. */
export interface SystemReport {
  /** The worst of the checks. */
  readonly status: SystemStatus;
  readonly checks: readonly SystemCheck[];
  /** Null when the database did not say. */
  readonly jobs: readonly JobCounts[] | null;
  readonly version: string;
  /** Of Node.js. */
  readonly runtime: string;
  readonly startedAt: string;
  readonly checkedAt: string;
  readonly environment: readonly SystemVariable[];
}
