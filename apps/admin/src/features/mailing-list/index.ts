import type { Feature } from '../../app/feature';

const meta = { title: 'nav.mailingList', permission: 'contacts.manage' } as const;

/** The synchronisation of contacts to a mailing list. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/mailing-list',
      name: 'mailing-list',
      component: () => import('./MailingListPage.vue'),
      meta,
    },
  ],
  settings: { groups: [] },
  jobs: { 'mailing-list': { name: 'mailing-list' } },
  nav: { icon: 'i-lucide-mails', group: 'site', order: 5 },
};
