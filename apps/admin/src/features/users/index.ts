import type { Feature } from '../../app/feature';

const meta = { title: 'nav.users', permission: 'users.manage' } as const;

/** The people of the site. */
export const feature: Feature = {
  routes: [
    { path: 'users', name: 'users', component: () => import('./UsersPage.vue'), meta },
    { path: 'users/:id', name: 'user', component: () => import('./UserPage.vue'), meta },
  ],
  palette: () => import('./palette'),
  nav: { icon: 'i-lucide-users', group: 'people', order: 1, shortcut: 'g u' },
};
