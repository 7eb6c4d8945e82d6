import type { ArticleSummary } from '@sitedesk/contract/articles';
import { http, query } from '../../app/http';
import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { router } from '../../app/router';
import type { ListPage } from '../../composables/usePagedList';
import './messages';

/** Finds articles by title and address, and begins a new one. */
export const palette: PalettePart = {
  actions: [
    {
      label: () => i18n.global.t('articles.create'),
      icon: 'i-lucide-file-plus-2',
      permission: 'pages.create',
      run: async () => void (await router.push({ name: 'articles', query: { new: '1' } })),
    },
    {
      label: () => i18n.global.t('nav.templates'),
      icon: 'i-lucide-layers',
      permission: 'templates.manage',
      run: async () => void (await router.push({ name: 'templates' })),
    },
    {
      label: () => i18n.global.t('nav.replace'),
      icon: 'i-lucide-replace',
      permission: 'pages.edit-own',
      run: async () => void (await router.push({ name: 'replace' })),
    },
  ],
  search: {
    label: () => i18n.global.t('nav.articles'),
    icon: 'i-lucide-file-text',
    permission: 'pages.view',
    find: async (term, signal) => {
      const page = await http.get<ListPage<ArticleSummary>>(
        `/articles${query({ q: term, limit: FOUND_MOST })}`,
        { signal },
      );
      return page.items.map(({ number, title, path }) => ({
        id: String(number),
        label: title,
        about: path,
        to: `/articles/${number}`,
      }));
    },
  },
};
