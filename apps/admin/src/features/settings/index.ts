import type { Feature } from '../../app/feature';

/** Every setting of the site, with where it comes from. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings',
      name: 'settings',
      component: () => import('./SettingsPage.vue'),
      meta: { title: 'nav.settings', permission: 'settings.manage' },
    },
  ],
  palette: () => import('./palette'),
  nav: [
    {
      route: 'settings',
      label: 'nav.settings',
      icon: 'i-lucide-settings-2',
      group: 'site',
      order: 1,
      shortcut: 'g s',
    },
  ],
};
