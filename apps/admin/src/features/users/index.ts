import type { Feature } from '../../app/feature';

/** The people of the site. */
export const feature: Feature = {
  routes: [
    {
      path: 'users',
      name: 'users',
      component: () => import('./UsersPage.vue'),
      meta: { title: 'nav.users', permission: 'users.manage' },
    },
    {
      path: 'users/:id',
      name: 'user',
      component: () => import('./UserPage.vue'),
      meta: { title: 'nav.users', permission: 'users.manage' },
    },
  ],
  palette: () => import('./palette'),
  nav: [
    {
      route: 'users',
      label: 'nav.users',
      icon: 'i-lucide-users',
      group: 'people',
      order: 1,
      shortcut: 'g u',
    },
  ],
};
