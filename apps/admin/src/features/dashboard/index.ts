import type { Feature } from '../../app/feature';

/** What happened, and what needs attention (users.md S6). */
export const feature: Feature = {
  routes: [
    {
      ...{ path: '', name: 'dashboard' },
      component: () => import('./DashboardPage.vue'),
      meta: { title: 'nav.dashboard', permission: 'dashboard.view' },
    },
  ],
  nav: [
    {
      ...{ route: 'dashboard', label: 'nav.dashboard', icon: 'i-lucide-house' },
      ...{ group: 'home', order: 1, shortcut: 'g h' },
    },
  ],
};
