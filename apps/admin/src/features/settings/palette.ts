import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { queryClient } from '../../app/query-client';
import { findableSettings, SETTINGS_OVERVIEW } from './findable';
import { findSettings } from './search';

const { t } = i18n.global;

/** Finds settings by what the page calls them, and as they are spelt in files and variables. */
export const palette: PalettePart = {
  search: {
    label: () => t('nav.settings'),
    icon: 'i-lucide-sliders-horizontal',
    permission: 'settings.manage',
    find: async (term) =>
      findSettings(findableSettings(await queryClient.fetchQuery(SETTINGS_OVERVIEW)), term)
        .slice(0, FOUND_MOST)
        .map(({ id, label, place, to }) => ({ id, label, about: place, to })),
  },
};
