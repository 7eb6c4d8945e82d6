import { PERMISSION_MATRIX, PERMISSIONS, permissionsOf } from '@sitedesk/contract/permissions';
import {
  BUILT_IN_ROLES,
  ROLE_LIMITS,
  ROLE_TEXTS,
  type RoleDeletionPreview,
  type RoleSummary,
} from '@sitedesk/contract/roles';
import type { UserSummary } from '@sitedesk/contract/users';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { colleague, invite } from './harness/people.js';

let site: EditorSite;
let admin: EditorBrowser;
beforeAll(async () => {
  site = await startEditorSite();
  admin = await site.administrator();
});
afterAll(() => site.stop());

const rolesNow = async (): Promise<readonly RoleSummary[]> =>
  ((await admin.get('/roles')).json() as { items: RoleSummary[] }).items;
let made = 0;
const newRole = async (
  permissions: readonly string[] = ['dashboard.view'],
  name = `Role ${(made += 1)}`,
): Promise<RoleSummary> => {
  const answer = await admin.post('/roles', { name, description: '', permissions });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json() as RoleSummary;
};

describe('roles', () => {
  it('lists the six built-in ones first, with what they allow, then the own ones by name', async () => {
    await newRole(['pages.publish'], 'zeppelin pilots');
    await newRole(['pages.publish'], 'Editors in chief');
    const roles = await rolesNow();
    expect(roles.slice(0, 6).map(({ id }) => id)).toEqual([...BUILT_IN_ROLES]);
    for (const role of roles.slice(0, 6)) {
      expect(role).toMatchObject({
        name: role.id,
        builtIn: true,
        version: null,
        assignable: role.id !== 'Authenticated' && role.id !== 'Anonymous',
        permissions: [...permissionsOf(BUILT_IN_ROLES.find((each) => each === role.id) ?? 'Anonymous')],
      });
    }
    const own = roles.slice(6).map(({ name }) => name);
    expect(own).toEqual(own.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(roles[0]?.members).toEqual({ count: 1, exact: true });
  });

  it('shows the matrix in the words of the specification', async () => {
    expect((await admin.get('/permissions')).json()).toEqual({ items: PERMISSION_MATRIX });
  });

  it.each(['Chefredaktion', '編集長', 'مدير', "Robert'); DROP TABLE role;--", '<b>bold</b>', '👩‍🚀', 'Ä'])(
    'takes any name: %s',
    async (name) => {
      const role = await newRole([], name);
      expect(role).toMatchObject({ name, builtIn: false, assignable: true, version: 1, permissions: [] });
      expect((await admin.get(`/roles/${role.id}`)).json()).toEqual(role);
    },
  );

  it.each([
    ['the same name', 'Night shift', 'Night shift'],
    ['another case', 'Straße', 'STRASSE'],
    ['wide letters', 'Proof', 'Ｐroof'],
    ['spaces around it', 'Spaces', ' Spaces '],
    ['a decomposed letter', 'Änderung', 'A\u0308nderung'],
  ])('refuses %s again (409)', async (_case, first, second) => {
    await newRole([], first);
    const answer = await admin.post('/roles', { name: second, permissions: [] });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'name', message: ROLE_TEXTS.nameTaken.text }] });
  });

  it.each(['Administrator', 'ADMINISTRATOR', 'editor ', 'Ａuthor', 'anonymous'])(
    'refuses the name of a built-in role: %s',
    async (name) => {
      expect((await admin.post('/roles', { name, permissions: [] })).status).toBe(409);
    },
  );

  it.each([
    ['no name', { permissions: [] }],
    ['an empty name', { name: ' ', permissions: [] }],
    ['a long name', { name: 'x'.repeat(65), permissions: [] }],
    ['two lines', { name: 'a\nb', permissions: [] }],
    ['no permissions', { name: 'x' }],
    ['an unknown permission', { name: 'x', permissions: ['everything'] }],
    ['a permission twice', { name: 'x', permissions: ['pages.create', 'pages.create'] }],
    ['an object', { name: {}, permissions: [] }],
    ['a foreign field', { name: 'x', permissions: [], builtIn: true }],
    ['a foreign id', { name: 'x', permissions: [], id: randomUUID() }],
  ])('refuses %s (Z-06, Z-08)', async (_case, input) => {
    expect((await admin.post('/roles', input)).status).toBe(400);
  });

  it('no more than a site may have, also of those that are created at once', async () => {
    await site.database.query(
      `INSERT INTO role (id, tenant_id, name, name_key, permissions, created_at)
       SELECT gen_random_uuid(), (SELECT id FROM tenant), 'filler ' || n, 'filler ' || n, '{}', now()
         FROM generate_series(1, $1 - (SELECT count(*)::int FROM role)) AS n`,
      [ROLE_LIMITS.perTenant - 2],
    );
    const create = (name: string) => admin.post('/roles', { name, description: '', permissions: [] });
    const answers = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map(create));
    await site.database.query(`DELETE FROM role WHERE permissions = '{}'`);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
  });

  it('what a role allows acts on the next request, without a new sign-in (Z-11)', async () => {
    const role = await newRole(['dashboard.view']);
    const person = await colleague(site, admin, { roles: [role.id] });
    expect((await person.browser.get('/users')).status).toBe(403);
    const path = `/roles/${role.id}`;
    const grown = await admin.patch(path, { permissions: ['users.manage'] }, { 'If-Match': '"v1"' });
    expect(grown.headers.etag).toBe('"v2"');
    expect((await person.browser.get('/users')).status).toBe(200);
    await admin.patch(path, { permissions: [] }, { 'If-Match': '"v2"' });
    expect((await person.browser.get('/users')).status).toBe(403);
    expect((await person.browser.get('/session')).status).toBe(200);
  });

  it('is changed by who has seen it (428, 412), and renamed only to a free name', async () => {
    const [role, other] = [await newRole(), await newRole()];
    const path = `/roles/${role.id}`;
    expect((await admin.patch(path, { name: 'x' })).status).toBe(428);
    expect((await admin.patch(path, { name: 'x' }, { 'If-Match': '"v9"' })).status).toBe(412);
    const etag = { 'If-Match': '"v1"' };
    expect((await admin.patch(path, { name: other.name.toUpperCase() }, etag)).status).toBe(409);
    expect((await admin.patch(path, { name: role.name.toUpperCase() }, etag)).json()).toMatchObject({
      name: role.name.toUpperCase(),
      version: 2,
      permissions: ['dashboard.view'],
    });
  });

  it('nobody changes a built-in role (UX-27)', async () => {
    const answer = await admin.patch(
      '/roles/Reviewer',
      { permissions: [...PERMISSIONS] },
      { 'If-Match': '"v1"' },
    );
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'built-in-role', detail: ROLE_TEXTS.builtIn.text });
  });

  it.each(['nobody', 'administrator', randomUUID(), 'Administrator%00'])(
    'knows no role %s (404)',
    async (id) => {
      expect((await admin.get(`/roles/${id}`)).status).toBe(404);
      expect((await admin.get(`/roles/${id}/users`)).status).toBe(404);
    },
  );

  it('lists who holds it, page after page', async () => {
    const role = await newRole();
    const people = [];
    for (let count = 0; count < 3; count += 1)
      people.push(await invite(admin, { roles: [role.id, 'Author'] }));
    const first = (await admin.get(`/roles/${role.id}/users?limit=2`)).json() as {
      items: UserSummary[];
      nextCursor: string;
    };
    const second = (await admin.get(`/roles/${role.id}/users?limit=2&cursor=${first.nextCursor}`)).json() as {
      items: UserSummary[];
    };
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(people.map(({ user }) => user.id));
    expect(second).toMatchObject({ nextCursor: null });
    expect((await admin.get(`/roles/${role.id}/users?sort=name`)).status).toBe(400);
    expect((await admin.get(`/roles/${role.id}/users?cursor=bm90aGluZw`)).status).toBe(400);
    expect((await rolesNow()).find(({ id }) => id === role.id)?.members).toEqual({ count: 3, exact: true });
  });
});

