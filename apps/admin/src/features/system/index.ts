import type { SystemReport } from '@sitedesk/contract/system';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';

const meta = { title: 'nav.system', permission: 'settings.manage' } as const;

/** How the installation is. */
export const feature: Feature = {
  routes: [{ path: 'system', name: 'system', component: () => import('./SystemPage.vue'), meta }],
  run: () =>
    keepBadge({
      badge: 'system',
      queryKey: ['system'],
      read: () => http.get<SystemReport>('/system', { interactive: false }),
      count: ({ checks }) => checks.filter(({ status }) => status === 'failed').length,
      everyMs: 5 * 60_000,
    }),
  nav: {
    icon: 'i-lucide-stethoscope',
    badge: 'system',
    isTrouble: true,
    group: 'system',
    order: 1,
    shortcut: 'g y',
  },
};
