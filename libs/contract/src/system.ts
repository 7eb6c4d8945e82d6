import { type MessageCode, messages } from './messages.js';

/** Why an attempt at a background job failed. */
export const JOB_TEXTS = messages('job', {
  timedOut: 'The attempt didn’t finish within {seconds} seconds.',
});

/** What of the proxy in front needs attention. */
export type ProxyAttention = 'proxy-untrusted';

export type SystemStatus = 'ok' | 'warning' | 'failed';

/** What was found, in a sentence, and what to do about it, if anything. */
export interface SystemText {
  readonly finding: string;
  readonly fix?: string;
}

/** What the platform's own checks find, by the codes to which programs react; features have tables of theirs. */
export const SYSTEM_TEXTS = {
  'database-ok': { finding: 'The database is responding.' },
  'database-slow': {
    finding: 'The database is responding slowly.',
    fix: 'Check the load on the database server and the network between it and this process.',
  },
  'database-unreachable': {
    finding: 'The database isn’t responding.',
    fix: 'Check that PostgreSQL is running and that DATABASE_URL points to it. New messages are refused until it’s back.',
  },
  'migrations-ok': { finding: 'The database schema matches this version.' },
  'migrations-pending': {
    finding: 'The database schema is older than this version.',
    fix: 'Stop all instances but one, create a backup, and run `npm run migrate`.',
  },
  'migrations-unknown': {
    finding: 'The database schema is newer than this version.',
    fix: 'A newer version has migrated this database. Start that version again, or restore an earlier backup.',
  },
  'keys-ok': { finding: 'Everything is encrypted with current keys.' },
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
  'proxy-ok': { finding: 'Forwarding headers are accepted from your trusted proxies.' },
  'proxy-none': { finding: 'No proxy is trusted, and none has been seen.' },
  'proxy-untrusted': {
    finding:
      'Requests arrive through an untrusted proxy. All visitors appear to have its address and share one rate limit.',
    fix: 'If the address below is your proxy, add it to TRUSTED_PROXIES and restart.',
  },
  'clock-ok': { finding: 'This machine’s clock matches the database’s.' },
  'clock-apart': {
    finding: 'The clocks of this machine and the database differ.',
    fix: 'Turn on time synchronization (NTP) on both. Expiry times follow the database’s clock, the log follows this machine’s.',
  },
  'disk-ok': { finding: 'There’s enough space for the data folder.' },
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
  /** Ends in its unit, if it has one: `Ms`, `Seconds`, `Bytes`; `At` and `Until` are instants, ISO 8601 in UTC. */
  readonly key: string;
  readonly value: string | number | boolean;
  /** Of a value that is a text of ours. */
  readonly valueCode?: MessageCode;
}

/** A row of the doctor's report. */
export interface SystemCheck {
  /** Features name their own, such as `outbox`. */
  readonly check: string;
  readonly status: SystemStatus;
  /** Key of a table such as {@link SYSTEM_TEXTS}. */
  readonly code: string;
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
