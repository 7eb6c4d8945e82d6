/** Parts of the installation that are looked at, in the order in which they are shown. */
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

export const SYSTEM_STATUSES = ['ok', 'warning', 'failed'] as const;
export type SystemStatus = (typeof SYSTEM_STATUSES)[number];

/** When a check is no longer `ok`. */
export const SYSTEM_LIMITS = {
  /** What one check may take; then it has failed, and the others are shown all the same. */
  checkMs: 2_500,
  latencyMs: 250,
  clockMs: { warning: 1_000, failed: 30_000 },
  diskFree: { warningBytes: 2 * 1024 ** 3, failedBytes: 256 * 1024 ** 2 },
  outbox: { warningSeconds: 15 * 60, failedSeconds: 4 * 60 * 60 },
  /** Days after which the keys of a site are better made anew. */
  keyAgeDays: 365,
  /** Rows that are counted of a queue at most. */
  countCap: 10_000,
} as const;

/** What a check found. A program reacts to it; {@link SYSTEM_TEXTS} says it to people. */
export const SYSTEM_CODES = [
  'database-ok',
  'database-slow',
  'database-unreachable',
  'migrations-ok',
  'migrations-pending',
  'migrations-unknown',
  'keys-ok',
  'keys-old',
  'keys-retired-in-use',
  'keys-unreadable',
  'mail-ok',
  'mail-untried',
  'mail-none',
  'mail-not-usable',
  'mail-failing',
  'outbox-ok',
  'outbox-late',
  'outbox-stuck',
  'outbox-off',
  'proxy-ok',
  'proxy-none',
  'proxy-untrusted',
  'clock-ok',
  'clock-apart',
  'disk-ok',
  'disk-low',
  'disk-full',
  'check-timed-out',
  'check-failed',
] as const;
export type SystemCode = (typeof SYSTEM_CODES)[number];

/** What was found, in a sentence, and what to do about it; null where nothing is to be done. */
export const SYSTEM_TEXTS: Readonly<
  Record<SystemCode, { readonly finding: string; readonly fix: string | null }>
