import type { SettingDefinition } from '../../platform/settings/setting-definitions.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { bucketSettings, readBucketSettings } from './bucket-settings.js';
import type { S3Location } from './file-storage.js';

export const STORAGE_GROUP = 'STORAGE';

/** Group `STORAGE` (specification 2.8): a bucket of the site for its files. Files are moved there when someone asks for it. */
export interface SiteStorageSettings {
  /** Null for the storage of the server, undefined as long as something is missing. */
  readonly bucket: S3Location | null | undefined;
}

export const STORAGE_SETTINGS: readonly SettingDefinition[] = bucketSettings(
  STORAGE_GROUP,
  'the files of the site',
  'files',
);

/** @throws SettingInvalidError */
export function readSiteStorageSettings(values: SettingValues): SiteStorageSettings {
  const bucket = readBucketSettings(values, STORAGE_GROUP);
  const isEmpty = ['Endpoint', 'Bucket', 'Prefix', 'AccessKeyId', 'SecretAccessKey'].every(
    (name) => values.text(STORAGE_GROUP, name) === undefined,
  );
  return { bucket: isEmpty ? null : bucket };
}
