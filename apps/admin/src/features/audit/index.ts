import type { Feature } from '../../app/feature';

/** What was done, by whom, and proof that nobody changed the record. */
export const feature: Feature = {
  routes: [
    {
      path: 'security/audit',
      name: 'audit',
      component: () => import('./AuditPage.vue'),
      meta: { title: 'nav.audit', permission: 'audit.view' },
    },
  ],
  nav: [
    {
      route: 'audit',
      label: 'nav.audit',
      icon: 'i-lucide-scroll-text',
      group: 'security',
      order: 1,
      shortcut: 'g a',
    },
  ],
};
