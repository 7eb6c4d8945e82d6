import type { Feature } from '../../app/feature';

const meta = { title: 'nav.signInProviders', permission: 'settings.manage' } as const;

/** Providers at which people sign in with an account they have elsewhere. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/sign-in',
      name: 'identity-providers',
      component: () => import('./ProvidersPage.vue'),
      meta,
    },
    {
      path: 'settings/sign-in/new/:preset',
      name: 'new-identity-provider',
      component: () => import('./ProviderPage.vue'),
      meta,
    },
    {
      path: 'settings/sign-in/:id',
      name: 'identity-provider',
      component: () => import('./ProviderPage.vue'),
      meta,
    },
  ],
  settings: { groups: [] },
  nav: { icon: 'i-lucide-log-in', group: 'site', order: 60 },
};
