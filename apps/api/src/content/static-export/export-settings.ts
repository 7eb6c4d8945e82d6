import { hashToken } from '../../platform/core/tokens.js';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import type { SettingValues } from '../../platform/settings/setting-values.js';
import { bucketSettings, readBucketSettings } from '../files/bucket-settings.js';
import type { S3Location } from '../files/file-storage.js';

export const EXPORT_GROUP = 'Export';

/** Group `Export`: a bucket that has the public site as files. */
export interface ExportSettings {
  /** Undefined as long as something is missing. */
  readonly bucket: S3Location | undefined;
  /** Whether each publication is exported. */
  readonly isAutomatic: boolean;
  /** Changes with everything that decides what the service says. */
  readonly fingerprint: string;
}

const ACCESS = bucketSettings(EXPORT_GROUP, 'the public site as files', 'credential');

export const EXPORT_SETTINGS: readonly SettingDefinition[] = [
  ...ACCESS,
  defineSetting(
    EXPORT_GROUP,
    'AfterPublishing',
    { kind: 'flag', steers: 'nothing', fallback: 'false' },
    'Whether the bucket gets each change of the public site; defaults to false',
  ),
];

/** @throws SettingInvalidError */
export const readExportSettings = (values: SettingValues): ExportSettings => ({
  bucket: readBucketSettings(values, EXPORT_GROUP),
  isAutomatic: values.flag(EXPORT_GROUP, 'AfterPublishing', false),
  fingerprint: hashToken(ACCESS.map(({ name }) => values.text(EXPORT_GROUP, name) ?? '').join(' ')),
});
