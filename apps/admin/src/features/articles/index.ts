import type { ArticleCounts } from '@sitedesk/contract/articles';
import { keepBadge } from '../../app/badges';
import type { Feature } from '../../app/feature';
import { http, QUIET } from '../../app/http';

const meta = { title: 'nav.articles', permission: 'pages.view' } as const;

/** Pages, posts and blogs. */
export const feature: Feature = {
  routes: [
    { path: 'articles', name: 'articles', component: () => import('./ArticlesPage.vue'), meta },
    {
      path: 'articles/calendar',
      name: 'calendar',
      component: () => import('./CalendarPage.vue'),
      meta: { ...meta, title: 'nav.calendar' },
    },
    {
      path: 'articles/reviews',
      name: 'reviews',
      component: () => import('./ReviewsPage.vue'),
      meta: { ...meta, title: 'nav.reviews' },
    },
    {
      path: 'articles/activity',
      name: 'activity',
      component: () => import('./ActivityPage.vue'),
      meta: { ...meta, title: 'nav.activity' },
    },
    {
      path: 'articles/replace',
      name: 'replace',
      component: () => import('./ReplacePage.vue'),
      meta: { ...meta, title: 'nav.replace' },
    },
    {
      path: 'articles/templates',
      name: 'templates',
      component: () => import('./TemplatesPage.vue'),
      meta: { title: 'nav.templates', permission: 'templates.manage' },
    },
    {
      path: 'articles/templates/:id',
      name: 'template',
      component: () => import('./TemplatePage.vue'),
      meta: { title: 'nav.templates', permission: 'templates.manage' },
    },
    {
      path: 'articles/releases/:id',
      name: 'release',
      component: () => import('./ReleasePage.vue'),
      meta: { ...meta, title: 'nav.calendar' },
    },
    {
      path: 'articles/:number(\\d+)',
      name: 'article',
      component: () => import('./EditorPage.vue'),
      meta: { ...meta, title: 'nav.article' },
    },
    {
      path: 'articles/:number(\\d+)/translation',
      name: 'article-translation',
      component: () => import('./TranslationPage.vue'),
      meta: { ...meta, title: 'nav.article' },
    },
    {
      path: 'articles/:number(\\d+)/compare',
      name: 'article-compare',
      component: () => import('./ComparePage.vue'),
      meta: { ...meta, title: 'nav.article' },
    },
  ],
  palette: () => import('./palette'),
  nav: { icon: 'i-lucide-newspaper', badge: 'articles', group: 'content', order: 1, shortcut: 'g c' },
  run: () =>
    keepBadge({
      badge: 'articles',
      queryKey: ['articles', 'counts'],
      read: () => http.get<ArticleCounts>('/articles/counts', QUIET),
      count: ({ needsMe }) => needsMe,
      everyMs: 5 * 60_000,
    }),
};
