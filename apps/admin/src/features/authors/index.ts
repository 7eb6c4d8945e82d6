import type { Feature } from '../../app/feature';

const meta = { title: 'nav.authors', permission: 'authors.manage' } as const;

/** Author profiles, as readers see them. */
export const feature: Feature = {
  routes: [
    { path: 'authors', name: 'authors', component: () => import('./AuthorsPage.vue'), meta },
    { path: 'authors/new', name: 'author-new', component: () => import('./NewAuthorPage.vue'), meta },
    { path: 'authors/:id', name: 'author', component: () => import('./AuthorPage.vue'), meta },
  ],
  nav: { icon: 'i-lucide-pen-line', group: 'people', order: 2 },
};
