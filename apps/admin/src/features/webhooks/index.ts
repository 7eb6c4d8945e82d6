import type { Feature } from '../../app/feature';

/** Servers of others that are told what happens on the site. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/webhooks/:id?',
      name: 'webhooks',
      component: () => import('./WebhookScreens.vue'),
      meta: { title: 'nav.webhooks', permission: 'webhooks.manage' },
    },
  ],
  nav: { icon: 'i-lucide-webhook', group: 'site', order: 7 },
};
