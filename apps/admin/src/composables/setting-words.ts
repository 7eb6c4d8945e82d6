import type { SettingEntry } from '@sitedesk/contract/settings';
import { i18n } from '../app/i18n';
import './setting-messages';

const { t, te } = i18n.global;

/** What a setting is called. One that is newer than these words has its name in files and variables. */
export function settingLabel({ group, name }: Pick<SettingEntry, 'group' | 'name'>): string {
  const key = `setting.${group}.${name}`;
  return te(key) ? t(key) : name;
}

/** What a setting is for. One that is newer than these words has those of the server. */
export function settingHelp({ group, name, description }: SettingEntry): string {
  const key = `setting.${group}.${name}Help`;
  return te(key) ? t(key) : description;
}
