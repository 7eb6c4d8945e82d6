import type { Feature } from '../../app/feature';

/** The public site as files in a bucket, or in a folder of the server. */
export const feature: Feature = {
  routes: [],
  settings: { groups: ['Export'], foot: () => import('./BucketExport.vue') },
  jobs: { 'site-export': { name: 'settings' }, 'folder-export': { name: 'settings' } },
};
