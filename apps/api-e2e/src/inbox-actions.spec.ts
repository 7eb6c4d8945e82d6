import type { AuditRecord } from '@sitedesk/contract/audit';
import { type BulkContactsAnswer, INBOX_LIMITS } from '@sitedesk/contract/inbox';
import type { EditorBrowser } from './harness/editor.js';
import {
  applyAction,
  clearContacts,
  contactOf,
  everyContact,
  type StoredContact,
  storeContacts,
  tenantIdOf,
} from './harness/inbox.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

let sites: TwoEditorSites;
let a: EditorBrowser;
let b: EditorBrowser;

beforeAll(async () => {
  sites = await startTwoEditorSites();
  ({ a, b } = sites);
});

afterAll(() => sites.site.stop());

const store = async (
  contacts: readonly StoredContact[],
  host: string = HOSTS.a,
): Promise<readonly string[]> =>
  storeContacts(sites.site.database, await tenantIdOf(sites.site.database, host), contacts);

const clear = (): Promise<void> => clearContacts(sites.site.database);

/** Where each message lies, and whether it was read. */
const statesOf = async (ids: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    ids.map(async (id) => {
      const { folder, unread } = await contactOf(a, id);
      return `${folder} ${unread ? 'unread' : 'read'}`;
    }),
  );

const newestAudit = async (browser: EditorBrowser, action: string): Promise<readonly AuditRecord[]> =>
  ((await browser.get(`/audit?action=${action}`)).json() as { items: readonly AuditRecord[] }).items;

