import type { Feature } from '../../app/feature';

/** How the installation is (users.md S28). */
export const feature: Feature = {
  routes: [
    {
      ...{ path: 'system', name: 'system' },
      component: () => import('./SystemPage.vue'),
      meta: { title: 'nav.system', permission: 'settings.manage' },
    },
  ],
  nav: [
    {
      ...{ route: 'system', label: 'nav.system', icon: 'i-lucide-stethoscope' },
      ...{ group: 'system', order: 1, shortcut: 'g y' },
    },
  ],
};
