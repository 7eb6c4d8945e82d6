import type { AttentionTile } from '@sitedesk/contract/dashboard';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';
import { useSession } from '../../app/session';

/** What happened, and what needs attention. */
export const feature: Feature = {
  routes: [
    {
      path: '',
      name: 'dashboard',
      component: () => import('./DashboardPage.vue'),
      meta: { title: 'nav.dashboard', permission: 'dashboard.view' },
    },
  ],
  header: () => import('./AttentionBell.vue'),
  run: () =>
    useSession().can('dashboard.view')
      ? keepBadge({
          badge: 'attention',
          queryKey: ['dashboard', 'attention'],
          read: () => http.get<AttentionTile>('/dashboard/attention', { interactive: false }),
          count: ({ items }) => items.length,
          everyMs: 2 * 60_000,
        })
      : () => undefined,
  nav: [
    {
      route: 'dashboard',
      label: 'nav.dashboard',
      icon: 'i-lucide-house',
      group: 'home',
      order: 1,
      shortcut: 'g h',
    },
  ],
};
