import { IsOptional, ValidateBy } from 'class-validator';

import { isStorable, PageDto } from './rules.js';
import { SETTING_LIMITS } from './settings.js';

const NAME = /^[A-Za-z]+$/;

/** Names of settings with their new values; null for "not set anymore". */
function IsSettingValues(): PropertyDecorator {
  const message = `$property must be an object of 1 to ${SETTING_LIMITS.namesPerSave} names with texts of at most ${SETTING_LIMITS.value} characters, or null`;
  return ValidateBy({ name: 'isSettingValues', validator: { validate: areSettingValues } }, { message });
}

function areSettingValues(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > SETTING_LIMITS.namesPerSave) return false;
  return entries.every(([name, each]: [string, unknown]) => isName(name) && isValue(each));
}

const isName = (name: string): boolean => NAME.test(name) && name.length <= SETTING_LIMITS.name;

const isValue = (value: unknown): boolean =>
  value === null || (typeof value === 'string' && value.length <= SETTING_LIMITS.value && isStorable(value));

/** `PUT /editor/settings/:group`: what is to change; names that are left out stay as they are. */
export class SaveSettingsDto {
  @IsSettingValues()
  readonly values: Readonly<Record<string, string | null>>;
}

const IsSettingName = (): PropertyDecorator =>
  ValidateBy(
    { name: 'isSettingName', validator: { validate: (value) => typeof value === 'string' && isName(value) } },
    { message: '$property must be the name of a setting' },
  );

/** Query of `GET /editor/settings/history`. */
export class SettingHistoryDto extends PageDto {
  @IsOptional()
  @IsSettingName()
  readonly group?: string;

  /** Only changes of this setting. */
  @IsOptional()
  @IsSettingName()
  readonly name?: string;
}
