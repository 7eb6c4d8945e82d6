import type { UserSummary } from '@sitedesk/contract/users';
import { http, query } from '../../app/http';
import { i18n } from '../../app/i18n';
import { FOUND_MOST, type PalettePart } from '../../app/palette';
import { router } from '../../app/router';
import type { ListPage } from '../../composables/usePagedList';
import './messages';

/** Finds people by name, and invites them. */
export const palette: PalettePart = {
  actions: [
    {
      label: () => i18n.global.t('users.invite'),
      icon: 'i-lucide-user-plus',
      permission: 'users.manage',
      run: async () => void (await router.push({ name: 'users', query: { invite: '1' } })),
    },
  ],
  search: {
    label: () => i18n.global.t('nav.users'),
    icon: 'i-lucide-user',
    permission: 'users.manage',
    find: async (term, signal) => {
      const page = await http.get<ListPage<UserSummary>>(`/users${query({ q: term, limit: FOUND_MOST })}`, {
        signal,
      });
      return page.items.map(({ id, displayName, email }) => ({
        id,
        label: displayName,
        about: email ?? '',
        to: `/users/${id}`,
      }));
    },
  },
};
