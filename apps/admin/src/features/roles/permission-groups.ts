import type { Permission } from '@sitedesk/contract/permissions';

interface PermissionGroup {
  /** Last part of a key below `roles.groups`. */
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** The rows of the matrix as people look for them. */
export const PERMISSION_GROUPS: readonly PermissionGroup[] = [
  { name: 'start', permissions: ['dashboard.view'] },
  { name: 'messages', permissions: ['contacts.manage', 'email.manage'] },
  { name: 'people', permissions: ['users.manage', 'roles.manage', 'authors.manage'] },
  { name: 'site', permissions: ['settings.manage', 'webhooks.manage', 'ai.use', 'audit.view'] },
  {
    name: 'pages',
    permissions: [
      'pages.view',
      'pages.create',
      'pages.edit-own',
      'pages.edit-all',
      'pages.review',
      'pages.publish',
      'pages.delete',
      'pages.html',
      'import.run',
    ],
  },
  { name: 'design', permissions: ['layouts.manage', 'deployments.manage'] },
  { name: 'templates', permissions: ['templates.manage'] },
  { name: 'files', permissions: ['files.read', 'files.manage', 'cdn.manage'] },
];
