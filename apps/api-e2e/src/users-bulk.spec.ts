import type { AuditRecord } from '@sitedesk/contract/audit';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { type BulkUserAnswer, type BulkUserPreview, USER_TEXTS } from '@sitedesk/contract/users';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { colleague, invite, userOf } from './harness/people.js';

let site: EditorSite;
let admin: EditorBrowser;
let adminId: string;
beforeAll(async () => {
  site = await startEditorSite();
  admin = await site.administrator();
  adminId = ((await admin.get('/session')).json() as { account: { id: string } }).account.id;
});
afterAll(() => site.stop());

const bulk = async (input: object): Promise<BulkUserAnswer> => {
  const answer = await admin.post('/users/bulk', input);
  expect(answer.status).toBe(200);
  return answer.json() as BulkUserAnswer;
};
const preview = async (input: object): Promise<BulkUserPreview> =>
  (await admin.post('/users/bulk/preview', input)).json() as BulkUserPreview;

describe('many users at once (UX-24)', () => {
  it('says of each what became of it, in the order of the request, with one entry in the audit log and a part of it for each (UX-24)', async () => {
    const people = await Promise.all([colleague(site, admin), colleague(site, admin)]);
    const unknown = randomUUID();
    const ids = [...people.map(({ id }) => id), unknown, adminId];
    const input = { action: 'disable', ids };
    expect(await preview(input)).toEqual({
      action: 'disable',
      total: 4,
      done: 2,
      content: [],
      refused: [
        {
          id: unknown,
          displayName: null,
          reason: USER_TEXTS.unknown.text,
          reasonCode: { code: 'users.unknown' },
        },
        {
          id: adminId,
          displayName: 'Administrator',
          reason: USER_TEXTS.yourself.text,
          reasonCode: { code: 'users.yourself' },
        },
      ],
    });
    expect((await userOf(admin, ids[0] ?? '')).status).toBe('active');
    expect((await bulk(input)).results).toEqual([
      { id: ids[0], status: 'done', reason: null, reasonCode: null },
      { id: ids[1], status: 'done', reason: null, reasonCode: null },
      {
        id: unknown,
        status: 'refused',
        reason: USER_TEXTS.unknown.text,
        reasonCode: { code: 'users.unknown' },
      },
      {
        id: adminId,
        status: 'refused',
        reason: USER_TEXTS.yourself.text,
        reasonCode: { code: 'users.yourself' },
      },
    ]);
    for (const { id, browser } of people) {
      expect((await userOf(admin, id)).status).toBe('disabled');
      expect((await browser.get('/session')).status).toBe(401);
    }
    for (const [id, outcome] of [
      [ids[0], 'done'],
      [unknown, 'refused'],
      [adminId, 'refused'],
    ]) {
      const rows = await admin.get(`/audit?action=user.disable&target=${id}`);
      expect(rows.json()).toMatchObject({ items: [{ outcome }] });
    }
    const { items } = (await admin.get('/audit?stream=main&limit=1')).json() as {
      items: readonly AuditRecord[];
    };
    expect(items).toMatchObject([{ action: 'user.bulk', parts: { count: 4, changed: 2 } }]);
    const parts = (await admin.get(`/audit?partOf=${items[0]?.id}`)).json();
    expect(parts).toMatchObject({ items: [3, 2, 1, 0].map((place) => ({ target: { id: ids[place] } })) });
    await bulk({ action: 'enable', ids: ids.slice(0, 2) });
    expect((await userOf(admin, ids[0] ?? '')).status).toBe('active');
  });

  it('gives and takes a role, and ends sessions', async () => {
    const person = await colleague(site, admin);
    const ids = [person.id];
    await bulk({ action: 'add-role', ids, role: 'Editor' });
    expect((await userOf(admin, person.id)).roles).toMatchObject([{ id: 'Editor' }]);
    await person.browser.signIn(person.credentials);
    await bulk({ action: 'remove-role', ids, role: 'Editor' });
    expect((await userOf(admin, person.id)).roles).toEqual([]);
    await person.browser.signIn(person.credentials);
    await bulk({ action: 'end-sessions', ids });
    expect((await person.browser.get('/session')).status).toBe(401);
  });

  it('leaves one administrator, and says beforehand which (ID-22)', async () => {
    const others = await Promise.all([1, 2].map(() => colleague(site, admin, { roles: ['Administrator'] })));
    const ids = [...others.map(({ id }) => id), adminId];
    const input = { action: 'remove-role', role: 'Administrator', ids };
    const refused = [{ id: adminId, reason: USER_TEXTS.lastAdministrator.text }];
    expect(await preview(input)).toMatchObject({ done: 2, refused });
    expect((await bulk(input)).results).toMatchObject([
      { status: 'done' },
      { status: 'done' },
      { id: adminId, status: 'refused', reason: USER_TEXTS.lastAdministrator.text },
    ]);
    expect((await admin.get('/users')).status).toBe(200);
  });

  it('deletes, and spares who deletes', async () => {
    const { user } = await invite(admin);
    const { results } = await bulk({ action: 'delete', ids: [user.id, adminId], inheritor: null });
    expect(results).toMatchObject([
      { status: 'done' },
      { status: 'refused', reason: USER_TEXTS.yourself.text },
    ]);
    expect((await admin.get(`/users/${user.id}`)).status).toBe(404);
  });

  it.each([
    ['ids', { action: 'disable', ids: [] }],
    ['ids', { action: 'disable', ids: ['1'] }],
    [
      'ids',
      { action: 'disable', ids: Array.from({ length: IDENTITY_LIMITS.bulkIds + 1 }, () => randomUUID()) },
    ],
    ['action', { action: 'promote', ids: [randomUUID()] }],
    ['action', { action: { $ne: '' }, ids: [randomUUID()] }],
    ['action', { action: null, ids: [randomUUID()] }],
    ['role', { action: 'add-role', ids: [randomUUID()] }],
    ['role', { action: 'add-role', ids: [randomUUID()], role: randomUUID() }],
    ['role', { action: 'add-role', ids: [randomUUID()], role: 'Anonymous' }],
    ['inheritor', { action: 'delete', ids: [randomUUID()], inheritor: randomUUID() }],
    ['filter', { action: 'disable', ids: [randomUUID()], filter: {} }],
  ])('refuses a wrong %s as a whole: %# (Z-07, Z-08)', async (field, input) => {
    for (const path of ['/users/bulk', '/users/bulk/preview']) {
      const answer = await admin.post(path, input);
      expect(answer.status).toBe(400);
      const { errors } = answer.json() as { errors: readonly { field: string }[] };
      expect(errors.map((error) => error.field)).toContain(field);
    }
  });

  it('refuses the same id twice, whatever its case', async () => {
    const id = randomUUID();
    const input = { action: 'disable', ids: [id, id.toUpperCase()] };
    expect((await admin.post('/users/bulk', input)).status).toBe(400);
  });
});
