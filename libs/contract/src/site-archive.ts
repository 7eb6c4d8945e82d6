import { messages, type Worded } from './messages.js';

export const SITE_ARCHIVE = {
  fileName: 'site-archive.zip',
  /** For how long an archive is kept on the server. */
  hours: 24,
} as const;

/** What is being read: the rows of the content, then the contents of files. */
export type SiteArchivePart = 'rows' | 'files';

/** How far an archive is that is being made. */
export interface SiteArchiveProgress {
  readonly part: SiteArchivePart;
  /** Rows, or octets of files. */
  readonly done: number;
  readonly total: number;
}

/** An archive that can be downloaded. */
export interface SiteArchiveFile {
  /** Octets. */
  readonly size: number;
  /** The moment whose state it has. */
  readonly takenAt: string;
  /** When it's deleted. */
  readonly expiresAt: string;
}

/** Answer of `GET /editor/site/archive`; the error is why the last archive couldn't be made. */
export interface SiteArchive extends Worded<'error'> {
  readonly state: 'idle' | 'waiting' | 'running';
  /** Null where none is being made, or it hasn't begun. */
  readonly progress: SiteArchiveProgress | null;
  /** The newest one that is complete. */
  readonly file: SiteArchiveFile | null;
}

export const SITE_ARCHIVE_TEXTS = messages('site-archive', {
  administrators: 'Only administrators can do this: the archive has articles that others don’t see.',
  busy: 'An archive is being made already.',
  filesAway: 'The files of the site can’t be read, or the archive can’t be stored, at the moment.',
  internal: 'The archive couldn’t be made because of an error of the server.',
});
