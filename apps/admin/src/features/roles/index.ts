import type { Feature } from '../../app/feature';

const meta = { title: 'nav.roles', permission: 'roles.manage' } as const;

/** What people may do, in bundles. */
export const feature: Feature = {
  routes: [
    { path: 'roles', name: 'roles', component: () => import('./RolesPage.vue'), meta },
    { path: 'roles/new', name: 'role-new', component: () => import('./NewRolePage.vue'), meta },
    { path: 'roles/:id', name: 'role', component: () => import('./RolePage.vue'), meta },
  ],
  nav: { icon: 'i-lucide-shield', group: 'people', order: 3, shortcut: 'g r' },
};