> = {
  'database-ok': { finding: 'The database answers.', fix: null },
  'database-slow': {
    finding: 'The database answers slowly.',
    fix: 'Look at the load of the database server and at the network between it and this process.',
  },
  'database-unreachable': {
    finding: 'The database does not answer.',
    fix: 'Check that PostgreSQL runs and that DATABASE_URL leads to it. New messages are refused until it is back.',
  },
  'migrations-ok': { finding: 'The tables are those of this version.', fix: null },
  'migrations-pending': {
    finding: 'The tables are older than this version.',
    fix: 'Stop all instances but one, make a backup, and run `npm run migrate`.',
  },
  'migrations-unknown': {
    finding: 'The tables are newer than this version.',
    fix: 'A newer version has changed this database. Start that version again, or restore the backup from before.',
  },
  'keys-ok': { finding: 'Everything is encrypted with current keys.', fix: null },
  'keys-old': {
    finding: 'The keys of this site are more than a year old.',
    fix: 'Make new ones with `npm run keys -- rotate`; the product goes on serving meanwhile.',
  },
  'keys-retired-in-use': {
    finding: 'Some keys are still wrapped by a master key that is not the current one.',
    fix: 'Run `npm run keys -- rotate` before the old key is taken out of MASTER_KEYS.',
  },
  'keys-unreadable': {
    finding: 'A stored secret of this site cannot be opened with the master keys at hand.',
    fix: 'Put the missing key back into MASTER_KEYS on every instance, or enter the secret again in the settings.',
  },
  'mail-ok': { finding: 'The last mail of this site was taken by the provider.', fix: null },
  'mail-untried': {
    finding: 'The mail settings are complete; no mail has been sent yet.',
    fix: 'Send a test mail from the email settings.',
  },
  'mail-none': {
    finding: 'The mail provider of this site keeps every mail here and sends none.',
    fix: 'Choose a provider in the email settings when the site goes live.',
  },
  'mail-not-usable': {
    finding:
      'This site has no mail provider that can be used. Messages are stored, but nobody is told of them.',
    fix: 'Complete the email settings and send a test mail.',
  },
  'mail-failing': {
    finding: 'The mail provider refused or could not be reached at the last attempt.',
    fix: 'Read what it said, correct the email settings, and send a test mail. Waiting mails then leave by themselves.',
  },
  'outbox-ok': { finding: 'Mails leave on time.', fix: null },
  'outbox-late': {
    finding: 'A mail has been waiting for more than 15 minutes.',
    fix: 'Look at the mail provider above; the outbox tries again by itself.',
  },
  'outbox-stuck': {
    finding: 'A mail has been waiting for more than 4 hours.',
    fix: 'Look at the mail provider above. After 72 hours a mail is given up and shown as failed.',
  },
  'outbox-off': {
    finding: 'This instance sends no mail (OUTBOX_WORKER=off).',
    fix: 'Make sure that at least one other instance runs with OUTBOX_WORKER=on.',
  },
  'proxy-ok': { finding: 'Forwarding headers are believed from the proxies you named.', fix: null },
  'proxy-none': {
    finding: 'No proxy is trusted, and none has been seen.',
    fix: null,
  },
  'proxy-untrusted': {
    finding:
      'Requests come through a proxy that is not trusted. Every visitor then seems to have its address, and all share one rate limit.',
    fix: 'If the address below is your proxy, name it in TRUSTED_PROXIES and restart.',
  },
  'clock-ok': { finding: 'This machine and the database agree on the time.', fix: null },
  'clock-apart': {
    finding: 'The clocks of this machine and of the database differ.',
    fix: 'Turn on time synchronisation (NTP) on both. Codes of authenticator apps and link expiry depend on it.',
  },
  'disk-ok': { finding: 'There is room in the data folder.', fix: null },
  'disk-low': {
    finding: 'The disk of the data folder is filling up.',
    fix: 'Make room, or move DATA_DIR to a larger disk.',
  },
  'disk-full': {
    finding: 'The disk of the data folder is almost full.',
    fix: 'Make room now: when it is full, the embedded database stops and messages are refused.',
  },
  'check-timed-out': {
    finding: 'This check did not finish in time.',
    fix: 'Look again in a minute. If it stays like this, look at the log and at the load of the machine.',
  },
  'check-failed': {
    finding: 'This check could not be made.',
    fix: 'Look in the log for the event system.check_failed.',
  },
};

/** A value that a check measured, for people to read. */
export interface SystemFact {
  /** Key of its label in the message catalogue, such as `system.fact.latencyMs`. */
  readonly key: SystemFactKey;
  /** Numbers are in the unit that the key names; instants are ISO 8601 in UTC. */
  readonly value: string | number | boolean;
}

export const SYSTEM_FACTS = [
  'version',
  'latencyMs',
  'sizeBytes',
  'connections',
  'applied',
  'pending',
  'latest',
  'masterKeyId',
  'masterKeys',
  'keyCreatedAt',
  'keyAgeDays',
  'sitesBehind',
  'provider',
  'lastAttemptAt',
  'lastOutcome',
  'lastDetail',
  'heldUntil',
  'problem',
  'waiting',
  'oldestSeconds',
  'failed',
  'trusted',
  'peer',
  'seenAt',
  'offsetMs',
  'freeBytes',
  'totalBytes',
  'path',
] as const;
export type SystemFactKey = (typeof SYSTEM_FACTS)[number];

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

/** Answer of `GET /editor/system`. */
export interface SystemReport {
  /** The worst of the checks. */
  readonly status: SystemStatus;
  readonly checks: readonly SystemCheck[];
  readonly version: string;
  /** Of Node.js. */
  readonly runtime: string;
  readonly startedAt: string;
  readonly checkedAt: string;
  readonly environment: readonly SystemVariable[];
}
