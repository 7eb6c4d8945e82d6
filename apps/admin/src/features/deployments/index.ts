import type { Feature } from '../../app/feature';

/** Single-page applications of the site, and what is deployed of them. */
export const feature: Feature = {
  routes: [
    {
      // One route, and one part, for the list and one of it: the first load has no room for more.
      path: 'applications/:number?',
      name: 'applications',
      component: () => import('./ApplicationScreens.vue'),
      meta: { title: 'nav.applications', permission: 'deployments.manage' },
    },
  ],
  nav: { icon: 'i-lucide-app-window', group: 'content', order: 6 },
};
