import type { SessionInfo } from '@sitedesk/contract/identity';
import {
  type MatchingUsersBatch,
  type MatchingUsersPreview,
  USER_LIMITS,
  USER_TEXTS,
} from '@sitedesk/contract/users';
import { ageSignIns } from './harness/authenticator.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  addCrowd,
  colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
  userOf,
} from './harness/people.js';

const PEOPLE = 3_000;

describe('everyone who agrees with a filter (UX-24)', () => {
  let sites: TwoEditorSites;
  let adminId: string;
  beforeAll(async () => {
    sites = await startTwoEditorSites();
    adminId = ((await sites.a.get('/session')).json() as SessionInfo).account.id;
    await addCrowd(sites.site.database, PEOPLE, HOSTS.a);
    await addCrowd(sites.site.database, 10, HOSTS.b);
  });
  afterAll(() => sites.site.stop());

  const preview = async (input: object): Promise<MatchingUsersPreview> => {
    const answer = await sites.a.post('/users/bulk/matching/preview', input);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json() as MatchingUsersPreview;
  };
  const batch = async (input: object, browser: EditorBrowser = sites.a): Promise<MatchingUsersBatch> => {
    const answer = await browser.post('/users/bulk/matching', input);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.json() as MatchingUsersBatch;
  };
  /** All batches, as the page sends them. */
  const everybody = async (input: object): Promise<readonly MatchingUsersBatch[]> => {
    const batches: MatchingUsersBatch[] = [];
    let cursor: string | null = null;
    do {
      const one: MatchingUsersBatch = await batch({ ...input, cursor });
      batches.push(one);
      cursor = one.nextCursor;
    } while (cursor !== null);
    return batches;
  };
  const sum = (batches: readonly MatchingUsersBatch[], of: 'done' | 'refused'): number =>
    batches.reduce((total, each) => total + each[of], 0);
  const statuses = async (host: string): Promise<readonly unknown[]> =>
    sites.site.database.query(
      `SELECT a.status, count(*)::int AS count FROM account a JOIN tenant t ON t.id = a.tenant_id
        WHERE t.name = $1 AND a.name_key LIKE 'crowd %' GROUP BY a.status`,
      [host],
    );

  it('treats thousands in batches, though the action changes who agrees, and leaves one row for each batch', async () => {
    const input = { action: 'disable', filter: { q: 'Crowd', status: 'active' } };
    const { total, exact, until } = await preview(input);
    expect([total, exact]).toEqual([PEOPLE, true]);
    const batches = await everybody({ ...input, until });
    expect(batches).toHaveLength(PEOPLE / USER_LIMITS.batch);
    expect([sum(batches, 'done'), sum(batches, 'refused')]).toEqual([PEOPLE, 0]);
    expect(await statuses(HOSTS.a)).toEqual([{ status: 'disabled', count: PEOPLE }]);
    expect(await statuses(HOSTS.b)).toEqual([{ status: 'active', count: 10 }]);
    const rows = await sites.site.database.query(
      `SELECT after FROM audit_entry WHERE action = 'user.bulk' ORDER BY sequence`,
    );
    expect(rows).toHaveLength(batches.length);
    expect(rows[0]).toEqual({
      after: {
        action: 'disable',
        filter: { status: 'active', search: true },
        matched: USER_LIMITS.batch,
        changed: 0,
        actionId: expect.any(String),
      },
    });
  });

  it('can stop after any batch and go on from there; who came after the look is not meant', async () => {
    const filter = { q: 'Crowd', status: 'disabled' };
    const { until } = await preview({ action: 'enable', filter });
    const first = await batch({ action: 'enable', filter, until });
    expect(first).toMatchObject({ done: USER_LIMITS.batch, nextCursor: expect.any(String) });
    expect(await preview({ action: 'enable', filter })).toMatchObject({ total: PEOPLE - USER_LIMITS.batch });
    const late = { until: '2020-01-01T00:00:00Z', cursor: first.nextCursor };
    expect(await batch({ action: 'enable', filter, ...late })).toEqual({
      done: 0,
      refused: 0,
      refusals: [],
      nextCursor: null,
    });
  });

  it('never means who asks, and never takes the last administrator (ID-22)', async () => {
    const filter = { role: 'Administrator' };
    const { until } = await preview({ action: 'disable', filter });
    for (const action of ['disable', 'delete'])
      expect(await batch({ action, filter, until })).toMatchObject({
        done: 0,
        refusals: [{ id: adminId, reason: USER_TEXTS.yourself.text }],
      });
    const other = await colleague(sites.site, sites.a, { roles: ['Administrator'], host: HOSTS.a });
    const taking = { action: 'remove-role', role: 'Administrator', filter };
    const taken = await batch({ ...taking, until: (await preview(taking)).until });
    expect(taken).toMatchObject({ done: 1, refusals: [{ id: adminId, reason: USER_TEXTS.yourself.text }] });
    expect((await userOf(sites.a, other.id)).roles).toEqual([]);
  });

  it('does not delete who is to inherit', async () => {
    const heir = await colleague(sites.site, sites.a, { displayName: 'Heir One', host: HOSTS.a });
    await colleague(sites.site, sites.a, { displayName: 'Heir Two', host: HOSTS.a });
    const deletion = { action: 'delete', filter: { q: 'Heir' }, inheritor: heir.id };
    const { total, until } = await preview(deletion);
    expect(total).toBe(2);
    expect(await batch({ ...deletion, until })).toMatchObject({
      done: 1,
      refusals: [{ id: heir.id, reason: USER_TEXTS.inheritorDeleted.text }],
    });
  });

  it.each([
    ['filter', { action: 'disable', until: '2030-01-01T00:00:00Z' }],
    ['filter', { action: 'disable', filter: [], until: '2030-01-01T00:00:00Z' }],
    ['filter.name', { action: 'disable', filter: { name: 'x' }, until: '2030-01-01T00:00:00Z' }],
    ['filter.status', { action: 'disable', filter: { status: { $ne: '' } }, until: '2030-01-01T00:00:00Z' }],
    ['filter.role', { action: 'disable', filter: { role: null }, until: '2030-01-01T00:00:00Z' }],
    ['until', { action: 'disable', filter: {} }],
    ['cursor', { action: 'disable', filter: {}, until: '2030-01-01T00:00:00Z', cursor: 'x' }],
    ['role', { action: 'add-role', filter: {}, until: '2030-01-01T00:00:00Z' }],
  ])('refuses a wrong %s as a whole: %# (Z-07, Z-08)', async (field, input) => {
    const answer = await sites.a.post('/users/bulk/matching', input);
    expect(answer.status).toBe(400);
    const { errors } = answer.json() as { errors: readonly { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
  });

  it('asks for a fresh sign-in, with every batch', async () => {
    await ageSignIns(sites.site);
    const input = { action: 'enable', filter: { q: 'Crowd' }, until: '2020-01-01T00:00:00Z' };
    expect((await sites.a.post('/users/bulk/matching', input)).json()).toMatchObject({
      code: 'recent-sign-in-required',
    });
  });
});
