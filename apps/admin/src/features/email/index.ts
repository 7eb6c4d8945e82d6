import type { EmailOverview } from '@sitedesk/contract/email';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';
import { useSession } from '../../app/session';

const OUTBOX = { name: 'email', query: { view: 'outbox' } };

/** How email leaves, trying it out, and the outbox. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/email',
      name: 'email',
      component: () => import('./EmailPage.vue'),
      meta: { title: 'nav.email', permission: 'email.manage' },
    },
  ],
  jobs: { 'account-email': OUTBOX, 'contact-notification': OUTBOX },
  palette: () => import('./palette'),
  run: () =>
    useSession().can('email.manage')
      ? keepBadge({
          badge: 'email',
          queryKey: ['email'],
          read: () => http.get<EmailOverview>('/email', { interactive: false }),
          count: ({ counts }) => counts['dead'] ?? 0,
          everyMs: 60_000,
        })
      : () => undefined,
  nav: [
    {
      route: 'email',
      label: 'nav.email',
      icon: 'i-lucide-send',
      badge: 'email',
      isTrouble: true,
      group: 'site',
      order: 4,
      shortcut: 'g e',
    },
  ],
};
