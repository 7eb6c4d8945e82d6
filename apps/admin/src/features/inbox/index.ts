import type { ContactCounts } from '@sitedesk/contract/inbox';
import { badges } from '../../app/badges';
import { waitingCount } from '../../app/document-title';
import type { Feature } from '../../app/feature';
import { http } from '../../app/http';
import { onLive } from '../../app/live';
import { queryClient } from '../../app/query-client';

const meta = { title: 'nav.inbox', permission: 'contacts.manage' } as const;

/** What visitors have written. */
export const feature: Feature = {
  routes: [{ path: 'inbox', name: 'inbox', component: () => import('./InboxPage.vue'), meta }],
  palette: () => import('./palette'),
  nav: { icon: 'i-lucide-inbox', badge: 'inbox', group: 'home', order: 2, shortcut: 'g i' },
  run: () => {
    const end = onLive('counts', () => void count());
    return () => {
      end();
      waitingCount.value = 0;
    };
  },
};

/** The number of unread messages, beside the entry and at the tabs. A failed request is not shown to anyone. */
async function count(): Promise<void> {
  const counts = await http
    .get<ContactCounts>('/contacts/counts', { interactive: false })
    .catch(() => undefined);
  if (!counts) return;
  badges['inbox'] = counts.unread.count;
  waitingCount.value = counts.unread.count;
  queryClient.setQueryData(['contacts', 'counts'], counts);
}
