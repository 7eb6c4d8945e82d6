import { PLAN_MESSAGES } from '@sitedesk/contract/publication-plans';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import { SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';

const GROUP = 'Site';

export const ZONE_SETTING: SettingDefinition = defineSetting(
  GROUP,
  'TimeZone',
  { kind: 'text', steers: 'nothing' },
  'Time zone in which publications are planned, such as Europe/Zurich; defaults to UTC',
);

/** @throws SettingInvalidError */
export function readSiteZone(values: SettingValues): string {
  const zone = values.text(GROUP, 'TimeZone') ?? 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new SettingInvalidError(GROUP, 'TimeZone', PLAN_MESSAGES.zone); // there is no such zone
  }
}
