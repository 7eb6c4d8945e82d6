import type { RoleSummary } from '@sitedesk/contract/roles';
import type { UserSummary } from '@sitedesk/contract/users';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  type Colleague,
  colleague,
  everyUser,
  HOSTS,
  invite,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

let sites: TwoEditorSites;
let a: EditorBrowser;
let personOfB: Colleague;
let roleOfB: RoleSummary;
let ofA: readonly UserSummary[];
beforeAll(async () => {
  sites = await startTwoEditorSites();
  ({ a } = sites);
  roleOfB = (
    await sites.b.post('/roles', { name: 'Only at B', permissions: ['pages.publish'] })
  ).json() as RoleSummary;
  personOfB = await colleague(sites.site, sites.b, { roles: [roleOfB.id], host: HOSTS.b });
  ofA = await everyUser(a, '');
});
afterAll(() => sites.site.stop());

/** Everything that B has, in one text. */
const storedAtB = async (): Promise<string> => {
  const rows = [];
  for (const table of ['account', 'account_role', 'role', 'session', 'api_token', 'one_time_link']) {
    const found = await sites.site.database.query(
      `SELECT t.*, NULL AS last_seen_at FROM ${table} t JOIN tenant_hostname h ON h.tenant_id = t.tenant_id
        WHERE h.hostname = $1 ORDER BY t::text`,
      [HOSTS.b],
    );
    rows.push(found);
  }
  return JSON.stringify(rows);
};

const MATCH = { 'If-Match': '"v1"' };

describe('two sites side by side (Z-03)', () => {
  it("the list of one does not hold the other's users and roles (Z-03)", async () => {
    expect(ofA.map(({ displayName }) => displayName)).toEqual(['Administrator']);
    expect(await everyUser(a, `q=${personOfB.credentials.email}`)).toEqual([]);
    expect(await everyUser(a, `role=${roleOfB.id}`)).toEqual([]);
    expect((await a.get('/roles')).text).not.toContain('Only at B');
    expect(
      (await a.get('/permissions/explain?permission=pages.publish&user=' + ofA[0]?.id)).text,
    ).not.toContain('Only at B');
  });

  const user = (): string => `/users/${personOfB.id}`;
  const CALLS: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['shown', () => a.get(user())],
    ['changed', () => a.patch(user(), { displayName: 'Ours' }, MATCH)],
    ['given roles', () => a.put(`${user()}/roles`, { roles: ['Administrator'] }, MATCH)],
    ['deleted', () => a.delete(user(), {})],
    ...[
      'disable',
      'enable',
      'confirm-email',
      'unconfirm-email',
      'invitation',
      'confirmation',
      'password-reset',
    ].map((action) => [action, () => a.post(`${user()}/${action}`)] as const),
    ['shown sessions', () => a.get(`${user()}/sessions`)],
    ['ended sessions', () => a.delete(`${user()}/sessions`)],
    ['explained', () => a.get(`/permissions/explain?user=${personOfB.id}&permission=pages.publish`)],
    ['shown the role', () => a.get(`/roles/${roleOfB.id}`)],
    ['shown the members', () => a.get(`/roles/${roleOfB.id}/users`)],
    ['changed the role', () => a.patch(`/roles/${roleOfB.id}`, { name: 'Ours' }, MATCH)],
  ];

  it.each(CALLS)(
    "the other site's user is not there, and not changed: %s (404) (Z-03)",
    async (_call, send) => {
      const before = await storedAtB();
      expect(before).toContain(personOfB.id);
      expect((await send()).status).toBe(404);
      expect(await storedAtB()).toBe(before);
    },
  );

  it("a session of the other site's user is not ended by way of one's own (Z-03)", async () => {
    const [session] = await sites.site.database.query<{ id: string }>(
      'SELECT id FROM session WHERE account_id = $1',
      [personOfB.id],
    );
    expect((await a.delete(`/users/${ofA[0]?.id}/sessions/${session?.id}`)).status).toBe(404);
    expect((await personOfB.browser.get('/session')).status).toBe(200);
  });

  it("the other site's role cannot be given, its users not be treated, nor inherit (Z-03)", async () => {
    const before = await storedAtB();
    const input = { email: 'new@a.test', displayName: 'New', roles: [roleOfB.id] };
    expect((await a.post('/users', input)).status).toBe(400);
    const bulk = await a.post('/users/bulk', { action: 'disable', ids: [personOfB.id] });
    expect(bulk.json()).toMatchObject({ results: [{ status: 'refused' }] });
    const preview = await a.post('/users/bulk/preview', { action: 'delete', ids: [personOfB.id] });
    expect(preview.json()).toMatchObject({ done: 0, refused: [{ displayName: null }] });
    const { user: own } = await invite(a);
    const inherited = await a.delete(`/users/${own.id}`, { inheritor: personOfB.id });
    expect(inherited.json()).toMatchObject({ status: 400, errors: [{ field: 'inheritor' }] });
    expect((await a.post('/roles/bulk-delete', { ids: [roleOfB.id] })).status).toBe(400);
    expect((await a.post('/roles/bulk-delete/preview', { ids: [roleOfB.id] })).json()).toMatchObject({
      roles: [{ name: null, deletable: false, members: { count: 0 } }],
      losing: [],
    });
    expect(await storedAtB()).toBe(before);
  });

  it('the same address and the same role name may stand at both', async () => {
    const email = personOfB.credentials.email;
    expect((await a.post('/users', { email, displayName: 'Twin', roles: [] })).status).toBe(201);
    expect((await a.post('/roles', { name: 'Only at B', permissions: [] })).status).toBe(201);
  });
});
