import type { Feature } from '../../app/feature';

/** First run: the one-time code makes the first administrator. */
export const feature: Feature = {
  routes: [
    {
      path: '/setup',
      name: 'set-up',
      component: () => import('./SetUpPage.vue'),
      meta: { public: true, title: 'setUp.title' },
    },
  ],
};
