import type { SettingEntry, SettingsOverview } from '@sitedesk/contract/settings';
import { http } from '../../app/http';
import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { queryClient } from '../../app/query-client';
import './messages';
import { isFound } from './search';

const { t, te } = i18n.global;
const label = ({ group, name }: SettingEntry): string => t(`settings.${group}.${name}`);
const help = ({ group, name }: SettingEntry): string => {
  const key = `settings.${group}.${name}Help`;
  return te(key) ? t(key) : '';
};

/** Finds settings by what the page calls them, and as they are spelt in files and variables. */
export const palette: PalettePart = {
  search: {
    label: () => t('settings.title'),
    icon: 'i-lucide-sliders-horizontal',
    permission: 'settings.manage',
    find: async (term, signal) => {
      const { groups } = await queryClient.fetchQuery({
        queryKey: ['settings-all'],
        queryFn: () => http.get<SettingsOverview>('/settings', { signal }),
      });
      return groups
        .flatMap(({ entries }) => entries)
        .filter((entry) => isFound(entry, term, [label(entry), help(entry)]))
        .slice(0, FOUND_MOST)
        .map((entry) => ({
          id: `${entry.group}/${entry.name}`,
          label: label(entry),
          about: t(`settings.groups.${entry.group}`),
          to: `/settings?q=${entry.name}`,
        }));
    },
  },
};
