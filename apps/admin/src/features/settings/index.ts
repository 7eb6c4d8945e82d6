import type { Feature } from '../../app/feature';

const meta = { title: 'nav.settings', permission: 'settings.manage' } as const;

/** Every setting of the site, with where it comes from. */
export const feature: Feature = {
  routes: [{ path: 'settings', name: 'settings', component: () => import('./SettingsPage.vue'), meta }],
  palette: () => import('./palette'),
  nav: { icon: 'i-lucide-settings-2', group: 'site', order: 1, shortcut: 'g s' },
};
