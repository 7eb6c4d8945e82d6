import type { Feature } from '../../app/feature';

const meta = { title: 'nav.import', permission: 'import.run' } as const;

/** Documents that were written elsewhere become articles. */
export const feature: Feature = {
  routes: [{ path: 'import/:id?', name: 'import', component: () => import('./ImportRoute.vue'), meta }],
  nav: { icon: 'i-lucide-log-in', group: 'content', order: 7 },
};
