import type { OwnSession } from '@sitedesk/contract/account';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import { type SavedUser, type UserDetails, USER_TEXTS } from '@sitedesk/contract/users';
import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
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

const savedUser = (answer: Answer): SavedUser => answer.json() as SavedUser;
const statusOf = async (browser: EditorBrowser): Promise<number> => (await browser.get('/session')).status;
const signInStatus = async ({ credentials }: Colleague): Promise<number> =>
  (await site.browser().signIn(credentials)).status;
const auditOf = async (id: string, action: string) =>
  (
    (await admin.get(`/audit?target=${id}&action=${action}`)).json() as {
      items: { outcome: string; reason: string | null; before: unknown; after: unknown }[];
    }
  ).items;

describe('making users (UX-17)', () => {
  it('invites: the link to copy, its end, and the truth about the email (UX-17)', async () => {
    const email = freshEmail();
    const answer = await admin.post('/users', { email, displayName: 'Mia Wolf', roles: ['Editor'] });
    expect(answer.status).toBe(201);
    const { user, invitation, confirmation } = savedUser(answer);
    expect(answer.headers.etag).toBe(`"v${user.version}"`);
    expect(user).toMatchObject({
      email,
      displayName: 'Mia Wolf',
      status: 'invited',
      emailConfirmed: false,
      hasPassword: false,
      twoFactor: false,
      locked: false,
      sessions: 0,
      lastSignInAt: null,
      roles: [{ id: 'Editor', name: 'Editor', givenByHand: true, mappedBy: [] }],
      createdBy: { id: adminId, displayName: 'Administrator' },
    });
    expect(invitation).toMatchObject({
      link: expect.stringMatching(/\/admin\/#\/invitation\?token=[\w-]{43}$/),
      delivery: { status: 'not-configured', detail: expect.any(String) },
    });
    expect(Date.parse(invitation?.expiresAt ?? '')).toBeGreaterThan(Date.now());
    expect(confirmation).toBeNull();
    expect(await auditOf(user.id, 'user.create')).toMatchObject([
      { outcome: 'done', after: { displayName: 'Mia Wolf', roles: ['Editor'] } },
    ]);
    expect(JSON.stringify(await auditOf(user.id, 'user.create'))).not.toContain(email);
  });

  it('makes a user without an invitation, which is sent later (UX-17)', async () => {
    const input = { email: freshEmail(), displayName: 'Later', roles: [], sendInvitation: false };
    const { user, invitation } = savedUser(await admin.post('/users', input));
    expect(invitation).toBeNull();
    const sent = await admin.post(`/users/${user.id}/invitation`);
    expect(sent.status).toBe(200);
    expect(sent.json()).toMatchObject({ link: expect.any(String), delivery: { status: 'not-configured' } });
  });

  it('an invitation makes the one before it void (UX-17)', async () => {
    const { user, invitation } = await invite(admin);
    await admin.post(`/users/${user.id}/invitation`);
    const token = invitation?.link.split('token=')[1];
    expect((await site.browser().post('/invitation/preview', { token })).status).toBe(400);
  });

  it('refuses an address that a user has, whatever its case (409)', async () => {
    const { user } = await invite(admin);
    const input = { email: user.email.toUpperCase(), displayName: 'Twin', roles: [] };
    const answer = await admin.post('/users', input);
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'email' }] });
  });

  it.each([
    ['tenantId', randomUUID()],
    ['id', randomUUID()],
    ['createdBy', randomUUID()],
    ['emailConfirmed', true],
    ['passwordHash', 'x'],
    ['status', 'active'],
  ])('%s cannot be set (Z-06)', async (field, value) => {
    const email = freshEmail();
    const answer = await admin.post('/users', { email, displayName: 'Sly', roles: [], [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
    expect((await admin.get(`/users?q=${email}`)).json()).toMatchObject({ items: [] });
  });

  it.each([
    ['an unknown role', [randomUUID()]],
    ['a reserved role', ['Authenticated']],
    ['the other reserved role', ['Anonymous']],
    ['a role twice', ['Editor', 'Editor']],
    ['no list', 'Editor'],
    ['an object', [{ id: 'Editor' }]],
  ])('refuses %s (Z-08)', async (_case, roles) => {
    const answer = await admin.post('/users', { email: freshEmail(), displayName: 'Odd', roles });
    expect(answer.status).toBe(400);
    const { errors } = answer.json() as { errors: readonly { field: string }[] };
    expect(new Set(errors.map(({ field }) => field))).toEqual(new Set(['roles']));
  });
});

describe('changing users', () => {
  it('changes the name; an old form is told so (412), and one that says nothing (428)', async () => {
    const { user } = await invite(admin);
    const path = `/users/${user.id}`;
    expect((await admin.patch(path, { displayName: 'New' })).status).toBe(428);
    const first = await admin.patch(path, { displayName: 'New Name' }, { 'If-Match': `"v${user.version}"` });
    expect(first.status).toBe(200);
    expect(savedUser(first)).toMatchObject({ user: { displayName: 'New Name' }, confirmation: null });
    expect(first.headers.etag).toBe(`"v${user.version + 1}"`);
    const late = await admin.patch(path, { displayName: 'Lost' }, { 'If-Match': `"v${user.version}"` });
    expect(late.status).toBe(412);
    expect(late.json()).toMatchObject({ code: 'changed-meanwhile' });
    expect((await userOf(admin, user.id)).displayName).toBe('New Name');
  });

  it('a new address is unconfirmed, ends the sessions, and is to be proven (ID-10, ID-15)', async () => {
    const person = await colleague(site, admin);
    const email = freshEmail();
    const answer = await admin.patch(`/users/${person.id}`, { email }, await matching(admin, person.id));
    expect(savedUser(answer)).toMatchObject({
      user: { email, emailConfirmed: false, emailConfirmedAt: null, sessions: 0 },
      invitation: null,
      confirmation: { delivery: { status: 'not-configured' } },
    });
    expect(answer.text).not.toContain('token=');
    expect(await statusOf(person.browser)).toBe(401);
    expect((await site.browser().signIn({ email, password: person.credentials.password })).status).toBe(401);
    await admin.post(`/users/${person.id}/confirm-email`);
    expect((await site.browser().signIn({ email, password: person.credentials.password })).status).toBe(200);
    expect(JSON.stringify(await auditOf(person.id, 'user.change'))).not.toContain(email);
  });

  it("an invited person's new address gets the invitation", async () => {
    const { user } = await invite(admin);
    const answer = await admin.patch(
      `/users/${user.id}`,
      { email: freshEmail() },
      await matching(admin, user.id),
    );
    expect(savedUser(answer)).toMatchObject({ invitation: { link: expect.any(String) }, confirmation: null });
  });

  it("nobody loses his own way in by a typing error: one's own address is changed elsewhere (UX-16)", async () => {
    const answer = await admin.patch(
      `/users/${adminId}`,
      { email: freshEmail() },
      await matching(admin, adminId),
    );
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'email', message: USER_TEXTS.ownEmail.text }] });
    expect((await userOf(admin, adminId)).email).toBe(ADMINISTRATOR.email);
  });

  it('refuses null and other types (Z-08)', async () => {
    const { user } = await invite(admin);
    for (const body of [
      { displayName: null },
      { email: null },
      { email: ['a@b.test'] },
      { displayName: {} },
    ]) {
      expect((await admin.patch(`/users/${user.id}`, body, await matching(admin, user.id))).status).toBe(400);
    }
  });
});

