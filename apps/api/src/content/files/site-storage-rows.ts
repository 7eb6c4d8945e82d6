import type { MessageCode } from '@sitedesk/contract/messages';
import type { StorageProblem } from '@sitedesk/contract/site-storage';
import type { S3Location } from './file-storage.js';
import type { PlacedRow } from './site-stores.js';

/** Kind and target of the jobs that move the files of a site. */
export const STORAGE_MOVE = 'storage-move';

export const FIND_STORAGE = 'SELECT * FROM site_storage WHERE tenant_id = $1';

/** Row of `site_storage`: where the files of a site are, and how a move goes. */
export interface SiteStorageRow extends PlacedRow {
  /** Null for the storage of the server. */
  readonly place: string | null;
  readonly former_place: string | null;
  readonly cursor: string;
  readonly contents: string;
  readonly bytes: string;
  readonly total_contents: string;
  readonly total_bytes: string;
  readonly problems: readonly StorageProblem[];
  readonly run: string | null;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly leftover: string | null;
}

/** A bucket in words, the same for the same place. */
export const bucketPlace = ({ bucket, prefix, endpoint }: S3Location): string =>
  `s3://${bucket}/${prefix} (${endpoint})`;
