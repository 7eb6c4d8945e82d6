import type { Feature } from '../../app/feature';

/** How mail leaves, trying it out, and the outbox (users.md S16). */
export const feature: Feature = {
  routes: [
    {
      ...{ path: 'settings/email', name: 'email' },
      component: () => import('./EmailPage.vue'),
      meta: { title: 'nav.email', permission: 'email.manage' },
    },
  ],
  nav: [
    {
      ...{ route: 'email', label: 'nav.email', icon: 'i-lucide-send' },
      ...{ group: 'site', order: 4, shortcut: 'g e' },
    },
  ],
};
