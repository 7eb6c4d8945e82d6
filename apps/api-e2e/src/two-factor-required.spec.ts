import type { SessionInfo } from '@sitedesk/contract/identity';
import { runCommand } from './faults/support/command.js';
import {
  ageSignIns,
  enrol,
  newAdministrator,
  newProtectedPerson,
  type ProtectedPerson,
} from './harness/authenticator.js';
import type { EditorBrowser, EditorSite } from './harness/editor.js';
import { startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';
import { setSetting } from './harness/tenants.js';

const idOf = async (browser: EditorBrowser): Promise<string> =>
  ((await browser.get('/session')).json() as SessionInfo).account.id;

describe('roles that need a second factor (UX-16, UX-21)', () => {
  let site: EditorSite;
  beforeEach(async () => void (site = await startEditorSite()));
  afterEach(() => site.stop());

  const require = (roles: string): Promise<void> =>
    setSetting(site.database, 'Identity', 'TwoFactorRequiredRoles', roles);
  const isHeldUp = async (browser: EditorBrowser): Promise<void> => {
    const answer = await browser.get('/account/sessions');
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'second-factor-required' });
  };

  it('acts at once on who is signed in, asks for nothing but the enrolment, and lets that through (UX-16)', async () => {
    const browser = await site.administrator();
    expect((await browser.get('/account/sessions')).status).toBe(200);
    await require('editor, ADMINISTRATOR');
    await eventually(() => isHeldUp(browser));
    expect((await browser.post(`/users/${await idOf(browser)}/two-factor-reset`, {})).status).toBe(403);
    expect((await browser.get('/session')).json()).toMatchObject({ enrolmentRequired: true });
    expect((await browser.get('/account/two-factor')).json()).toMatchObject({ enrolmentRequired: true });
    await enrol(browser);
    expect((await browser.get('/account/sessions')).status).toBe(200);
    expect((await browser.get('/session')).json()).toMatchObject({ enrolmentRequired: false });
  });

  it('who has not signed in lately may prove it and enrol (UX-16)', async () => {
    const credentials = await newAdministrator(site);
    const browser = site.browser();
    await browser.signIn(credentials);
    await require('Administrator');
    await ageSignIns(site);
    await eventually(() => isHeldUp(browser));
    expect((await browser.post('/account/two-factor/totp')).status).toBe(403);
    const renewed = await browser.post('/session/confirm', { password: credentials.password });
    browser.csrfToken = (renewed.json() as SessionInfo).csrfToken;
    await enrol(browser);
    expect((await browser.get('/account/sessions')).status).toBe(200);
  });

  it('a sign-in says so, and signing out stays open', async () => {
    const credentials = await newAdministrator(site);
    await require('Administrator');
    const browser = site.browser();
    await eventually(async () => {
      const answer = await browser.signIn(credentials);
      expect(answer.json()).toMatchObject({
        status: 'enrolment-required',
        session: { enrolmentRequired: true },
      });
    });
    await isHeldUp(browser);
    expect((await browser.delete('/session')).status).toBe(204);
  });

  it('is no matter for who has one, nor for other roles', async () => {
    const { browser } = await newProtectedPerson(site);
    const without = await site.administrator();
    await require('Administrator');
    await eventually(() => isHeldUp(without));
    expect((await browser.get('/account/sessions')).status).toBe(200);
    await require('Editor, Author');
    await eventually(async () => expect((await without.get('/account/sessions')).status).toBe(200));
  });
});

describe('a second factor that was lost (UX-21)', () => {
  let site: EditorSite;
  let person: ProtectedPerson;
  let personId: string;
  let administrator: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite();
    administrator = await site.administrator();
  });
  afterAll(() => site.stop());
  beforeEach(async () => {
    person = await newProtectedPerson(site);
    personId = await idOf(person.browser);
  });

  const reset = (id: string, body: unknown = { reason: 'Phone lost, seen in person.' }): Promise<Answer> =>
    administrator.post(`/users/${id}/two-factor-reset`, body);

  it('an administrator removes it with a reason: sessions end, the password alone signs in (ID-10)', async () => {
    expect((await reset(personId)).status).toBe(204);
    expect((await person.browser.get('/session')).status).toBe(401);
    expect((await site.browser().signIn(person.credentials)).json()).toMatchObject({ status: 'signed-in' });
    const [row] = await site.database.query(
      `SELECT outcome, reason, target_id AS target FROM audit_entry WHERE action = 'user.two-factor-reset'
        ORDER BY sequence DESC LIMIT 1`,
    );
    expect(row).toEqual({ outcome: 'done', reason: 'Phone lost, seen in person.', target: personId });
    expect(
      await site.database.query('SELECT 1 FROM recovery_code WHERE account_id = $1', [personId]),
    ).toEqual([]);
  });

  it.each([{}, { reason: '' }, { reason: 'x' }, { reason: ['lost'] }, { reason: 'a\nb c' }])(
    'wants a reason: %j is a 400 and changes nothing',
    async (body) => {
      expect((await reset(personId, body)).status).toBe(400);
      expect((await person.browser.get('/session')).status).toBe(200);
    },
  );

  it.each(['01990000-0000-7000-8000-000000000000', 'nobody'])('answers 404 for %s', async (id) => {
    expect((await reset(id)).status).toBe(404);
  });

  it('wants a fresh proof of the administrator (ID-18)', async () => {
    await ageSignIns(site);
    expect((await reset(personId)).json()).toMatchObject({ code: 'recent-sign-in-required' });
    administrator = await site.administrator();
  });

  it('so does the operator on the command line (UX-16)', async () => {
    const { email } = person.credentials;
    expect(await runCommand('admin', ['reset-2fa', email], site.database.url)).toContain(email);
    expect((await person.browser.get('/session')).status).toBe(401);
    expect((await site.browser().signIn(person.credentials)).json()).toMatchObject({ status: 'signed-in' });
  });
});
