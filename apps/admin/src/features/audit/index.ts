import type { Feature } from '../../app/feature';

const meta = { title: 'nav.audit', permission: 'audit.view' } as const;

/** What was done, by whom, and proof that nobody changed the record. */
export const feature: Feature = {
  routes: [{ path: 'security/audit', name: 'audit', component: () => import('./AuditPage.vue'), meta }],
  nav: { icon: 'i-lucide-scroll-text', group: 'security', order: 1, shortcut: 'g a' },
};
