import type { Feature } from '../../app/feature';

const meta = { title: 'nav.redirects', permission: 'pages.view' } as const;

/** Addresses of the public site that lead elsewhere. */
export const feature: Feature = {
  routes: [{ path: 'redirects', name: 'redirects', component: () => import('./RedirectsPage.vue'), meta }],
  nav: { icon: 'i-lucide-corner-down-right', group: 'content', order: 3 },
};