describe('roles of users (ID-10, Z-11)', () => {
  it('a role acts on the next request, and ID-10: the other sessions end (Z-11)', async () => {
    const person = await colleague(site, admin, { roles: ['Author'] });
    const answer = await setRoles(admin, person.id, ['Author', 'Administrator']);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ roles: [{ id: 'Administrator' }, { id: 'Author' }], sessions: 0 });
    expect(await statusOf(person.browser)).toBe(401);
    await person.browser.signIn(person.credentials);
    expect((await person.browser.get('/users')).status).toBe(200);
    await setRoles(admin, person.id, []);
    await person.browser.signIn(person.credentials);
    expect((await person.browser.get('/users')).status).toBe(403);
  });

  it("one's own session stays when one changes one's own roles, one's others end (ID-10)", async () => {
    const person = await colleague(site, admin, { roles: ['Administrator'] });
    const other = site.browser();
    await other.signIn(person.credentials);
    const answer = await setRoles(person.browser, person.id, ['Administrator', 'Editor']);
    expect(answer.status).toBe(200);
    expect(await statusOf(person.browser)).toBe(200);
    expect(await statusOf(other)).toBe(401);
    await setRoles(admin, person.id, []);
  });

  it('leaves roles of a mapping alone, and says where each comes from', async () => {
    const person = await colleague(site, admin, { roles: ['Editor'] });
    await site.database.query(
      `INSERT INTO account_role (account_id, role_key, source, tenant_id)
       SELECT id, 'Reviewer', 'mapped:directory', tenant_id FROM account WHERE id = $1`,
      [person.id],
    );
    const { roles } = (await setRoles(admin, person.id, ['Reviewer'])).json() as UserDetails;
    expect(roles).toEqual([{ id: 'Reviewer', name: 'Reviewer', givenByHand: true, mappedBy: ['directory'] }]);
    const after = (await setRoles(admin, person.id, [])).json() as UserDetails;
    expect(after.roles).toEqual([
      { id: 'Reviewer', name: 'Reviewer', givenByHand: false, mappedBy: ['directory'] },
    ]);
  });

  it('wants to know what the form has seen (428, 412)', async () => {
    const person = await colleague(site, admin);
    const path = `/users/${person.id}/roles`;
    expect((await admin.put(path, { roles: ['Editor'] })).status).toBe(428);
    expect((await admin.put(path, { roles: ['Editor'] }, { 'If-Match': '"v999"' })).status).toBe(412);
    expect((await userOf(admin, person.id)).roles).toEqual([]);
  });
});

