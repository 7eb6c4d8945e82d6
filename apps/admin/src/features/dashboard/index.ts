import type { AttentionTile } from '@sitedesk/contract/dashboard';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';

const meta = { title: 'nav.dashboard', permission: 'dashboard.view' } as const;

/** What happened, and what needs attention. */
export const feature: Feature = {
  routes: [{ path: '', name: 'dashboard', component: () => import('./DashboardPage.vue'), meta }],
  header: () => import('./AttentionBell.vue'),
  run: () =>
    keepBadge({
      badge: 'attention',
      queryKey: ['dashboard', 'attention'],
      read: () => http.get<AttentionTile>('/dashboard/attention', { interactive: false }),
      count: ({ items }) => items.length,
      everyMs: 2 * 60_000,
    }),
  nav: { icon: 'i-lucide-house', group: 'home', order: 1, shortcut: 'g h' },
};
