import type { Feature } from '../../app/feature';

/** How long the site keeps things; a group on the settings page, without a page of its own. */
export const feature: Feature = {
  routes: [],
  settings: { groups: ['Retention'], note: () => import('./RetentionNote.vue') },
};
