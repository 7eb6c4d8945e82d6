import type { EmailOverview } from '@sitedesk/contract/email';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';

const meta = { title: 'nav.email', permission: 'email.manage' } as const;
const OUTBOX = { name: 'email', query: { view: 'outbox' } };

/** How email leaves, trying it out, and the outbox. */
export const feature: Feature = {
  routes: [{ path: 'settings/email', name: 'email', component: () => import('./EmailPage.vue'), meta }],
  jobs: { 'account-email': OUTBOX, 'article-email': OUTBOX, 'contact-notification': OUTBOX },
  palette: () => import('./palette'),
  run: () =>
    keepBadge({
      badge: 'email',
      queryKey: ['email'],
      read: () => http.get<EmailOverview>('/email', { interactive: false }),
      count: ({ counts }) => counts['dead'] ?? 0,
      everyMs: 60_000,
    }),
  settings: { groups: ['EMAIL'] },
  nav: { icon: 'i-lucide-send', badge: 'email', isTrouble: true, group: 'site', order: 4, shortcut: 'g e' },
};
