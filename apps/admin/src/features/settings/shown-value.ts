import type { SettingEntry, SettingPart, SettingShown } from '@sitedesk/contract/settings';
import { i18n } from '../../app/i18n';
import { settingValue } from '../../composables/setting-words';
import type { NamedRole } from '../../composables/role-words';

const { t, te } = i18n.global;
type Parts = Readonly<Record<string, SettingPart>>;

/** The parts of a composed value in one line; a secret part is only that it is set, and what is empty is left out. */
export function partWords(parts: Parts | null): string {
  if (parts === null) return '';
  const word = (key: string, other: string): string => (te(key) ? t(key) : other);
  return Object.entries(parts)
    .flatMap(([name, part]) => {
      if (part === null || part === '') return [];
      const label = word(`setting.parts.${name}`, name);
      if (typeof part === 'object') return part.isSet ? [`${label}: ${t('setting.secretIsSet')}`] : [];
      if (typeof part === 'boolean') return [`${label}: ${t(part ? 'ui.yes' : 'ui.no')}`];
      return [`${label}: ${word(`setting.choices.${part}`, String(part))}`];
    })
    .join(' · ');
}

/** Words for what a setting was or became; a secret is never more than "set". */
export function shownWords(
  entry: Pick<SettingEntry, 'kind' | 'range'>,
  shown: SettingShown,
  roles?: readonly NamedRole[],
): string {
  if (!shown.isSet) return t('settings.unset');
  if (shown.value !== null) return settingValue(entry, shown.value, roles);
  return partWords(shown.parts) || t('setting.secretIsSet');
}
