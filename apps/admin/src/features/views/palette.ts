import type { ViewList } from '@sitedesk/contract/views';
import { VIEW_LISTS } from '@sitedesk/contract/views';
import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { useSession } from '../../app/session';
import { viewRequests } from '../../composables/useSavedViews';
import '../../ui/saved-views-messages';

const { t } = i18n.global;
const PATHS: Readonly<Record<ViewList, string>> = { articles: '/articles', contacts: '/inbox' };

/** Finds saved views by name. */
export const palette: PalettePart = {
  search: {
    label: () => t('views.views'),
    icon: 'i-lucide-bookmark',
    permission: 'dashboard.view',
    find: async (term) => {
      const session = useSession();
      const lists = (Object.keys(PATHS) as ViewList[]).filter((list) => session.can(VIEW_LISTS[list].see)); // the keys of the table
      const found = await Promise.all(lists.map((list) => viewRequests.list(list)));
      return found
        .flatMap(({ items }) => items)
        .filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()))
        .slice(0, FOUND_MOST)
        .map(({ id, name, list, query }) => ({
          id,
          label: name,
          about: t(list === 'articles' ? 'views.ofArticles' : 'views.ofMessages'),
          to: query === '' ? PATHS[list] : `${PATHS[list]}?${query}`,
        }));
    },
  },
};
