import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { ADMINISTRATOR, EditorBrowser } from '../harness/editor.js';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { freshAddress } from '../harness/visitor.js';
import { throughEdge, withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { generate } from './support/generator.js';
import { atRate, timed, together } from './support/load.js';
import { peakMemoryMb } from './support/process-memory.js';
import { Submitter } from './support/submitter.js';

/** ID-04 counts so many tries of each kind. */
const TRIES = 200;

describe('floods of sign-ins (ID-03, ID-04)', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  let api: RunningProcess;

  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
    api = await startApi(database.url, {
      ...withProvider(sink.url),
      RATELIMIT__SIGNIN: '1000000/60',
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
    await sink.close();
  });

  const browser = (): EditorBrowser => new EditorBrowser(api.url, { 'X-Forwarded-For': freshAddress() });

  it('a flood of sign-ins stops nobody who sends a message (ID-03)', async () => {
    const seconds = 10;
    const submitter = new Submitter(api.url);
    // In a process of its own, so that what it costs to flood does not count as the visitors' time.
    const plan = {
      port: api.port,
      connections: 100,
      forMs: seconds * 1_000,
      path: `${EDITOR_PATH}/session`,
      headers: { ...throughEdge('203.0.113.9'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@site.test', password: 'a guess of some length' }),
    };
    const flood = generate<Readonly<Record<string, number>>>('flood', plan);
    const submits = await atRate(20, seconds, () => timed(() => submitter.submit()));
    const guesses = await flood;
    const times = submits.map(({ ms }) => ms);
    figure('ID-03', {
      guesses: JSON.stringify(guesses),
      submits: tally(submits.map(({ answer }) => answer.status)),
      submitP50Ms: percentile(times, 0.5),
      submitP95Ms: percentile(times, 0.95),
      submitMaxMs: percentile(times, 1),
      peakMemoryMb: peakMemoryMb(api.pid),
    });
    expect(tally(submits.map(({ answer }) => answer.status))).toBe(`200:${20 * seconds}`);
    expect(Object.keys(guesses).filter((status) => !['401', '429'].includes(status))).toEqual([]);
    expect(guesses['401'] ?? 0).toBeGreaterThan(0);
  });

  it('the time of a refusal does not tell which accounts exist (ID-04)', async () => {
    const kinds = {
      wrongPassword: { email: ADMINISTRATOR.email, password: 'a guess of some length' },
      unknownAddress: { email: 'nobody@site.test', password: 'a guess of some length' },
    };
    const times: Record<keyof typeof kinds, number[]> = { wrongPassword: [], unknownAddress: [] };
    await together(TRIES, 1, async () => {
      for (const kind of ['wrongPassword', 'unknownAddress'] as const) {
        const { answer, ms } = await timed(() => browser().signIn(kinds[kind]));
        expect(answer.status).toBe(401);
        times[kind].push(ms);
      }
      // A hundred wrong passwords in a row would lock the account, and the question is another one.
      await database.query('UPDATE account SET failed_sign_ins = 0');
    });
    const median = (kind: keyof typeof kinds): number =>
      [...times[kind]].sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? 0;
    const [wrong, unknown] = [median('wrongPassword'), median('unknownAddress')];
    figure('ID-04', {
      wrongPasswordMedianMs: wrong.toFixed(2),
      unknownAddressMedianMs: unknown.toFixed(2),
      differenceMs: Math.abs(wrong - unknown).toFixed(2),
    });
    expect(times.unknownAddress).toHaveLength(TRIES);
  });
});