describe('deleting several roles at once', () => {
  const MISSING = randomUUID();

  it('says beforehand who loses what, and ends the sessions of those who held them', async () => {
    const [one, two] = [await newRole(['pages.publish', 'pages.create']), await newRole(['pages.delete'])];
    const loser = await colleague(site, admin, { roles: [one.id, two.id, 'Author'], displayName: 'Loser' });
    const keeper = await colleague(site, admin, { roles: [one.id, 'Editor'], displayName: 'Keeper' });
    const unknown = randomUUID();
    const ids = [one.id, two.id];
    const asked = await admin.post('/roles/bulk-delete/preview', { ids: [...ids, unknown, 'Editor'] });
    expect(asked.json() as RoleDeletionPreview).toEqual({
      roles: [
        {
          id: one.id,
          name: one.name,
          deletable: true,
          reason: null,
          reasonCode: null,
          members: { count: 2, exact: true },
        },
        {
          id: two.id,
          name: two.name,
          deletable: true,
          reason: null,
          reasonCode: null,
          members: { count: 1, exact: true },
        },
        {
          id: unknown,
          name: null,
          deletable: false,
          reason: ROLE_TEXTS.unknown.text,
          reasonCode: { code: 'roles.unknown' },
          members: { count: 0, exact: true },
        },
        {
          id: 'Editor',
          name: 'Editor',
          deletable: false,
          reason: ROLE_TEXTS.builtIn.text,
          reasonCode: { code: 'roles.builtIn' },
          members: { count: 1, exact: true },
        },
      ],
      losing: [{ id: loser.id, displayName: 'Loser', permissions: ['pages.publish', 'pages.delete'] }],
      more: false,
    });
    expect((await admin.post('/roles/bulk-delete', { ids })).status).toBe(204);
    for (const { browser } of [loser, keeper]) expect((await browser.get('/session')).status).toBe(401);
    expect((await rolesNow()).map(({ id }) => id)).not.toEqual(expect.arrayContaining([one.id]));
    expect(await site.database.query('SELECT 1 FROM account_role WHERE role_key = ANY ($1)', [ids])).toEqual(
      [],
    );
    expect((await admin.get(`/audit?action=role.delete&target=${two.id}`)).json()).toMatchObject({
      items: [{ outcome: 'done', before: { name: two.name, permissions: ['pages.delete'] } }],
    });
  });

  it.each([
    ['a built-in one', 'Editor', 409, { roles: ['Editor'] }],
    ['an unknown one', MISSING, 400, { errors: [{ field: 'ids', message: `There’s no role ${MISSING}.` }] }],
  ])('deletes nothing when one of them is %s', async (_case, wrong, status, problem) => {
    const role = await newRole();
    const answer = await admin.post('/roles/bulk-delete', { ids: [role.id, wrong] });
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject(problem);
    expect((await admin.get(`/roles/${role.id}`)).status).toBe(200);
  });

  it('a role that is deleted at the same moment is not given', async () => {
    for (let round = 0; round < 5; round += 1) {
      const role = await newRole();
      const { user } = await invite(admin);
      const headers = { 'If-Match': `"v${user.version}"` };
      const [given] = await Promise.all([
        admin.put(`/users/${user.id}/roles`, { roles: [role.id] }, headers),
        admin.post('/roles/bulk-delete', { ids: [role.id] }),
      ]);
      expect([200, 400]).toContain(given.status);
      expect((await admin.get(`/users/${user.id}`)).json()).toMatchObject({ roles: [] });
    }
  });
});