describe('who may sign in (ID-10, ID-15)', () => {
  it('disabling ends sessions and API tokens at once, and enabling lets the user in again (ID-10)', async () => {
    const person = await colleague(site, admin, { roles: ['Editor'] });
    await person.browser.post('/account/tokens', { name: 'robot', permissions: ['dashboard.view'] });
    const disabled = await admin.post(`/users/${person.id}/disable`);
    expect(disabled.json()).toMatchObject({ status: 'disabled', sessions: 0 });
    expect(await statusOf(person.browser)).toBe(401);
    expect(await site.database.query('SELECT 1 FROM api_token WHERE account_id = $1', [person.id])).toEqual(
      [],
    );
    expect(await signInStatus(person)).toBe(401);
    expect((await admin.post(`/users/${person.id}/enable`)).json()).toMatchObject({ status: 'active' });
    expect(await signInStatus(person)).toBe(200);
    expect(await auditOf(person.id, 'user.disable')).toMatchObject([{ outcome: 'done' }]);
  });

  it('an invited user who was disabled is invited again when enabled', async () => {
    const { user, invitation } = await invite(admin);
    await admin.post(`/users/${user.id}/disable`);
    const token = invitation?.link.split('token=')[1];
    expect((await site.browser().post('/invitation/preview', { token })).status).toBe(400);
    expect((await admin.post(`/users/${user.id}/invitation`)).status).toBe(409);
    expect((await admin.post(`/users/${user.id}/enable`)).json()).toMatchObject({ status: 'invited' });
  });

  it('unconfirming ends the sessions, confirming by hand opens the account, both are audited (ID-15)', async () => {
    const person = await colleague(site, admin);
    expect((await admin.post(`/users/${person.id}/unconfirm-email`)).json()).toMatchObject({
      emailConfirmed: false,
      sessions: 0,
    });
    expect(await statusOf(person.browser)).toBe(401);
    expect(await signInStatus(person)).toBe(401);
    await admin.post(`/users/${person.id}/confirm-email`);
    expect(await signInStatus(person)).toBe(200);
    expect(await auditOf(person.id, 'user.unconfirm-email')).toMatchObject([
      { outcome: 'done', before: { emailConfirmed: true }, after: { emailConfirmed: false } },
    ]);
    expect(await auditOf(person.id, 'user.confirm-email')).toHaveLength(1);
  });

  it('an administrator sees and ends the sessions of a user (ID-14)', async () => {
    const person = await colleague(site, admin);
    const second = site.browser();
    await second.signIn(person.credentials);
    const { items } = (await admin.get(`/users/${person.id}/sessions`)).json() as { items: OwnSession[] };
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ current: false, methods: ['pwd'], clientAddress: expect.any(String) });
    expect((await admin.delete(`/users/${person.id}/sessions/${items[0]?.id}`)).status).toBe(204);
    expect((await admin.delete(`/users/${person.id}/sessions/${items[0]?.id}`)).status).toBe(404);
    expect([await statusOf(person.browser), await statusOf(second)].toSorted()).toEqual([200, 401]);
    expect((await admin.delete(`/users/${person.id}/sessions`)).status).toBe(204);
    expect([await statusOf(person.browser), await statusOf(second)]).toEqual([401, 401]);
  });

  it("a session is ended only where it belongs, and one's own stays (ID-14)", async () => {
    const person = await colleague(site, admin);
    const own = (await admin.get(`/users/${adminId}/sessions`)).json() as { items: OwnSession[] };
    const current = own.items.find((session) => session.current);
    expect((await admin.delete(`/users/${person.id}/sessions/${current?.id}`)).status).toBe(404);
    await admin.delete(`/users/${adminId}/sessions`);
    expect(await statusOf(admin)).toBe(200);
  });

  it('a password reset goes to the user, and the administrator sees no link (ID-24)', async () => {
    const person = await colleague(site, admin);
    const answer = await admin.post(`/users/${person.id}/password-reset`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      expiresAt: expect.any(String),
      delivery: {
        status: 'not-configured',
        detail: OUTBOX_TEXTS.providerMissing.text,
        detailCode: { code: 'outbox.providerMissing' },
      },
    });
    expect(await statusOf(person.browser)).toBe(200);
  });

  it.each([
    ['invitation', USER_TEXTS.alreadyJoined.text],
    ['confirmation', USER_TEXTS.alreadyConfirmed.text],
  ])('says why there is no %s to send (409)', async (path, detail) => {
    const person = await colleague(site, admin);
    const answer = await admin.post(`/users/${person.id}/${path}`);
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'wrong-state', detail });
  });

  it('asks an unconfirmed user to confirm, without a link for the administrator', async () => {
    const person = await colleague(site, admin);
    await admin.post(`/users/${person.id}/unconfirm-email`);
    const answer = await admin.post(`/users/${person.id}/confirmation`);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('token=');
  });

  it('a deleted user is gone with sessions and roles; the audit log keeps what it was (ID-10)', async () => {
    const person = await colleague(site, admin, { roles: ['Editor'], displayName: 'Gone Soon' });
    expect((await admin.delete(`/users/${person.id}`, {})).status).toBe(204);
    expect(await statusOf(person.browser)).toBe(401);
    expect((await admin.get(`/users/${person.id}`)).status).toBe(404);
    for (const table of ['session', 'account_role']) {
      expect(await site.database.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [person.id])).toEqual(
        [],
      );
    }
    expect(await auditOf(person.id, 'user.delete')).toMatchObject([
      { outcome: 'done', before: { displayName: 'Gone Soon', roles: ['Editor'] } },
    ]);
  });

  it.each([
    ['somebody unknown', () => randomUUID(), USER_TEXTS.inheritorUnknown.text],
    ['the deleted user', (id: string) => id, USER_TEXTS.inheritorDeleted.text],
  ])('refuses %s as inheritor', async (_case, inheritor, message) => {
    const { user } = await invite(admin);
    const answer = await admin.delete(`/users/${user.id}`, { inheritor: inheritor(user.id) });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'inheritor', message }] });
    expect((await admin.get(`/users/${user.id}`)).status).toBe(200);
  });
});
