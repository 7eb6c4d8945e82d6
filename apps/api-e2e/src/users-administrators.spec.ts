import { USER_TEXTS } from '@sitedesk/contract/users';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  type Colleague,
  colleague,
  freshEmail,
  invite,
  matching,
  setRoles,
  userOf,
} from './harness/people.js';

let site: EditorSite;
let admin: EditorBrowser;
let adminId: string;
beforeAll(async () => {
  site = await startEditorSite();
  admin = await site.administrator();
  adminId = ((await admin.get('/session')).json() as { account: { id: string } }).account.id;
});
afterAll(() => site.stop());

type Action = (browser: EditorBrowser, id: string) => Promise<Answer>;

/** Every way in which an administrator can be lost. */
const WAYS: readonly (readonly [string, Action])[] = [
  ['disabled', (browser, id) => browser.post(`/users/${id}/disable`)],
  ['unconfirmed', (browser, id) => browser.post(`/users/${id}/unconfirm-email`)],
  ['deleted', (browser, id) => browser.delete(`/users/${id}`, {})],
  ['demoted', (browser, id) => setRoles(browser, id, ['Editor'])],
];

const isAdministrator = async (id: string): Promise<boolean> => {
  const rows = await site.database.query(
    `SELECT 1 FROM account a JOIN account_role r ON r.account_id = a.id
      WHERE a.id = $1 AND r.role_key = 'Administrator' AND r.source = 'manual'
        AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`,
    [id],
  );
  return rows.length === 1;
};

describe('the last administrator (ID-22)', () => {
  it.each(WAYS)('cannot be %s, not even by himself (ID-22)', async (_way, action) => {
    const answer = await action(admin, adminId);
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'last-administrator',
      detail: USER_TEXTS.lastAdministrator.text,
    });
    expect(await isAdministrator(adminId)).toBe(true);
    expect((await admin.get('/users')).status).toBe(200);
  });

  it('cannot lose the address (ID-22)', async () => {
    const helper = await colleague(site, admin, { roles: ['Administrator'] });
    const asHelper = (action: Action): Promise<Answer> => action(helper.browser, adminId);
    await site.database.query('UPDATE account SET status = $1 WHERE id = $2', ['invited', helper.id]);
    await site.database.query('UPDATE account SET status = $1 WHERE id = $2', ['active', helper.id]);
    await site.database.query(`UPDATE account_role SET source = 'mapped:directory' WHERE account_id = $1`, [
      helper.id,
    ]);
    const moved = await helper.browser.patch(
      `/users/${adminId}`,
      { email: freshEmail() },
      await matching(helper.browser, adminId),
    );
    expect(moved.status).toBe(409);
    for (const [, action] of WAYS) {
      // A mapped administrator does not count as safe: the directory can take the role away.
      expect((await asHelper(action)).json()).toMatchObject({ code: 'last-administrator' });
    }
    expect(await isAdministrator(adminId)).toBe(true);
    await admin.delete(`/users/${helper.id}`, {});
  });

  it.each([
    ['invited', `status = 'invited'`],
    ['disabled', `status = 'disabled'`],
    ['unconfirmed', 'email_confirmed_at = NULL'],
  ])('another one who is %s does not count (ID-22)', async (_state, change) => {
    const other = await colleague(site, admin, { roles: ['Administrator'] });
    await site.database.query(`UPDATE account SET ${change} WHERE id = $1`, [other.id]);
    for (const [, action] of WAYS) expect((await action(admin, adminId)).status).toBe(409);
    await admin.delete(`/users/${other.id}`, {});
  });

  it('refusals are in the audit log (ID-22)', async () => {
    const { items } = (await admin.get('/audit?action=user.disable&outcome=refused')).json() as {
      items: { reason: string }[];
    };
    expect(items[0]?.reason).toBe(USER_TEXTS.lastAdministrator.text);
  });

  it.each(WAYS)(
    'of two who are %s by each other at the same moment one stays (ID-22)',
    async (_way, action) => {
      for (let round = 0; round < 5; round += 1) {
        const pair = await Promise.all(
          [1, 2].map(() => colleague(site, admin, { roles: ['Administrator'] })),
        );
        const [one, two] = pair;
        if (!one || !two) throw new Error('Two were to be made.');
        await site.database.query(`UPDATE account SET status = 'invited' WHERE id = $1`, [adminId]);
        const answers = await Promise.all([action(one.browser, two.id), action(two.browser, one.id)]);
        const left = [await isAdministrator(one.id), await isAdministrator(two.id)].filter(Boolean);
        expect(left).toHaveLength(1);
        expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
        await site.database.query(`UPDATE account SET status = 'active' WHERE id = $1`, [adminId]);
        for (const { id } of pair) await admin.delete(`/users/${id}`, {});
      }
    },
  );
});

