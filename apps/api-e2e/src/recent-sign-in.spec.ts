import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { freshEmail, invite, matching } from './harness/people.js';

describe('sensitive actions of administrators (ID-18; UI-13)', () => {
  let site: EditorSite;
  let owner: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite();
    owner = await site.administrator();
  });
  afterAll(() => site.stop());

  const newUser = async (): Promise<string> => (await invite(owner)).user.id;
  const newRole = async (): Promise<string> => {
    const answer = await owner.post('/roles', { name: `Role ${Math.random()}`, permissions: [] });
    return (answer.json() as { id: string }).id;
  };
  const age = () =>
    site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);

  async function confirm(): Promise<void> {
    const confirmed = await owner.post('/session/confirm', { password: ADMINISTRATOR.password });
    owner.csrfToken = (confirmed.json() as { csrfToken: string }).csrfToken;
  }

  it.each([
    ['deleting a user', newUser, (id: string) => ['DELETE', `/users/${id}`, {}] as const],
    ['other roles', newUser, (id: string) => ['PUT', `/users/${id}/roles`, { roles: ['Editor'] }] as const],
    ['another address', newUser, (id: string) => ['PATCH', `/users/${id}`, { email: freshEmail() }] as const],
    [
      'an action on many',
      newUser,
      (id: string) => ['POST', '/users/bulk', { action: 'disable', ids: [id] }] as const,
    ],
    [
      'changing a role',
      newRole,
      (id: string) => ['PATCH', `/roles/${id}`, { description: 'Other' }] as const,
    ],
    [
      'inviting someone with a role',
      newUser,
      () => ['POST', '/users', { email: freshEmail(), displayName: 'New', roles: ['Editor'] }] as const,
    ],
    [
      'a new link of an invitation',
      newUser,
      (id: string) => ['POST', `/users/${id}/invitation`, {}] as const,
    ],
    ['deleting roles', newRole, (id: string) => ['POST', '/roles/bulk-delete', { ids: [id] }] as const],
  ])('%s asks who is there, and not a program (ID-18)', async (_what, make, request) => {
    const id = await make();
    const [method, path, body] = request(id);
    const headers = make === newUser ? await matching(owner, id) : { 'If-Match': '"v1"' };
    const made = await owner.post('/account/tokens', {
      name: 'robot',
      permissions: ['users.manage', 'roles.manage'],
    });
    const { token } = made.json() as { token: string };
    await age();
    expect((await owner.send(method, path, body, headers)).json()).toMatchObject({
      status: 403,
      code: 'recent-sign-in-required',
    });
    const program = { ...headers, Authorization: `Bearer ${token}` };
    expect((await site.browser().send(method, path, body, program)).json()).toMatchObject({
      status: 403,
      code: 'sign-in-required',
    });
    await confirm();
    expect((await owner.send(method, path, body, headers)).status).toBeLessThan(300);
  });

  it.each([
    ['messages', '/contacts/export?format=json', 'contacts.manage'],
    ['the audit log', '/audit/export?format=csv', 'audit.view'],
  ])(
    'an export of %s asks who is there, but not of a program that may read them anyway',
    async (_what, path, permission) => {
      const made = await owner.post('/account/tokens', { name: 'robot', permissions: [permission] });
      const { token } = made.json() as { token: string };
      await age();
      for (const each of [path, '/session/recent']) {
        expect((await owner.get(each)).json()).toMatchObject({
          status: 403,
          code: 'recent-sign-in-required',
        });
      }
      const program = await site.browser().get(path, { Authorization: `Bearer ${token}` });
      expect(program.status).toBe(200);
      expect(program.headers['content-disposition']).toMatch(/^attachment/);
      await confirm();
      expect((await owner.get('/session/recent')).status).toBe(204);
      expect((await owner.get(path)).status).toBe(200);
    },
  );

  it('a display name is no sensitive action', async () => {
    const id = await newUser();
    await age();
    const renamed = await owner.patch(`/users/${id}`, { displayName: 'Renamed' }, await matching(owner, id));
    expect(renamed.status).toBe(200);
  });
});
