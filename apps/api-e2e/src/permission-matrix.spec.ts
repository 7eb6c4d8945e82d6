import { PERMISSION_MATRIX, PERMISSIONS } from '@sitedesk/contract/permissions';
import { BUILT_IN_ROLES, type BuiltInRole } from '@sitedesk/contract/roles';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague } from './harness/people.js';
import { PERMISSION_ROUTES, type PermissionRoute, ROLE_LIST_ROUTES } from './harness/permission-routes.js';

let site: EditorSite;
const people = new Map<BuiltInRole, EditorBrowser>();
beforeAll(async () => {
  site = await startEditorSite();
  const admin = await site.administrator();
  for (const role of BUILT_IN_ROLES) {
    const person = await colleague(site, admin, { displayName: role });
    // The reserved roles cannot be given; anyone who registers has `Authenticated`.
    await site.database.query(
      `INSERT INTO account_role (account_id, role_key, source, tenant_id)
       SELECT id, $2, 'manual', tenant_id FROM account WHERE id = $1`,
      [person.id, role],
    );
    people.set(role, person.browser);
  }
});
afterAll(() => site.stop());

const send = (browser: EditorBrowser, { method, path }: PermissionRoute): Promise<Answer> =>
  browser.send(method, path, method === 'GET' ? undefined : {});

const CASES = PERMISSION_MATRIX.flatMap((row) =>
  BUILT_IN_ROLES.map((role) => ({
    permission: row.permission,
    feature: row.feature,
    role,
    grantedBy: row.roles,
    allowed: row.roles.includes(role),
    word: row.roles.includes(role) ? 'may' : 'may not',
  })),
);

/** Section 5 of the specification, word for word; the two reserved roles have nothing. */
const SPECIFICATION = `
Editor dashboard yes yes yes yes
Create pages yes yes yes no
Edit all pages yes yes no no
Edit own pages yes yes yes no
Publish pages yes yes no no
Delete pages yes yes no no
Manage layouts yes yes no no
Manage templates yes yes no no
File manager (full) yes yes yes no
File manager (read) yes yes yes yes
Manage users yes no no no
Manage roles yes no no no
System settings yes no no no
CDN and storage config yes no no no
Email admin yes yes no no
Contact management yes yes no no`.trim();

describe('the permission matrix (specification 5)', () => {
  it('is the one of the specification (Z-02)', () => {
    const lines = PERMISSION_MATRIX.slice(0, 16).map(({ feature, roles }) =>
      [feature, ...BUILT_IN_ROLES.slice(0, 4).map((role) => (roles.includes(role) ? 'yes' : 'no'))].join(' '),
    );
    expect(lines.join('\n')).toBe(SPECIFICATION);
    const reserved = PERMISSION_MATRIX.flatMap(({ roles }) => roles).filter(
      (role) => role === 'Authenticated' || role === 'Anonymous',
    );
    expect(reserved).toEqual([]);
  });

  it.each(CASES)('$role $word $feature (Z-02)', async ({ permission, feature, role, grantedBy, allowed }) => {
    const browser = people.get(role);
    if (!browser) throw new Error(`Nobody is ${role}.`);
    const session = (await browser.get('/session')).json() as { permissions: readonly string[] };
    expect(session.permissions.includes(permission)).toBe(allowed);
    for (const route of PERMISSION_ROUTES[permission]) {
      const answer = await send(browser, route);
      const outcome = { ...route, status: answer.status };
      if (allowed) {
        expect(outcome).not.toMatchObject({ status: 403 });
        expect(answer.status).toBeLessThan(500);
        continue;
      }
      expect(outcome).toEqual({ ...route, status: 403 });
      expect(answer.json()).toMatchObject({ code: 'permission-missing', permission, feature, grantedBy });
    }
  });

  it.each(PERMISSIONS)('nobody without a session has %s (Z-02)', async (permission) => {
    for (const route of PERMISSION_ROUTES[permission]) {
      const answer = await send(site.browser(), route);
      expect({ ...route, status: answer.status }).toEqual({ ...route, status: 401 });
      expect(answer.json()).toMatchObject({ code: 'sign-in-required' });
    }
  });

  it.each(['users.manage', 'roles.manage'] as const)(
    '%s alone is enough to list roles (Z-02)',
    async (permission) => {
      const admin = await site.administrator();
      const answer = await admin.post('/roles', { name: `Only ${permission}`, permissions: [permission] });
      const { id } = answer.json() as { id: string };
      const { browser } = await colleague(site, admin, { roles: [id] });
      for (const route of ROLE_LIST_ROUTES) expect((await send(browser, route)).status).toBe(200);
      const author = people.get('Author');
      if (!author) throw new Error('Nobody is Author.');
      for (const route of ROLE_LIST_ROUTES)
        expect((await send(author, route)).json()).toMatchObject({ status: 403, permission: 'users.manage' });
      for (const route of ROLE_LIST_ROUTES) expect((await send(site.browser(), route)).status).toBe(401);
    },
  );

  it('roles.manage and users.manage are two things (Z-02)', async () => {
    const admin = await site.administrator();
    const { id } = (
      await admin.post('/roles', { name: 'Role maker', permissions: ['roles.manage'] })
    ).json() as {
      id: string;
    };
    const maker = await colleague(site, admin, { roles: [id] });
    for (const route of PERMISSION_ROUTES['users.manage'])
      expect((await send(maker.browser, route)).json()).toMatchObject({ code: 'permission-missing' });
    expect((await maker.browser.post('/roles', { name: 'Empty', permissions: [] })).status).toBe(201);
  });
});
