import { FILE_LIMITS, FILE_SETTING_RANGES as RANGES } from '@sitedesk/contract/files';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';

export const FILES_GROUP = 'Files';
const MEGABYTE = 1024 * 1024;
const FALLBACK = { quota: 10_240, file: 100 };

/** Group `Files`: how much can be stored, in octets. */
export interface FileSettings {
  readonly quota: number;
  readonly largest: number;
}

export const FILE_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    FILES_GROUP,
    'QuotaMegabytes',
    { kind: 'integer', steers: 'nothing', fallback: String(FALLBACK.quota), range: RANGES.quota },
    `Room for all files of the site in MB; defaults to ${FALLBACK.quota}`,
  ),
  defineSetting(
    FILES_GROUP,
    'FileMegabytes',
    { kind: 'integer', steers: 'nothing', fallback: String(FALLBACK.file), range: RANGES.file },
    `Size of the largest file in MB; defaults to ${FALLBACK.file}`,
  ),
];

/** @throws SettingInvalidError */
export const readFileSettings = (values: SettingValues): FileSettings => ({
  quota: megabytes(values, 'QuotaMegabytes', FALLBACK.quota, RANGES.quota),
  largest: Math.min(megabytes(values, 'FileMegabytes', FALLBACK.file, RANGES.file), FILE_LIMITS.octets),
});

function megabytes(
  values: SettingValues,
  name: string,
  fallback: number,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = values.text(FILES_GROUP, name)?.trim() ?? String(fallback);
  if (!/^\d{1,9}$/.test(text)) throw new SettingInvalidError(FILES_GROUP, name, SETTING_FAULTS.wholeNumber);
  const number = Number(text);
  if (number < min) throw new SettingInvalidError(FILES_GROUP, name, SETTING_FAULTS.atLeast({ min }));
  if (number > max) throw new SettingInvalidError(FILES_GROUP, name, SETTING_FAULTS.atMost({ max }));
  return number * MEGABYTE;
}
