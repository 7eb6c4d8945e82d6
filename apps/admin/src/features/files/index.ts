import type { Feature } from '../../app/feature';

const meta = { title: 'nav.files', permission: 'files.read' } as const;

/** Pictures and documents, for pages and for visitors to download. */
export const feature: Feature = {
  routes: [{ path: 'files', name: 'files', component: () => import('./FilesPage.vue'), meta }],
  edge: () => import('./UploadTray.vue'),
  nav: { icon: 'i-lucide-folder', group: 'content', order: 5, shortcut: 'g l' },
};
