import type { Feature } from '../../app/feature';

/** What visitors see, as a whole. */
export const feature: Feature = {
  routes: [],
  settings: { groups: ['Site'], foot: () => import('./SiteExport.vue') },
  jobs: { 'site-archive': { name: 'settings' } },
};