describe('why someone may or may not (UX-27)', () => {
  const explain = async (id: string, permission: string): Promise<unknown> =>
    (await admin.get(`/permissions/explain?user=${id}&permission=${permission}`)).json();

  it('names the role that allows it, and those that do not', async () => {
    const role = await newRole(['pages.publish'], 'Publishers');
    const { id } = await colleague(site, admin, { roles: ['Author', role.id], displayName: 'Anna' });
    expect(await explain(id, 'pages.publish')).toEqual({
      permission: 'pages.publish',
      feature: 'Publish pages',
      allowed: true,
      obstacles: [],
      missing: [],
      user: { id, displayName: 'Anna' },
      rules: [
        { role: { id: 'Author', name: 'Author' }, source: 'manual', grants: false },
        { role: { id: role.id, name: 'Publishers' }, source: 'manual', grants: true },
      ],
    });
    expect(await explain(id, 'settings.manage')).toMatchObject({
      allowed: false,
      missing: [{ id: 'Administrator', name: 'Administrator' }],
    });
    expect(await explain(id, 'pages.delete')).toMatchObject({
      allowed: false,
      missing: [{ id: 'Administrator' }, { id: 'Editor' }],
    });
  });

  it('names what keeps the account from it', async () => {
    const { user } = await invite(admin, { roles: ['Editor'] });
    expect(await explain(user.id, 'pages.publish')).toMatchObject({
      allowed: false,
      obstacles: ['invited', 'unconfirmed'],
      missing: [],
    });
    await admin.post(`/users/${user.id}/disable`);
    expect(await explain(user.id, 'pages.publish')).toMatchObject({ obstacles: ['disabled', 'unconfirmed'] });
  });

  it('answers everyone about himself, and nobody else about others', async () => {
    const person = await colleague(site, admin, { roles: ['Reviewer'] });
    const mine = await person.browser.get('/permissions/explain-mine?permission=pages.publish');
    expect(mine.json()).toMatchObject({ user: { id: person.id }, allowed: false });
    const other = `/permissions/explain?user=${person.id}&permission=pages.publish`;
    expect((await person.browser.get(other)).status).toBe(403);
  });

  it.each([
    '',
    '?permission=pages.publish',
    '?user=x&permission=pages.publish',
    `?user=${randomUUID()}&permission=x`,
  ])('refuses %s (Z-07)', async (query) => {
    expect((await admin.get(`/permissions/explain${query}`)).status).toBe(400);
  });
});
