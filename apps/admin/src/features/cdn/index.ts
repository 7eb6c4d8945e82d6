import type { Feature } from '../../app/feature';

const meta = { title: 'nav.cdn', permission: 'cdn.manage' } as const;

/** The CDN in front of the public site, and what is purged from it. */
export const feature: Feature = {
  routes: [{ path: 'settings/cdn', name: 'cdn', component: () => import('./CdnPage.vue'), meta }],
  settings: { groups: ['CDN'] },
  jobs: { 'cdn-purge': { name: 'cdn' }, 'cdn-verify': { name: 'cdn' } },
  nav: { icon: 'i-lucide-globe', group: 'site', order: 6 },
};