describe('nobody hands on more than he has', () => {
  let manager: Colleague;
  beforeAll(async () => {
    const role = await admin.post('/roles', {
      name: 'Front desk',
      permissions: ['users.manage', 'roles.manage', 'dashboard.view'],
    });
    const { id } = role.json() as { id: string };
    manager = await colleague(site, admin, { roles: [id] });
  });

  const expectMissing = (answer: Answer, permission: string): void => {
    expect(answer.status).toBe(403);
    const problem = answer.json() as { code: string; permissions: readonly string[]; features: unknown };
    expect(problem).toMatchObject({ code: 'permission-missing', grantedBy: ['Administrator'] });
    expect(problem.permissions).toContain(permission);
  };

  it('a user manager may invite someone with no more than he has (Z-02)', async () => {
    expect((await invite(manager.browser)).user.createdBy?.id).toBe(manager.id);
  });

  it('cannot make an administrator', async () => {
    const email = freshEmail();
    const input = { email, displayName: 'Evil', roles: ['Administrator'] };
    expectMissing(await manager.browser.post('/users', input), 'settings.manage');
    expect((await admin.get(`/users?q=${email}`)).json()).toMatchObject({ items: [] });
  });

  it('cannot become one', async () => {
    expectMissing(await setRoles(manager.browser, manager.id, ['Administrator']), 'settings.manage');
    const bulk = { action: 'add-role', ids: [manager.id], role: 'Administrator' };
    expectMissing(await manager.browser.post('/users/bulk', bulk), 'settings.manage');
    expect((await userOf(admin, manager.id)).permissions).toEqual([
      'dashboard.view',
      'users.manage',
      'roles.manage',
    ]);
  });

  it('cannot put more into a role, be it new or his own', async () => {
    const permissions = ['users.manage', 'settings.manage'];
    expectMissing(await manager.browser.post('/roles', { name: 'Trojan', permissions }), 'settings.manage');
    const [own] = (await userOf(admin, manager.id)).roles;
    const path = `/roles/${own?.id}`;
    const grown = await manager.browser.patch(path, { permissions }, { 'If-Match': '"v1"' });
    expectMissing(grown, 'settings.manage');
    expect((await admin.get(path)).json()).toMatchObject({ version: 1 });
  });

  it.each([
    [
      'the address changed',
      (id: string) => manager.browser.patch(`/users/${id}`, { email: freshEmail() }, { 'If-Match': '"v1"' }),
    ],
    ['an invitation sent', (id: string) => manager.browser.post(`/users/${id}/invitation`)],
    ['the password reset', (id: string) => manager.browser.post(`/users/${id}/password-reset`)],
    ['the address confirmed', (id: string) => manager.browser.post(`/users/${id}/confirm-email`)],
    ['the account disabled', (id: string) => manager.browser.post(`/users/${id}/disable`)],
    ['the account deleted', (id: string) => manager.browser.delete(`/users/${id}`, {})],
    ['the sessions ended', (id: string) => manager.browser.delete(`/users/${id}/sessions`)],
    ['the roles taken', (id: string) => setRoles(manager.browser, id, [])],
  ])('cannot take over someone who may do more: %s', async (_what, action) => {
    const { user } = await invite(admin, { roles: ['Administrator'] });
    expectMissing(await action(user.id), 'settings.manage');
    expect(await userOf(admin, user.id)).toEqual(user);
  });
});
