import type { Feature } from '../../app/feature';

/** Who is signed in now. */
export const feature: Feature = {
  routes: [
    {
      path: 'security/sessions',
      name: 'sessions',
      component: () => import('./SessionsPage.vue'),
      meta: { title: 'nav.sessions', permission: 'users.manage' },
    },
  ],
  nav: [
    {
      route: 'sessions',
      label: 'nav.sessions',
      icon: 'i-lucide-monitor-smartphone',
      group: 'security',
      order: 2,
    },
  ],
};
