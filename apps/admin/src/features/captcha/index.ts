import type { Feature } from '../../app/feature';

/** Whether a visitor has to prove to be a person. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/spam',
      name: 'captcha',
      component: () => import('./CaptchaPage.vue'),
      meta: { title: 'nav.captcha', permission: 'settings.manage' },
    },
  ],
  nav: [
    {
      route: 'captcha',
      label: 'nav.captcha',
      icon: 'i-lucide-shield-check',
      group: 'site',
      order: 3,
    },
  ],
};
