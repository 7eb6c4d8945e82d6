import type { Feature } from '../../app/feature';

const meta = { title: 'nav.captcha', permission: 'settings.manage' } as const;

/** Whether a visitor has to prove to be a person. */
export const feature: Feature = {
  routes: [{ path: 'settings/spam', name: 'captcha', component: () => import('./CaptchaPage.vue'), meta }],
  settings: { groups: ['CAPTCHA'] },
  nav: { icon: 'i-lucide-shield-check', group: 'site', order: 3 },
};
