import { BUILT_IN_ROLES, type BuiltInRole } from './roles.js';

/**
 * Everything a person or an API token can be allowed to do. The first sixteen are the rows of the specification's
 * permission matrix (section 5), in its order; the others are ours.
 */
export const PERMISSIONS = [
  'dashboard.view',
  'pages.create',
  'pages.edit-all',
  'pages.edit-own',
  'pages.publish',
  'pages.delete',
  'layouts.manage',
  'templates.manage',
  'files.manage',
  'files.read',
  'users.manage',
  'roles.manage',
  'settings.manage',
  'cdn.manage',
  'email.manage',
  'contacts.manage',
  'audit.view',
  'authors.manage',
  'pages.view',
  'pages.review',
  'deployments.manage',
  'ai.use',
  'import.run',
  'webhooks.manage',
  'pages.html',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A row of the matrix: the feature in the specification's words, and the built-in roles that have it. */
export interface PermissionRow {
  readonly permission: Permission;
  readonly feature: string;
  readonly roles: readonly BuiltInRole[];
}

const row = (permission: Permission, feature: string, ...roles: readonly BuiltInRole[]): PermissionRow => ({
  permission,
  feature,
  roles,
});

/** The permission matrix (specification 5). `Authenticated` and `Anonymous` are reserved and have no permission. */
export const PERMISSION_MATRIX: readonly PermissionRow[] = [
  row('dashboard.view', 'Editor dashboard', 'Administrator', 'Editor', 'Author', 'Reviewer'),
  row('pages.create', 'Create pages', 'Administrator', 'Editor', 'Author'),
  row('pages.edit-all', 'Edit all pages', 'Administrator', 'Editor'),
  row('pages.edit-own', 'Edit own pages', 'Administrator', 'Editor', 'Author'),
  row('pages.publish', 'Publish pages', 'Administrator', 'Editor'),
  row('pages.delete', 'Delete pages', 'Administrator', 'Editor'),
  row('layouts.manage', 'Manage layouts', 'Administrator', 'Editor'),
  row('templates.manage', 'Manage templates', 'Administrator', 'Editor'),
  row('files.manage', 'File manager (full)', 'Administrator', 'Editor', 'Author'),
  row('files.read', 'File manager (read)', 'Administrator', 'Editor', 'Author', 'Reviewer'),
  row('users.manage', 'Manage users', 'Administrator'),
  row('roles.manage', 'Manage roles', 'Administrator'),
  row('settings.manage', 'System settings', 'Administrator'),
  row('cdn.manage', 'CDN and storage config', 'Administrator'),
  row('email.manage', 'Email admin', 'Administrator', 'Editor'),
  row('contacts.manage', 'Contact management', 'Administrator', 'Editor'),
  row('audit.view', 'Audit log', 'Administrator'),
  row('authors.manage', 'Author profiles', 'Administrator', 'Editor'),
  row('pages.view', 'View pages', 'Administrator', 'Editor', 'Author', 'Reviewer'),
  row('pages.review', 'Review pages', 'Administrator', 'Editor', 'Reviewer'),
  row('deployments.manage', 'Deployments of applications', 'Administrator'),
  row('ai.use', 'Use AI', 'Administrator', 'Editor', 'Author'),
  row('import.run', 'Import documents', 'Administrator', 'Editor'),
  row('webhooks.manage', 'Manage webhooks', 'Administrator'),
  row('pages.html', 'Write HTML in pages', 'Administrator', 'Editor'),
];

const grants = new Map<BuiltInRole, ReadonlySet<Permission>>(
  BUILT_IN_ROLES.map((role) => [
    role,
    new Set(
      PERMISSION_MATRIX.filter(({ roles }) => roles.includes(role)).map(({ permission }) => permission),
    ),
  ]),
);

const NONE: ReadonlySet<Permission> = new Set();

/** What a built-in role may do. */
export const permissionsOf = (role: BuiltInRole): ReadonlySet<Permission> => grants.get(role) ?? NONE;

export const isBuiltInRole = (word: string): word is BuiltInRole =>
  BUILT_IN_ROLES.some((role) => role === word);
