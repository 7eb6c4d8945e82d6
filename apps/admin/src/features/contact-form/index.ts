import type { Feature } from '../../app/feature';

const meta = { title: 'nav.contactForm', permission: 'contacts.manage' } as const;

/** Putting the form on a page, its limits, and trying it out. */
export const feature: Feature = {
  routes: [
    {
      path: 'settings/contact',
      name: 'contact-form',
      component: () => import('./ContactFormPage.vue'),
      meta,
    },
  ],
  settings: { groups: ['ContactApi'] },
  nav: { icon: 'i-lucide-text-cursor-input', group: 'site', order: 2, shortcut: 'g f' },
};
