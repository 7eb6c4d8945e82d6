import type { Permission } from '@sitedesk/contract/permissions';

/** A route below `/editor` that asks for a permission. */
export interface PermissionRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
}

const get = (path: string): PermissionRoute => ({ method: 'GET', path });
const post = (path: string): PermissionRoute => ({ method: 'POST', path });
const put = (path: string): PermissionRoute => ({ method: 'PUT', path });
const patch = (path: string): PermissionRoute => ({ method: 'PATCH', path });
const del = (path: string): PermissionRoute => ({ method: 'DELETE', path });

/** Routes for which `users.manage` or `roles.manage` is enough. */
export const ROLE_LIST_ROUTES: readonly PermissionRoute[] = [get('/roles'), get('/roles/Editor')];

/** The id of nothing: the routes are called by people who may, and must not change anything. */
const NOTHING = '00000000-0000-7000-8000-000000000000';

/**
 * Routes of each row of the permission matrix, for the test that plays every role against them. A new feature adds its
 * routes here; an empty list is a feature that does not exist yet.
 */
export const PERMISSION_ROUTES: Readonly<Record<Permission, readonly PermissionRoute[]>> = {
  'dashboard.view': [
    get('/authors'),
    get(`/authors/${NOTHING}`),
    get('/blogs/GetBlogs'),
    get('/blogs/news/getentries'),
    get('/dashboard/attention'),
    get('/dashboard/checklist'),
  ],
  'pages.create': [post('/articles'), post('/articles/1/copy')],
  // Either is enough for what they have in common: articles.spec.ts plays them.
  'pages.edit-all': [
    get('/articles/subjects'),
    put('/articles/1/access'),
    get(`/articles/1/access/explain?user=${NOTHING}`),
  ],
  'pages.edit-own': [],
  'pages.publish': [
    post('/articles/1/publish'),
    post('/articles/1/withdraw'),
    post('/articles/1/undo-publication'),
    post('/articles/1/plans'),
    put(`/articles/1/plans/${NOTHING}`),
    del(`/articles/1/plans/${NOTHING}`),
    post('/releases'),
    put(`/releases/${NOTHING}`),
    del(`/releases/${NOTHING}`),
    post('/articles/release-address'),
    put('/menu'),
    post('/redirects'),
    post('/redirects/import'),
    post('/redirects/import/check'),
    put('/articles/1/blog'),
    get('/articles/1/blog/rename?blogKey=x'),
    post('/articles/1/blog/rename'),
    put(`/redirects/${NOTHING}`),
    del(`/redirects/${NOTHING}`),
  ],
  'pages.delete': [post('/articles/1/trash'), post('/articles/1/restore'), del('/articles/1')],
  'layouts.manage': [
    get('/layouts'),
    get('/layouts/live'),
    post('/layouts'),
    post('/layouts/check'),
    post('/layouts/undo-publication'),
    get(`/layouts/${NOTHING}`),
    put(`/layouts/${NOTHING}`),
    post(`/layouts/${NOTHING}/publish`),
    del(`/layouts/${NOTHING}`),
    get(`/layouts/${NOTHING}/versions`),
    get(`/layouts/${NOTHING}/versions/1`),
    get(`/layouts/${NOTHING}/preview`),
  ],
  'templates.manage': [],
  'files.manage': [
    post('/uploads'),
    get(`/uploads/${NOTHING}`),
    patch(`/uploads/${NOTHING}`),
    del(`/uploads/${NOTHING}`),
    patch(`/files/${NOTHING}`),
    del(`/files/${NOTHING}`),
    ...['move', 'trash', 'restore'].map((action) => post(`/files/${action}`)),
    post('/folders'),
    patch(`/folders/${NOTHING}`),
    del(`/folders/${NOTHING}`),
  ],
  'files.read': [
    get('/files'),
    get('/files/storage'),
    get(`/files/${NOTHING}`),
    get(`/files/${NOTHING}/content`),
    get('/folders'),
    get(`/folders/${NOTHING}`),
  ],
  'users.manage': [
    get('/users'),
    post('/users'),
    get(`/users/${NOTHING}`),
    patch(`/users/${NOTHING}`),
    put(`/users/${NOTHING}/roles`),
    del(`/users/${NOTHING}`),
    ...[
      'disable',
      'enable',
      'confirm-email',
      'unconfirm-email',
      'invitation',
      'confirmation',
      'password-reset',
    ].map((action) => post(`/users/${NOTHING}/${action}`)),
    get(`/users/${NOTHING}/sessions`),
    del(`/users/${NOTHING}/sessions`),
    del(`/users/${NOTHING}/sessions/${NOTHING}`),
    post('/users/bulk'),
    post('/users/bulk/preview'),
    post('/users/bulk/matching'),
    post('/users/bulk/matching/preview'),
    get('/sessions'),
    post(`/users/${NOTHING}/two-factor-reset`),
    get(`/users/${NOTHING}/tokens`),
    del(`/users/${NOTHING}/tokens/${NOTHING}`),
    get('/roles/Editor/users'),
    get('/permissions'),
    get(`/permissions/explain?user=${NOTHING}&permission=pages.publish`),
  ],
  'roles.manage': [
    post('/roles'),
    patch(`/roles/${NOTHING}`),
    post('/roles/bulk-delete'),
    post('/roles/bulk-delete/preview'),
  ],
  'settings.manage': [
    get('/identity-providers'),
    post('/identity-providers'),
    get(`/identity-providers/${NOTHING}`),
    put(`/identity-providers/${NOTHING}`),
    del(`/identity-providers/${NOTHING}`),
    get('/system'),
    get('/retention/due?kind=trash&days=30'),
    get('/site'),
    patch('/site'),
    get('/setup/steps'),
    post('/setup/steps'),
  ],
  'cdn.manage': [],
  'email.manage': [],
  'contacts.manage': [
    get('/mailing-list'),
    put('/mailing-list/connection'),
    get('/mailing-list/lists'),
    get('/mailing-list/fields?list=news'),
    put('/mailing-list/settings'),
    get('/mailing-list/failures'),
    ...['check', 'preview', 'pause', 'resume', 'retry'].map((action) => post(`/mailing-list/${action}`)),
    del('/mailing-list'),
  ],
  'audit.view': [
    get('/audit'),
    get(`/audit/${NOTHING}`),
    get('/audit/actions'),
    get('/audit/verify'),
    get('/audit/export?format=json'),
  ],
  'pages.view': [
    get('/articles'),
    get('/articles/counts'),
    get('/public-site'),
    get('/reviews?view=mine'),
    get('/articles/facets'),
    get('/views?list=articles'),
    get('/articles/activity'),
    get('/articles/1/activity'),
    put('/articles/1/presence'),
    get('/articles/1'),
    get('/articles/1/versions'),
    get('/articles/1/versions/1'),
    get('/articles/1/publications'),
    get('/articles/1/addresses'),
    get('/articles/1/blog'),
    get('/menu'),
    get('/redirects'),
    get('/redirects/try?url=/'),
    get('/redirects/not-found'),
    get(`/redirects/${NOTHING}`),
    get('/articles/1/plans'),
    get('/plans'),
    get('/articles/1/publication-checks'),
    get('/releases'),
    get(`/releases/${NOTHING}`),
    get(`/releases/${NOTHING}/plans`),
    get('/articles/1/compare?from=1&to=draft'),
    get('/articles/1/review'),
    get('/articles/1/reviews'),
    get('/articles/1/threads'),
    get(`/articles/1/threads/${NOTHING}/comments`),
  ],
  'pages.review': [post('/articles/1/review/approve'), post('/articles/1/review/request-changes')],
  'authors.manage': [post('/authors'), put(`/authors/${NOTHING}`), del(`/authors/${NOTHING}`)],
};