describe('actions on messages that are named', () => {
  afterEach(clear);

  it.each([
    ['mark-read', { read: false }, 'inbox read', 'mark-unread', 'inbox unread'],
    ['mark-unread', { read: true }, 'inbox unread', 'mark-read', 'inbox read'],
    ['archive', {}, 'archived unread', 'unarchive', 'inbox unread'],
    ['unarchive', { folder: 'archived' }, 'inbox unread', 'archive', 'archived unread'],
    ['trash', {}, 'trash unread', 'restore', 'inbox unread'],
    ['trash', { folder: 'archived' }, 'trash unread', 'restore', 'archived unread'],
    ['restore', { folder: 'trash' }, 'inbox unread', 'trash', 'trash unread'],
  ] as const)('%s of %j: %s, taken back by %s: %s', async (action, start, after, inverse, before) => {
    const ids = await store([start, start, {}]);
    const [first = '', second = ''] = ids;
    const answer = await applyAction(a, { action, ids: [first, second] });
    expect(answer).toMatchObject({ action, matched: 2, changed: 2, undo: { action: inverse } });
    expect(await statesOf([first, second])).toEqual([after, after]);
    expect((await statesOf(ids)).at(2)).toBe('inbox unread');
    expect(await applyAction(a, answer.undo)).toMatchObject({ matched: 2, changed: 2 });
    expect(await statesOf([first, second])).toEqual([before, before]);
  });

  it('what is as it should be already is not changed, and there is nothing to take back', async () => {
    const ids = await store([{ folder: 'archived' }, {}]);
    expect(await applyAction(a, { action: 'archive', ids })).toMatchObject({ matched: 2, changed: 1 });
    expect(await applyAction(a, { action: 'archive', ids })).toEqual({
      action: 'archive',
      matched: 2,
      changed: 0,
      undo: null,
      nextCursor: null,
    });
  });

  it('taking back leaves alone what someone has done since', async () => {
    const [first = '', second = ''] = await store([{}, {}]);
    const { undo } = await applyAction(a, { action: 'archive', ids: [first, second] });
    await applyAction(a, { action: 'trash', ids: [second] });
    expect(await applyAction(a, undo)).toMatchObject({ matched: 1, changed: 1 });
    expect(await statesOf([first, second])).toEqual(['inbox unread', 'trash unread']);
  });

  it('deletes permanently only what lies in the trash, with its notification', async () => {
    const [kept = '', gone = ''] = await store([{}, { folder: 'trash' }]);
    await sites.site.database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       SELECT id, tenant_id, 'contact-notification', 'email', 'done', now(), now() FROM contact_submission`,
    );
    expect(await applyAction(a, { action: 'delete', ids: [kept, gone] })).toEqual({
      action: 'delete',
      matched: 2,
      changed: 1,
      undo: null,
      nextCursor: null,
    });
    expect((await a.get(`/contacts/${gone}`)).status).toBe(404);
    expect((await a.get(`/contacts/${kept}`)).status).toBe(200);
    expect(await sites.site.database.query('SELECT id FROM job')).toEqual([{ id: kept }]);
  });

  it('deleted permanently, its addresses leave the log of attempts too; that there was one stays (G-04)', async () => {
    const [kept = '', gone = ''] = await store([{}, { folder: 'trash' }]);
    const [ofB = ''] = await store([{}], HOSTS.b);
    await sites.site.database.query(
      `INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, request_id)
       SELECT gen_random_uuid(), tenant_id, id, email, client_address, now(), word, 'r'
       FROM contact_submission, unnest(ARRAY['accepted', 'repeated']) AS word`,
    );
    await applyAction(a, { action: 'delete', ids: [kept, gone, ofB] });
    const rows = await sites.site.database.query(
      `SELECT submission_id AS id, email IS NULL AND client_address = '' AS forgotten FROM contact_attempt
       WHERE request_id = 'r'`,
    );
    const of = (id: string): readonly unknown[] =>
      rows.flatMap((row) => (row['id'] === id ? [row['forgotten']] : []));
    expect(of(gone)).toEqual([true, true]);
    expect(of(kept)).toEqual([false, false]);
    expect(of(ofB)).toEqual([false, false]);
    await sites.site.database.query('DELETE FROM contact_attempt');
  });

  it('one message alone, by its own address', async () => {
    const [id = ''] = await store([{}]);
    const answer = await a.post(`/contacts/${id}/actions`, { action: 'archive' });
    expect(answer.json()).toMatchObject({ matched: 1, changed: 1 });
    expect(await contactOf(a, id)).toMatchObject({ folder: 'archived' });
    expect((await a.post(`/contacts/${crypto.randomUUID()}/actions`, { action: 'archive' })).status).toBe(
      404,
    );
  });

  it.each([
    ['no action', { ids: [crypto.randomUUID()] }],
    ['an action that there is not', { action: 'burn', ids: [crypto.randomUUID()] }],
    ['nobody named', { action: 'trash', ids: [] }],
    ['no selection', { action: 'trash' }],
    ['a name twice', { action: 'trash', ids: Array(2).fill('0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41') }],
    ['501 names', { action: 'trash', ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }],
    ['a filter and names', { action: 'trash', ids: [crypto.randomUUID()], filter: {}, expected: 0 }],
    ['a filter with a wrong word', { action: 'trash', filter: { view: 'spam' }, expected: 0 }],
    ['a filter with another member', { action: 'trash', filter: { tenantId: 'x' }, expected: 0 }],
    ['a filter that is none', { action: 'trash', filter: 'all', expected: 0 }],
  ])('refuses %s (Z-08)', async (_case, body) => {
    const answer = await a.post('/contacts/bulk', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'validation-failed' });
  });

  it('refuses a filter and no number, and says which number', async () => {
    const answer = await a.post('/contacts/bulk', { action: 'trash', filter: {} });
    expect(answer.status).toBe(400);
    const { errors } = answer.json() as { errors: readonly { field: string; message: string }[] };
    expect(errors[0]).toMatchObject({
      field: 'expected',
      message: 'expected must be the number of messages that the person was shown',
    });
  });

  it('each leaves one row in the audit log, with the numbers and without the message (UX-28)', async () => {
    const ids = await store([{ message: 'A secret between us' }, {}]);
    await applyAction(a, { action: 'trash', ids });
    const [row] = await newestAudit(a, 'contact.trash');
    expect(row).toMatchObject({ outcome: 'done', after: { matched: 2, changed: 2 } });
    expect((await a.get('/audit?action=contact.')).text).not.toContain('secret');
  });
});

interface Numbers {
  readonly matched: number;
  readonly changed: number;
}

/** Of an action that took several requests: one in the main stream, which opens into its parts; each message leads to it. */
async function expectOneEntry(browser: EditorBrowser, id: string, numbers: Numbers): Promise<void> {
  const listOf = async (query: string): Promise<readonly AuditRecord[]> =>
    ((await browser.get(`/audit?${query}`)).json() as { items: readonly AuditRecord[] }).items;
  const [first, before] = await listOf('stream=main&limit=2');
  expect(first).toMatchObject({ id, partOf: null, parts: { count: 1 } });
  expect(before?.action).not.toBe(first?.action);
  const { matched, changed } = Object(first?.after) as Numbers; // what the route recorded
  const sum = {
    matched: matched + (first?.parts?.matched ?? 0),
    changed: changed + (first?.parts?.changed ?? 0),
  };
  expect(sum).toEqual(numbers);
  const parts = await listOf(`partOf=${id}`);
  expect(parts).toMatchObject([{ partOf: id, parts: null }]);
  for (const order of ['asc', 'desc']) {
    const { items } = (
      await browser.get(`/contacts?view=archived&sort=received&order=${order}&limit=1`)
    ).json() as {
      items: readonly { readonly id: string }[];
    };
    const found = await listOf(`target=${items[0]?.id.toUpperCase()}&action=contact.archive&limit=1`);
    expect(found.map((row) => row.partOf ?? row.id)).toEqual([id]);
  }
  expect((await browser.get('/audit/verify')).json()).toMatchObject({ ok: true });
}

describe('actions on all that a filter finds (UX-24)', () => {
  const MANY = 2_345;

  beforeAll(async () => {
    await sites.site.database.query(
      `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at,
         receipt_code, status)
       SELECT gen_random_uuid(), h.tenant_id, 'Visitor ' || n, n || '@' || h.hostname, 'The plumber ' || n, '192.0.2.1',
         h.hostname, to_timestamp(n), 'CODE-' || n, 'sent'
       FROM tenant_hostname h, generate_series(1, $1::int) AS n`,
      [MANY],
    );
    await sites.site.database.query('ANALYZE contact_submission');
  });

  afterAll(clear);

  const totalOf = async (browser: EditorBrowser, query: string): Promise<number> =>
    ((await browser.get(`/contacts/total?${query}`)).json() as { total: number }).total;

  it('changes every one of them, on every page, and nothing else; and takes it back (UX-24)', async () => {
    const filter = { to: new Date(2_000_000).toISOString(), q: 'plumb' };
    const answer = await applyAction(a, { action: 'archive', filter, expected: 2_000 });
    expect(answer).toMatchObject({ matched: 2_000, changed: 2_000 });
    expect(await totalOf(a, 'view=archived')).toBe(2_000);
    expect(await totalOf(a, 'view=inbox')).toBe(MANY - 2_000);
    expect(await totalOf(b, 'view=inbox')).toBe(MANY);
    const [row] = await newestAudit(a, 'contact.archive');
    expect(row).toMatchObject({ after: { matched: 2_000, changed: 2_000, filter } });
    expect(await applyAction(a, answer.undo)).toMatchObject({ matched: 2_000, changed: 2_000 });
    expect(await totalOf(a, 'view=inbox')).toBe(MANY);
  });

  it('does nothing when there are more or fewer than the person was told (UX-24)', async () => {
    const answer = await a.post('/contacts/bulk', { action: 'trash', filter: {}, expected: MANY - 1 });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'changed-meanwhile', matched: MANY });
    expect(await totalOf(a, 'view=trash')).toBe(0);
  });

  it('many are changed batch by batch, each in the audit log, under one action that takes all of it back (UX-24)', async () => {
    const body = { action: 'archive', filter: {}, expected: MANY };
    const first = await applyAction(a, body);
    expect(first).toMatchObject({ matched: INBOX_LIMITS.batch, changed: INBOX_LIMITS.batch });
    const rest = await applyAction(a, { ...body, cursor: first.nextCursor });
    const left = MANY - INBOX_LIMITS.batch;
    expect(rest).toEqual({
      action: 'archive',
      matched: left,
      changed: left,
      nextCursor: null,
      undo: first.undo,
    });
    expect((await newestAudit(a, 'contact.archive')).slice(0, 2)).toMatchObject([
      { after: { changed: left } },
      { after: { changed: INBOX_LIMITS.batch } },
    ]);
    expect(await totalOf(a, 'view=archived')).toBe(MANY);
    expect(await totalOf(b, 'view=inbox')).toBe(MANY);
    await expectOneEntry(a, first.undo?.actionId ?? '', { matched: MANY, changed: MANY });
    const back = await applyAction(a, first.undo);
    expect(back).toMatchObject({ matched: INBOX_LIMITS.batch, changed: INBOX_LIMITS.batch });
    expect(await applyAction(a, { ...first.undo, cursor: back.nextCursor })).toMatchObject({
      changed: left,
      nextCursor: null,
    });
    expect(await totalOf(a, 'view=inbox')).toBe(MANY);
  });

  it('what comes in after the action began is not meant, however many requests it takes', async () => {
    const body = { action: 'mark-read', filter: {}, expected: MANY };
    const first = await applyAction(a, body);
    const [late = ''] = await store([{ name: 'Late', receivedAt: new Date() }]);
    const rest = await applyAction(a, { ...body, cursor: first.nextCursor });
    expect(first.changed + rest.changed).toBe(MANY);
    expect((await contactOf(a, late)).unread).toBe(true);
    await applyAction(a, { action: 'trash', ids: [late] });
    await applyAction(a, { action: 'delete', ids: [late] });
  });

  it('an action can end between its requests, and only what it has done is taken back', async () => {
    const { undo, changed } = await applyAction(a, { action: 'trash', filter: {}, expected: MANY });
    expect(await totalOf(a, 'view=inbox')).toBe(MANY - changed);
    expect(await applyAction(a, undo)).toMatchObject({ changed, nextCursor: null });
    expect(await totalOf(a, 'view=inbox')).toBe(MANY);
  });

  it('told of "so many and more", the person means at least so many (UX-24)', async () => {
    const body = { action: 'mark-unread', filter: { view: 'archived' }, atLeast: true };
    expect((await a.post('/contacts/bulk', { ...body, expected: 1 })).status).toBe(409);
    expect(await applyAction(a, { ...body, expected: 0 })).toMatchObject({ matched: 0, nextCursor: null });
  });

  it('a cursor of another action, or of none, is refused (Z-07)', async () => {
    const first = await applyAction(a, { action: 'mark-read', filter: {}, expected: MANY });
    const cursor = first.nextCursor;
    const ids = [crypto.randomUUID()];
    for (const body of [
      { action: 'trash', filter: {}, expected: MANY, cursor },
      { action: 'mark-read', filter: {}, expected: MANY, cursor: 'x' },
      { action: 'mark-read', ids, cursor },
    ])
      expect((await a.post('/contacts/bulk', body)).status).toBe(400);
    expect(await totalOf(a, 'view=trash')).toBe(0);
  });

  it('a cursor of one site changes nothing at the other (Z-03)', async () => {
    const body = { action: 'archive', filter: {}, expected: MANY };
    const { nextCursor, undo } = await applyAction(a, body);
    await applyAction(b, {
      action: 'archive',
      filter: { to: new Date(1_000).toISOString() },
      expected: MANY,
      cursor: nextCursor,
    });
    expect(await totalOf(a, 'view=archived')).toBe(INBOX_LIMITS.batch);
    await applyAction(a, undo);
    expect(await totalOf(a, 'view=inbox')).toBe(MANY);
  });
});

describe('who may (Z-01, Z-03)', () => {
  let ofB: readonly string[];
  beforeAll(async () => {
    ofB = await store([{ name: 'Of B' }, { folder: 'trash' }], HOSTS.b);
  });

  const CALLS: readonly (readonly [string, (id: string) => Promise<BulkContactsAnswer | undefined>])[] = [
    ['by name', (id) => applyAction(a, { action: 'trash', ids: [id] })],
    ['deleting', () => applyAction(a, { action: 'delete', ids: ofB })],
    ['by a filter', () => applyAction(a, { action: 'trash', filter: { view: 'all' }, expected: 0 })],
  ];

  it.each(CALLS)("%s, nothing happens to the other site's messages (Z-03)", async (_how, call) => {
    const before = (await b.get('/contacts?view=all')).text;
    expect(await call(ofB[0] ?? '')).toMatchObject({ matched: 0, changed: 0, undo: null });
    expect((await b.get('/contacts?view=all')).text).toBe(before);
  });

  it('an action of one site is nothing to take back at the other (Z-03)', async () => {
    const { undo } = await applyAction(b, { action: 'archive', ids: [ofB[0] ?? ''] });
    expect(await applyAction(a, undo)).toMatchObject({ matched: 0, changed: 0 });
    expect(await everyContact(b, 'view=archived')).toHaveLength(1);
  });

  it.each([
    ['Editor', 200],
    ['Author', 403],
    ['Reviewer', 403],
  ])('section 5: an %s is answered %i', async (role, status) => {
    const { browser } = await colleague(sites.site, a, { roles: [role], host: HOSTS.a });
    expect((await browser.get('/contacts')).status).toBe(status);
    expect((await browser.get('/contacts/export?format=csv')).status).toBe(status);
    const body = { action: 'mark-read', ids: [crypto.randomUUID()] };
    expect((await browser.post('/contacts/bulk', body)).status).toBe(status);
  });
});
