import type { SettingsOverview } from '@sitedesk/contract/settings';
import { http } from '../../app/http';
import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { queryClient } from '../../app/query-client';
import { settingHelp, settingLabel } from '../../composables/setting-words';
import './messages';
import { isFound } from './search';

const { t } = i18n.global;

/** Finds settings by what the page calls them, and as they are spelt in files and variables. */
export const palette: PalettePart = {
  search: {
    label: () => t('nav.settings'),
    icon: 'i-lucide-sliders-horizontal',
    permission: 'settings.manage',
    find: async (term, signal) => {
      const { groups } = await queryClient.fetchQuery({
        queryKey: ['settings-all'],
        queryFn: () => http.get<SettingsOverview>('/settings', { signal }),
      });
      return groups
        .flatMap(({ entries }) => entries)
        .filter((entry) => isFound(entry, term, [settingLabel(entry), settingHelp(entry)]))
        .slice(0, FOUND_MOST)
        .map((entry) => ({
          id: `${entry.group}/${entry.name}`,
          label: settingLabel(entry),
          about: t(`setting.groups.${entry.group}`),
          to: `/settings?q=${entry.name}`,
        }));
    },
  },
};
