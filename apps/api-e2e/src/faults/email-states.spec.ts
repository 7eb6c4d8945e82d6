import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { eventually } from '../harness/eventually.js';
import { type ProcessEnv, type RunningProcess, startApi } from '../harness/processes.js';
import { runCommand } from './support/command.js';
import { WITHOUT_LIMITS, WITHOUT_PROVIDER, withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { drained } from './support/history.js';
import { atRate, timed, type TimedAnswer } from './support/load.js';
import { Submitter } from './support/submitter.js';

const PER_SECOND = 50;
const SECONDS = 5;
const FAILED = {
  success: false,
  message: CONTACT_MESSAGES.deliveryFailed,
  error: CONTACT_ERRORS.deliveryFailed,
};

describe('states of the email provider at 50 requests a second', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  let api: RunningProcess | undefined;
  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
  });
  afterEach(async () => {
    // A mail server that never speaks would hold the stop up until its time is over.
    await sink.close();
    await api?.stop();
    api = undefined;
    await database.drop();
  });

  const start = async (env: ProcessEnv): Promise<Submitter> => {
    api = await startApi(database.url, env);
    const submitter = new Submitter(api.url);
    await atRate(PER_SECOND, 1, () => submitter.submit()); // warm: a fresh process is not what is measured
    return submitter;
  };

  it('a mail server that never speaks delays nobody (L-05)', async () => {
    sink.behave('silent');
    const answers = await load(await start(withProvider(sink.url)));
    report('L-05', answers);
    expect(tally(statuses(answers))).toBe(`200:${PER_SECOND * SECONDS}`);
  });

  it('without a provider the visitor is told at once, and nothing is connected to (L-06)', async () => {
    const answers = await load(await start(WITHOUT_PROVIDER));
    report('L-06', answers, { sockets: sink.connections });
    expectFailures(answers);
  });

  it('without a sender the visitor is told at once, and nothing is connected to (L-06)', async () => {
    const env = { ...WITHOUT_LIMITS, LOG_LEVEL: 'warn', EMAIL__CONNECTIONSTRING: sink.url };
    const answers = await load(await start(env));
    report('L-06b', answers, { sockets: sink.connections });
    expectFailures(answers);
    expect(sink.connections).toBe(0);
  });

  it('a refused sign-in is told from the first attempt on, until the settings are repaired (L-07)', async () => {
    await sink.close();
    sink = await startSmtpSink({ tls: 'none', auth: { user: 'site', pass: 'right' } });
    await setConnection(sink.url.replace('right', 'wrong'));
    api = await startApi(database.url, WITHOUT_PROVIDER);
    const submitter = new Submitter(api.url);
    expect((await submitter.submit()).status).toBe(200);
    await eventually(async () => expect((await submitter.submit()).status).toBe(400));
    const answers = await load(submitter);
    expectFailures(answers);

    await setConnection(sink.url);
    await eventually(async () => expect((await submitter.submit()).status).toBe(200));
    await runCommand('outbox', ['resend', 'all'], database.url);
    const drainSeconds = await drained(database);
    const stored = await count(database);
    report('L-07', answers, { stored, delivered: sink.messages.length, drainSeconds });
    expect(sink.messages).toHaveLength(stored);
  });

  it('the no-operation provider takes everything (L-08)', async () => {
    const answers = await load(await start(withProvider('none:')));
    const drainSeconds = await drained(database);
    report('L-08', answers, { drainSeconds });
    expect(tally(statuses(answers))).toBe(`200:${PER_SECOND * SECONDS}`);
    const providers = await database.query(
      `SELECT DISTINCT s.status, d.outcome, d.provider FROM contact_submission s JOIN delivery_attempt d ON d.job_id = s.id`,
    );
    expect(providers).toEqual([{ status: 'sent', outcome: 'sent', provider: 'none' }]);
  });

  it('in delivery mode confirm a refused mail is told, and stored (L-09)', async () => {
    sink.behave('550-rcpt');
    const env = { ...withProvider(sink.url), CONTACTAPI__DELIVERYMODE: 'confirm' };
    const answers = await load(await start(env));
    report('L-09', answers);
    expectFailures(answers);
    const states = await database.query('SELECT DISTINCT status FROM contact_submission');
    expect(states).toEqual([{ status: 'failed' }]);
  });

  const setConnection = (connectionString: string): Promise<string> =>
    runCommand('setting', ['set', 'EMAIL', 'ConnectionString', connectionString], database.url);

  function expectFailures(answers: readonly TimedAnswer[]): void {
    expect(tally(statuses(answers))).toBe(`400:${PER_SECOND * SECONDS}`);
    for (const { answer } of answers) expect(answer.json()).toEqual(FAILED);
  }
});

const load = (submitter: Submitter): Promise<readonly TimedAnswer[]> =>
  atRate(PER_SECOND, SECONDS, () => timed(() => submitter.submit()));

const statuses = (answers: readonly TimedAnswer[]): readonly number[] =>
  answers.map(({ answer }) => answer.status);

function report(
  id: string,
  answers: readonly TimedAnswer[],
  more: Readonly<Record<string, string | number>> = {},
): void {
  const times = answers.map(({ ms }) => ms);
  figure(id, {
    answers: tally(statuses(answers)),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    ...more,
  });
}

async function count(database: E2eDatabase): Promise<number> {
  const [row] = await database.query<{ readonly stored: number }>(
    'SELECT count(*)::int AS stored FROM contact_submission',
  );
  return row?.stored ?? 0;
}
