import { HEADERS } from '@sitedesk/contract/headers';
import { type SmtpSink, startHttpEmailApis, startSmtpSink } from '@sitedesk/testing';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EDITOR_URL, linkIn, mailTo } from './harness/account-emails.js';
import { enrol } from './harness/authenticator.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type ProcessEnv, type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, mailBy, WITHOUT_LIMITS } from './harness/site.js';
import { MESSAGE, Visitor } from './harness/visitor.js';

const HOURS = 3_600;

/** Environment of a backend whose machine's clock is off. */
const clockOff = (seconds: number): ProcessEnv => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'harness/shifted-clock.mjs')).href}`,
  SHIFT_CLOCK_SECONDS: String(seconds),
});

describe('two instances on one database, one two hours ahead and one two hours behind', () => {
  let database: E2eDatabase;
  let sink: SmtpSink;
  let ahead: RunningProcess;
  let behind: RunningProcess;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    sink = await startSmtpSink({ tls: 'none' });
    const env = {
      ...BEHIND_LOCAL_PROXY,
      ...WITHOUT_LIMITS,
      ...mailBy(sink.url),
      IDENTITY__EDITORURL: EDITOR_URL,
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    };
    ahead = await startApi(database.url, { ...env, ...clockOff(2 * HOURS) });
    behind = await startApi(database.url, { ...env, ...clockOff(-2 * HOURS) });
  });
  afterAll(async () => {
    await sink.close();
    await Promise.all([ahead.stop(), behind.stop()]);
    await database.drop();
  });
  beforeEach(() => sink.clear());

  /** Both ways round. */
  const ways = [
    { from: 'ahead', to: 'behind' },
    { from: 'behind', to: 'ahead' },
  ] as const;
  const of = (which: 'ahead' | 'behind'): RunningProcess => (which === 'ahead' ? ahead : behind);
  const signedIn = async (which: 'ahead' | 'behind'): Promise<EditorBrowser> => {
    const browser = new EditorBrowser(of(which).url);
    expect((await browser.signIn(ADMINISTRATOR)).status).toBe(200);
    return browser;
  };
  const at = (which: 'ahead' | 'behind', browser: EditorBrowser): EditorBrowser => {
    const same = new EditorBrowser(of(which).url);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    same.csrfToken = browser.csrfToken;
    return same;
  };

  it.each(ways)(
    'a form of the one that is $from is accepted by the other, and delivered',
    async ({ from, to }) => {
      const token = await new Visitor(of(from).url).token();
      const answer = await new Visitor(of(to).url).submit(MESSAGE, { [HEADERS.antiforgery]: token });
      expect(answer.status).toBe(200);
      await sink.waitFor(1);
    },
  );

  it.each(ways)('a session of the one that is $from is one of the other', async ({ from, to }) => {
    const browser = at(to, await signedIn(from));
    expect((await browser.get('/session')).status).toBe(200);
    expect((await at(from, browser).get('/session')).status).toBe(200);
  });

  it.each(ways)('a link that the one that is $from has sent works at the other', async ({ from, to }) => {
    const asked = await new EditorBrowser(of(from).url).post('/password-reset', {
      email: ADMINISTRATOR.email,
    });
    expect(asked.status).toBe(202);
    const { token } = linkIn(await mailTo({ sink }, ADMINISTRATOR.email, 'Reset your password'));
    const { password } = ADMINISTRATOR;
    const done = await new EditorBrowser(of(to).url).post('/password-reset/complete', { token, password });
    expect(done.status).toBe(204);
  });

  it.each(['ahead', 'behind'] as const)(
    'the one that is %s takes the code of an authenticator app',
    async (which) => {
      const { recoveryCodes } = await enrol(await signedIn(which));
      expect(recoveryCodes.length).toBeGreaterThan(0);
      await database.query('DELETE FROM totp_credential');
    },
  );

  it('signs requests to an email API with a time that it accepts', async () => {
    const apis = await startHttpEmailApis();
    const own = await createMigratedDatabase();
    const env = { ...WITHOUT_LIMITS, ...mailBy(apis.communication), ...clockOff(2 * HOURS) };
    const api = await startApi(own.url, env);
    await new Visitor(api.url).submit();
    await eventually(() => expect(apis.messages).toHaveLength(1));
    await api.stop();
    await own.drop();
    await apis.close();
  });

  it('what is stored has the time of the database', async () => {
    const [row] = await database.query(
      `SELECT max(received_at) - now() < interval '1 minute' AND now() - min(received_at) < interval '1 hour' AS right
         FROM contact_submission`,
    );
    expect(row).toEqual({ right: true });
  });
});
