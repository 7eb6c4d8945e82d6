import { IDENTITY_TEXTS } from '@sitedesk/contract/identity';
import {
  type AccountSite,
  EDITOR_URL,
  linkIn,
  emailsTo,
  mailTo,
  startAccountSite,
} from './harness/account-emails.js';
import { ADMINISTRATOR, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';

const PASSWORD = 'nine quiet lamps over the harbour';

describe('registration and confirmed addresses (ID-06, ID-15)', () => {
  let site: AccountSite;
  let count = 0;
  beforeAll(async () => void (site = await startAccountSite()));
  afterAll(() => site.stop());
  beforeEach(() => site.sink.clear());

  const freshEmail = (): string => `newcomer-${(count += 1)}@site.test`;
  const register = (email: string, password = PASSWORD): Promise<Answer> =>
    site.browser().post('/registration', { email, displayName: 'Dana Ruiz', password });
  const confirm = (token: string): Promise<Answer> => site.browser().post('/email-confirmation', { token });

  it('opens the account when the address is confirmed, and not before (ID-15)', async () => {
    const email = freshEmail();
    expect((await register(email)).json()).toEqual({ message: IDENTITY_TEXTS.registrationAnswered.text });
    expect((await site.browser().signIn({ email, password: PASSWORD })).status).toBe(401);
    const { link, token } = linkIn(await mailTo(site, email, 'Confirm your email address'));
    expect(link).toBe(`${EDITOR_URL}/admin/#/confirm-email?token=${token}`);
    const confirmed = await confirm(token);
    expect(confirmed.status).toBe(204);
    expect(confirmed.headers['set-cookie']).toBeUndefined();
    const browser = site.browser();
    expect((await browser.signIn({ email, password: PASSWORD })).json()).toMatchObject({
      session: { permissions: [], roles: [{ id: 'Authenticated' }] },
    });
    expect((await confirm(token)).json()).toMatchObject({ detail: IDENTITY_TEXTS.linkRefused.text });
  });

  it('answers the same for a known address, whose holder is told by email instead (ID-06)', async () => {
    const unknown = await register(freshEmail());
    const known = await register(ADMINISTRATOR.email);
    const answerOf = ({ status, text, headers }: Answer): unknown => ({
      status,
      text,
      headers: Object.keys(headers).sort(),
    });
    expect(answerOf(known)).toEqual(answerOf(unknown));
    expect(known.status).toBe(202);
    const mail = await mailTo(site, ADMINISTRATOR.email, 'You already have an account');
    expect(linkIn(mail).token).toBe('');
    expect((await site.browser().signIn(ADMINISTRATOR)).status).toBe(200);
  });

  it('a second registration does not change the password that waits for its confirmation', async () => {
    const email = freshEmail();
    await register(email);
    const first = linkIn(await mailTo(site, email, 'Confirm your email address'));
    site.sink.clear();
    await register(email, 'another password of some length');
    const second = linkIn(await mailTo(site, email, 'Confirm your email address'));
    expect((await confirm(first.token)).status).toBe(400);
    expect((await confirm(second.token)).status).toBe(204);
    expect((await site.browser().signIn({ email, password: PASSWORD })).status).toBe(200);
  });

  it('two registrations of an address at once make one account, and say the same', async () => {
    const email = freshEmail();
    const accounts = async (): Promise<number> =>
      (await site.database.query('SELECT id FROM account')).length;
    const before = await accounts();
    const answers = await Promise.all([register(email), register(email)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await accounts()).toBe(before + 1);
    await mailTo(site, email, 'Confirm your email address');
    await eventually(async () =>
      expect(await site.database.query(`SELECT id FROM job WHERE state <> 'done'`)).toEqual([]),
    );
    // The later link counts, in whichever order the emails have arrived.
    const statuses: number[] = [];
    for (const sent of emailsTo(site.sink, email)) statuses.push((await confirm(linkIn(sent).token)).status);
    expect(statuses.filter((status) => status !== 400)).toEqual([204]);
    expect((await site.browser().signIn({ email, password: PASSWORD })).status).toBe(200);
  });

  it('the confirmation can be sent again, and nobody learns whether it was (ID-06)', async () => {
    const email = freshEmail();
    await register(email);
    await mailTo(site, email, 'Confirm your email address');
    site.sink.clear();
    const resend = (address: string): Promise<Answer> =>
      site.browser().post('/email-confirmation/resend', { email: address });
    const answers = [
      await resend(email),
      await resend(ADMINISTRATOR.email),
      await resend('nobody@site.test'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(202);
      expect(answer.json()).toEqual({ message: IDENTITY_TEXTS.confirmationAnswered.text });
    }
    const { token } = linkIn(await mailTo(site, email, 'Confirm your email address'));
    expect((await confirm(token)).status).toBe(204);
    expect(emailsTo(site.sink, ADMINISTRATOR.email)).toEqual([]);
  });

  it('strangers cannot fill a mailbox: five emails of a kind an hour', async () => {
    const email = freshEmail();
    for (let time = 0; time < 8; time += 1) expect((await register(email)).status).toBe(202);
    const rows = await site.database.query<{ readonly count: number }>(
      `SELECT count(*)::int AS count FROM account_mail WHERE kind = 'confirm-email' GROUP BY account_id ORDER BY 1 DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ count: 5 }]);
  });

  it('a weak password is refused before anything else, by its field (ID-01)', async () => {
    expect((await register(freshEmail(), 'short')).json()).toMatchObject({ errors: [{ field: 'password' }] });
    expect((await register(ADMINISTRATOR.email, 'short')).json()).toMatchObject({
      errors: [{ field: 'password' }],
    });
  });

  it('nobody registers with a role, a status or a tenant of his choice (Z-06)', async () => {
    for (const extra of [{ roles: ['Administrator'] }, { status: 'active' }, { tenantId: 'x' }]) {
      const body = { email: freshEmail(), displayName: 'Dana', password: PASSWORD, ...extra };
      expect((await site.browser().post('/registration', body)).status).toBe(400);
    }
  });
});

describe('registration where it is not possible', () => {
  const body = { email: 'newcomer@site.test', displayName: 'Dana Ruiz', password: PASSWORD };

  it('is not there unless the site allows it', async () => {
    const site = await startEditorSite();
    try {
      const answer = await site.browser().post('/registration', body);
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    } finally {
      await site.stop();
    }
  });

  it('says that no email can leave, the same for every address (UX-17)', async () => {
    const site = await startEditorSite({ IDENTITY__ALLOWREGISTRATION: 'true' });
    try {
      for (const email of [body.email, ADMINISTRATOR.email]) {
        const answer = await site.browser().post('/registration', { ...body, email });
        expect(answer.status).toBe(409);
        expect(answer.json()).toMatchObject({ code: 'email-not-configured' });
      }
    } finally {
      await site.stop();
    }
  });
});
