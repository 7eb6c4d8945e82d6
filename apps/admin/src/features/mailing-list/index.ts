import type { Feature } from '../../app/feature';

/** The synchronisation of contacts to a mailing list. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/mailing-list',
      name: 'mailing-list',
      component: () => import('./MailingListPage.vue'),
      meta: { title: 'nav.mailingList', permission: 'contacts.manage' },
    },
  ],
  jobs: { 'mailing-list': { name: 'mailing-list' } },
  nav: [
    {
      route: 'mailing-list',
      label: 'nav.mailingList',
      icon: 'i-lucide-mails',
      group: 'site',
      order: 5,
    },
  ],
};
