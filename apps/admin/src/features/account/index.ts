import type { Feature } from '../../app/feature';

/** A person's own account; also where a second factor is set up that the site requires. */
export const feature: Feature = {
  routes: [
    {
      path: 'me',
      name: 'account',
      component: () => import('./AccountPage.vue'),
      meta: { title: 'nav.account' },
    },
    {
      path: '/me/second-factor',
      name: 'enrolment',
      component: () => import('./EnrolmentPage.vue'),
      meta: { title: 'nav.account', bare: true },
    },
  ],
};
