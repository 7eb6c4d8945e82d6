import { messages, type Worded } from './messages.js';

/** Lengths in octets, and names of settings in the group `Export`. */
export const SITE_EXPORT_LIMITS = {
  /** What the S3 protocol takes for a key. */
  key: 1024,
} as const;

/**
 * How the export into a bucket or a folder goes. `off`: none is set; `ready`: nothing is to be done; `waiting`: it begins soon; `held`: it
 * failed, and is tried again later or when the settings change.
 */
export type ExportState = 'off' | 'ready' | 'waiting' | 'running' | 'held';

/** What the last export that was completed had, in numbers of files. */
export interface ExportCounts {
  readonly pages: number;
  readonly redirects: number;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Pages and files whose names it can't have. */
  readonly skipped: number;
}

/** How an export that is kept up to date goes. */
export interface KeptExport extends Worded<'error'> {
  readonly state: ExportState;
  /** When the last export began; null before the first. */
  readonly startedAt: string | null;
  /** When the last one was completed. */
  readonly finishedAt: string | null;
  /** Of that one. */
  readonly counts: ExportCounts | null;
  /** Null where it isn't tried again until the settings change or someone starts it. */
  readonly nextAttemptAt: string | null;
}

/** Answer of `GET /editor/public-site/export/bucket`: how the export into a bucket goes. */
export interface BucketExport extends KeptExport {
  /** Such as `s3://site/pages`; null without a bucket. */
  readonly place: string | null;
  /** Whether each publication is exported. */
  readonly isAutomatic: boolean;
}

/** Answer of `GET /editor/public-site/export/folder`: how the export into a folder of the server goes. */
export interface FolderExport extends KeptExport {
  /** Its name in the directory that the server operator named; null where they named none. */
  readonly folder: string | null;
}

/** Answer of `POST /editor/public-site/export/bucket/check`. */
export interface BucketCheck extends Worded<'message'> {
  readonly ok: boolean;
}

export const SITE_EXPORT_TEXTS = messages('site-export', {
  endpoint: 'must be a URL such as https://s3.example.com, without a path',
  bucket: 'must have 3 to 63 lowercase letters, digits, hyphens and periods',
  prefix: 'can only have letters, digits, hyphens, periods, underscores and single slashes',
  region: 'can only have lowercase letters, digits and hyphens',
  off: 'Enter the bucket and both keys first.',
  unknownKey: 'The service doesn’t know the access key.',
  wrongSecret: 'The secret access key doesn’t belong to the access key.',
  denied: 'The access key isn’t allowed to do this in the bucket.',
  noBucket: 'There’s no bucket of this name.',
  wrongRegion: 'The bucket is in another region.',
  clock: 'The clock of the server is wrong, so the service refuses its signatures.',
  unreachable: 'The service can’t be reached: {reason}',
  failed: 'The service didn’t do what was asked: {reason}',
  notEmpty:
    'The bucket already has other files at this place. Enter a prefix where nothing is, or delete the files.',
  otherSite: 'The bucket has the export of another site at this place. Enter another prefix.',
  filesAway: 'The files of the site can’t be read at the moment.',
  noDirectory: 'The server operator hasn’t set up a folder for exports.',
  folderTaken:
    'The folder has files that aren’t from the export of this site. The server operator finds their names in the log.',
  diskFull: 'The disk with the folder is full.',
  folderDenied: 'The server isn’t allowed to write to the folder.',
  folderFailed: 'The folder can’t be written: {reason}',
  internal: 'The export stopped because of an error of the server.',
  okEmpty: 'The bucket can be read, and the place is free. The first export shows whether it can be written.',
  okOurs: 'The bucket can be read, and has an export of this site.',
});

/** What the dashboard says of it. */
export type SiteExportAttention = 'export-held' | 'folder-export-held';
