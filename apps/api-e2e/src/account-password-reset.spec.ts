import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import {
  type AccountSite,
  EDITOR_URL,
  linkIn,
  emailsTo,
  mailTo,
  newPerson,
  type Person,
  signedIn,
  startAccountSite,
} from './harness/account-emails.js';
import { ADMINISTRATOR, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';

const SUBJECT = 'Reset your password';
const passwords = ['eleven wooden boats at the jetty', 'twelve copper bells in the valley'] as const;

describe('forgotten passwords (ID-06 to ID-10)', () => {
  let site: AccountSite;
  let person: Person;
  beforeAll(async () => void (site = await startAccountSite()));
  afterAll(() => site.stop());
  beforeEach(async () => {
    site.sink.behave('ok');
    person = await newPerson(site);
    site.sink.clear();
  });

  const ask = (
    email: string = person.email,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => site.browser(headers).post('/password-reset', { email });
  const complete = (token: string, password: string = passwords[0]): Promise<Answer> =>
    site.browser().post('/password-reset/complete', { token, password });
  const tokenFor = async (): Promise<string> => {
    site.sink.clear();
    expect((await ask()).status).toBe(202);
    return linkIn(await mailTo(site, person.email, SUBJECT)).token;
  };

  /** The newest account is the person's. */
  const change = (assignment: string): Promise<unknown> =>
    site.database.query(
      `UPDATE account SET ${assignment} WHERE id = (SELECT id FROM account ORDER BY created_at DESC LIMIT 1)`,
    );

  it('answers the same for known and unknown addresses, and writes to known ones only (ID-06)', async () => {
    const answers = [await ask(), await ask('nobody@site.test')];
    for (const answer of answers) {
      expect(answer.status).toBe(202);
      expect(answer.json()).toEqual({ message: IDENTITY_TEXTS.resetAnswered.text });
    }
    const { link, token } = linkIn(await mailTo(site, person.email, SUBJECT));
    expect(link).toBe(`${EDITOR_URL}/admin/#/reset-password?token=${token}`);
    expect(site.sink.messages).toHaveLength(1);
  });

  it('sets the password, signs nobody in, ends every session, and says so by email (ID-09, ID-10)', async () => {
    const before = await signedIn(site, person);
    const token = await tokenFor();
    const answer = await complete(token);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await before.get('/session')).status).toBe(401);
    expect((await site.browser().signIn(person)).status).toBe(401);
    const credentials = { email: person.email, password: passwords[0] };
    expect((await site.browser().signIn(credentials)).status).toBe(200);
    const notice = await mailTo(site, person.email, 'Your password for');
    expect(notice.mail.text).not.toContain('token=');
  });

  it('a link works once, of two at the same moment one (ID-07)', async () => {
    const token = await tokenFor();
    const answers = await Promise.all([complete(token, passwords[0]), complete(token, passwords[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    const again = await complete(token);
    expect(again.status).toBe(400);
    expect(again.json()).toMatchObject({ code: 'link-refused', detail: IDENTITY_TEXTS.linkRefused.text });
  });

  it('dies on a new request (ID-07)', async () => {
    const first = await tokenFor();
    const second = await tokenFor();
    expect((await complete(first)).status).toBe(400);
    expect((await complete(second)).status).toBe(204);
  });

  it('dies on a change of the password (ID-07)', async () => {
    const token = await tokenFor();
    const browser = await signedIn(site, person);
    const change = { currentPassword: person.password, newPassword: passwords[1] };
    expect((await browser.post('/account/password', change)).status).toBe(200);
    expect((await complete(token)).status).toBe(400);
  });

  it('a password that is too weak does not use the link up', async () => {
    const token = await tokenFor();
    expect((await complete(token, 'short')).json()).toMatchObject({ errors: [{ field: 'password' }] });
    expect((await complete(token)).status).toBe(204);
  });

  it('a page of another site cannot ask for a link (ID-08)', async () => {
    expect((await ask(person.email, { Origin: 'https://evil.test' })).status).toBe(403);
  });

  it.each<Readonly<Record<string, string>>>([
    { Host: 'evil.test' },
    { 'X-Forwarded-Host': 'evil.test' },
    { 'x-origin-hostname': 'evil.test' },
    { Forwarded: 'host=evil.test;proto=http' },
    { Host: 'evil.test', Origin: 'https://evil.test', 'X-Forwarded-Proto': 'http' },
  ])('%j does not change where the link leads to (ID-08)', async (headers) => {
    expect((await ask(person.email, headers)).status).toBe(202);
    const { mail, raw } = await mailTo(site, person.email, SUBJECT);
    expect(linkIn({ mail }).link.startsWith(`${EDITOR_URL}/admin/#/`)).toBe(true);
    expect(raw).not.toContain('evil');
  });

  it('the link opens an account that is locked after a hundred wrong passwords (ID-05, ID-10)', async () => {
    await change('failed_sign_ins = 100');
    expect((await site.browser().signIn(person)).status).toBe(401);
    expect((await complete(await tokenFor())).status).toBe(204);
    const credentials = { email: person.email, password: passwords[0] };
    expect((await site.browser().signIn(credentials)).status).toBe(200);
  });

  it('writes to nobody whose account is disabled, and the links that are out die with it', async () => {
    const token = await tokenFor();
    await change(`status = 'disabled'`);
    expect((await complete(token)).status).toBe(400);
    site.sink.clear();
    expect((await ask()).json()).toEqual({ message: IDENTITY_TEXTS.resetAnswered.text });
    await change(`status = 'active'`);
    await tokenFor();
    expect(emailsTo(site.sink, person.email)).toHaveLength(1);
  });

  it('leaves rows that name the account and hold neither address nor token (G-06)', async () => {
    const token = await tokenFor();
    await complete(token);
    await ask('nobody@site.test');
    const rows = await site.database.query(
      `SELECT action, outcome, reason, target_id IS NOT NULL AS target, to_jsonb(e) AS all
         FROM audit_entry e WHERE action LIKE 'account.password%' ORDER BY sequence DESC LIMIT 3`,
    );
    expect([...rows].reverse()).toMatchObject([
      { action: 'account.password-reset-request', outcome: 'done', target: true },
      { action: 'account.password-reset', outcome: 'done', target: true },
      {
        action: 'account.password-reset-request',
        outcome: 'refused',
        reason: 'unknown address',
        target: false,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toMatch(/@site\.test/);
  });

  it('while the mail server is away the email waits, and leaves when it is back', async () => {
    site.sink.behave('421-connect');
    expect((await ask()).status).toBe(202);
    await eventually(() => expect(site.sink.connections).toBeGreaterThan(0));
    site.sink.behave('ok');
    const { token } = linkIn(await mailTo(site, person.email, SUBJECT));
    expect((await complete(token)).status).toBe(204);
  });
});

describe('forgotten passwords without mail', () => {
  it('answers the same, and queues nothing (UX-17)', async () => {
    const site = await startEditorSite({ IDENTITY__EDITORURL: EDITOR_URL });
    try {
      const answer = await site.browser().post('/password-reset', { email: ADMINISTRATOR.email });
      expect(answer.status).toBe(202);
      expect(await site.database.query('SELECT id FROM job')).toEqual([]);
      expect(site.api.output()).toContain('account_mail.not_configured');
    } finally {
      await site.stop();
    }
  });
});
