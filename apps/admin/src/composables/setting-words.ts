import type { SettingEntry } from '@sitedesk/contract/settings';
import { i18n } from '../app/i18n';
import { type NamedRole, roleIn, wordsOf } from './role-words';
import './setting-messages';

const { t, te, n } = i18n.global;

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

/** A value as people say it. */
export function settingValue(
  { kind, range }: Pick<SettingEntry, 'kind' | 'range'>,
  value: string,
  roles?: readonly NamedRole[],
): string {
  if (kind === 'flag') return t(value.toLowerCase() === 'true' ? 'setting.on' : 'setting.off');
  if (kind === 'roles')
    return wordsOf(value)
      .map((word) => roleIn(roles, word)?.name ?? word)
      .join(', ');
  if (kind === 'choice' && te(`setting.choices.${value}`)) return t(`setting.choices.${value}`);
  if (range && /^\d+$/.test(value)) return `${n(Number(value))} ${t(`setting.units.${range.unit}`)}`;
  return value;
}
