import type { Feature } from '../../app/feature';

const meta = { title: 'nav.sessions', permission: 'users.manage' } as const;

/** Who is signed in now. */
export const feature: Feature = {
  routes: [
    { path: 'security/sessions', name: 'sessions', component: () => import('./SessionsPage.vue'), meta },
  ],
  nav: { icon: 'i-lucide-monitor-smartphone', group: 'security', order: 2 },
};
