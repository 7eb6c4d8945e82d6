import { messages, type Worded } from './messages.js';
import type { SettingGroupView } from './settings.js';
import type { SystemText } from './system.js';

/** The steps of a check of a site's own bucket, in their order; one that fails ends it. */
export const STORAGE_CHECK_STEPS = [
  'dns',
  'connect',
  'clock',
  'credentials',
  'bucket',
  'list',
  'write',
  'read',
  'delete',
] as const;
export type StorageCheckStep = (typeof STORAGE_CHECK_STEPS)[number];

/** `failed` with the reason; `skipped`: not reached. */
export interface StorageCheckResult extends Worded<'detail'> {
  readonly step: StorageCheckStep;
  readonly outcome: 'ok' | 'failed' | 'skipped';
}

/** Answer of `POST /editor/storage/check`. */
export interface StorageCheck {
  readonly ok: boolean;
  readonly steps: readonly StorageCheckResult[];
}

/**
 * What moving would do now. `none`: files are where the settings say; `incomplete`: something is missing in the settings; `move`: move
 * files there; `renew`: use the new keys for the same bucket; `continue`: try the move again; `back`: what was moved goes back; `wait`:
 * another move has to end first.
 */
export type StorageNext = 'none' | 'incomplete' | 'move' | 'renew' | 'continue' | 'back' | 'wait';

/** Contents of files, and their octets. */
export interface StorageAmount {
  readonly contents: number;
  readonly bytes: number;
}

/** A content that can't be moved as it is. */
export interface StorageProblem {
  readonly hash: string;
  /** A file that has it. */
  readonly name: string;
  readonly problem: 'missing' | 'damaged';
}

/**
 * Where the files of a site are. `moving`: new files go to `place`, and what isn't there yet is read from `formerPlace`; `clearing`:
 * everything was moved, and is deleted in the former place; `held`: the move failed, and is tried again later or when someone moves.
 */
export interface SiteStorage extends Worded<'error'> {
  readonly state: 'settled' | 'moving' | 'clearing' | 'held';
  /** Such as `s3://files/site/ (https://s3.example.com)`; null for the storage of this server. */
  readonly place: string | null;
  /** While files are moved. */
  readonly formerPlace: string | null;
  /** What the settings name; null for the storage of this server. */
  readonly target: string | null;
  readonly next: StorageNext;
  readonly moved: StorageAmount;
  readonly total: StorageAmount;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Null where it isn't tried again until someone moves. */
  readonly nextAttemptAt: string | null;
  /** The first of them. */
  readonly problems: readonly StorageProblem[];
  /** A bucket that still has files of the site because they couldn't be deleted there; null where nothing is left. */
  readonly leftover: string | null;
}

/** Answer of `GET /editor/storage`. */
export interface StorageView extends SettingGroupView {
  readonly storage: SiteStorage;
}

export const SITE_STORAGE_TEXTS = messages('site-storage', {
  incomplete: 'Enter the bucket and both keys, or empty all fields to use the storage of this server.',
  nothing: 'The files are already there.',
  wait: 'Files are being moved. Wait until that’s done.',
  checkFailed: 'The bucket can’t be used: {reason}',
  currentAway: 'The files can’t be read where they are now: {reason}',
  siteId: 'Choose a prefix that doesn’t contain the ID of the site.',
  otherContent: 'The service sent something else than what was stored.',
  problems:
    'Some files couldn’t be moved because they’re missing or damaged. Delete or replace them, then continue.',
  serverAway: 'The storage of this server can’t be used at the moment.',
  internal: 'The move stopped because of an error of the server.',
});

/** What the dashboard says of it. */
export type SiteStorageAttention = 'storage-move-held';

/** What the check of the system page finds of a site's own bucket. */
export const SITE_STORAGE_SYSTEM_TEXTS = {
  'site-storage-server': { finding: 'This site’s files are in the storage of this server.' },
  'site-storage-ok': { finding: 'This site’s own bucket can be used.' },
  'site-storage-moving': { finding: 'This site’s files are being moved to another place.' },
  'site-storage-failed': {
    finding: 'This site’s own bucket can’t be used. Its files can’t be stored or read.',
    fix: 'Open File storage, correct the settings, check them and move. The reason is below.',
  },
  'site-storage-silent': {
    finding: 'This site’s own bucket didn’t respond in time.',
    fix: 'Check the service and the network between it and this server.',
  },
} as const satisfies Readonly<Record<string, SystemText>>;
export type SiteStorageCode = keyof typeof SITE_STORAGE_SYSTEM_TEXTS;
