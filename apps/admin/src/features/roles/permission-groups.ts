import type { Permission } from '@sitedesk/contract/permissions';

/** The rows of the matrix as people look for them; `name` is the last part of a key below `roles.groups`. */
export const PERMISSION_GROUPS = [
  { name: 'start', permissions: ['dashboard.view'] },
  {
    name: 'pages',
    permissions: ['pages.create', 'pages.edit-own', 'pages.edit-all', 'pages.publish', 'pages.delete'],
  },
  { name: 'design', permissions: ['layouts.manage', 'templates.manage'] },
  { name: 'files', permissions: ['files.read', 'files.manage'] },
  { name: 'messages', permissions: ['contacts.manage', 'email.manage'] },
  { name: 'people', permissions: ['users.manage', 'roles.manage', 'authors.manage'] },
  { name: 'site', permissions: ['settings.manage', 'cdn.manage', 'audit.view'] },
] as const satisfies readonly { readonly name: string; readonly permissions: readonly Permission[] }[];
