import type { Feature } from '../../app/feature';

const meta = { title: 'nav.ai', permission: 'settings.manage' } as const;

/** The AI provider that suggests how texts go on. */
export const feature: Feature = {
  routes: [{ path: 'settings/ai', name: 'ai', component: () => import('./AiPage.vue'), meta }],
  settings: { groups: ['AI'] },
  nav: { icon: 'i-lucide-sparkles', group: 'site', order: 6 },
};
