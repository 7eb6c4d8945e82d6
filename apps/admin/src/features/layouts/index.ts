import type { Feature } from '../../app/feature';

const meta = { title: 'nav.layouts', permission: 'layouts.manage' } as const;

/** The frame of all public pages: HTML, style sheet and script. */
export const feature: Feature = {
  routes: [
    { path: 'layouts', name: 'layouts', component: () => import('./LayoutsPage.vue'), meta },
    { path: 'layouts/:id', name: 'layout', component: () => import('./LayoutPage.vue'), meta },
  ],
  nav: { icon: 'i-lucide-panels-top-left', group: 'content', order: 4 },
};
