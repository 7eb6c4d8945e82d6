import { type AccountSite, emailsTo, linkIn, mailTo, startAccountSite } from './harness/account-emails.js';
import { ADMINISTRATOR, type EditorBrowser } from './harness/editor.js';
import { freshEmail } from './harness/people.js';

const PASSWORD = 'nine quiet lamps over the harbour';

describe('emails to people who work on a site, in the language of each', () => {
  let site: AccountSite;
  let anna: EditorBrowser;

  beforeAll(async () => {
    site = await startAccountSite();
    anna = await site.administrator();
    await anna.patch('/account/preferences', { locale: 'de', timeZone: 'Asia/Kathmandu' });
  });
  beforeEach(() => site.sink.clear());
  afterAll(() => site.stop());

  const invite = async (): Promise<string> => {
    const email = freshEmail();
    expect((await anna.post('/users', { email, displayName: 'Cleo Novak', roles: [] })).status).toBe(201);
    return email;
  };

  it('an invitation is in that of the person who sends it, as long as nobody knows the other’s', async () => {
    const { mail } = await mailTo(site, await invite(), 'Ihre Einladung zu ');
    expect(mail.text).toContain('Guten Tag, Cleo Novak!');
    expect(mail.text).toMatch(/^Link gültig bis: .+ GMT\+5:45$/m);
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('Einladung annehmen');
    expect(mail.html).toContain('Oder kopieren Sie diesen Link');
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/\b(?:the|your|link works)\b/i);
  });

  it('then in their own', async () => {
    const email = await invite();
    const { token } = linkIn(await mailTo(site, email, 'Ihre Einladung zu '));
    const cleo = site.browser();
    await cleo.post('/invitation/accept', { token, password: PASSWORD, displayName: 'Cleo Novak' });
    await cleo.signIn({ email, password: PASSWORD });
    // What the administration tells after a sign-in.
    await cleo.patch('/account/preferences', { browserLocale: 'en', browserTimeZone: 'Europe/London' });
    await site.browser().post('/password-reset', { email });
    const { mail } = await mailTo(site, email, 'Reset your password for ');
    expect(mail.text).toMatch(/^Link works until: .+ (?:GMT|GMT\+1|BST)$/m);
    expect(mail.html).toContain('<html lang="en">');
    await cleo.patch('/account/preferences', { locale: 'de' });
    const changed = await cleo.post('/account/password', {
      currentPassword: PASSWORD,
      newPassword: `${PASSWORD} again`,
    });
    expect(changed.status).toBeLessThan(300);
    expect((await mailTo(site, email, 'Ihr Passwort für ')).mail.text).toContain('sind Sie jetzt abgemeldet');
  });

  it('a registration brings the language of its page along, and one in no language is English', async () => {
    const [german, unknown] = [freshEmail(), freshEmail()];
    const person = { displayName: 'Dana Ruiz', password: PASSWORD };
    const register = (input: object) => site.browser().post('/registration', { ...person, ...input });
    expect((await register({ email: german, locale: 'de' })).status).toBe(202);
    expect((await register({ email: unknown })).status).toBe(202);
    expect((await register({ email: freshEmail(), locale: 'fr' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'locale' }],
    });
    const { mail } = await mailTo(site, german, 'Bestätigen Sie Ihre E-Mail-Adresse für ');
    expect(linkIn({ mail }).token).not.toBe('');
    await mailTo(site, unknown, 'Confirm your email address for ');
  });

  it('an address that was known already gets the notice in its owner’s, not in the stranger’s', async () => {
    await site.browser().post('/registration', {
      email: ADMINISTRATOR.email,
      displayName: 'Stranger',
      password: PASSWORD,
      locale: 'en',
    });
    await mailTo(site, ADMINISTRATOR.email, 'Sie haben bereits ein Konto bei ');
    expect(emailsTo(site.sink, ADMINISTRATOR.email)).toHaveLength(1);
    const rows = await site.database.query(
      'SELECT browser_locale, locale FROM account_preferences p JOIN account a ON a.id = p.account_id WHERE a.display_name = $1',
      ['Stranger'],
    );
    expect(rows).toEqual([]);
  });
});
