import type { Feature } from '../../app/feature';

const meta = { title: 'nav.storage', permission: 'cdn.manage' } as const;

/** Where the files of the site are: in the storage of the server, or in a bucket of its own. */
export const feature: Feature = {
  routes: [{ path: 'settings/storage', name: 'storage', component: () => import('./StoragePage.vue'), meta }],
  settings: { groups: ['STORAGE'] },
  jobs: { 'storage-move': { name: 'storage' } },
  nav: { icon: 'i-lucide-folder', group: 'site', order: 6.5 },
};
