import type { Feature } from '../../app/feature';

const meta = { title: 'nav.menu', permission: 'pages.view' } as const;

/** What stands at the top of the public pages. */
export const feature: Feature = {
  routes: [{ path: 'menu', name: 'menu', component: () => import('./MenuPage.vue'), meta }],
  nav: { icon: 'i-lucide-list-tree', group: 'content', order: 2 },
};
