import { CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { HEADERS } from '@sitedesk/contract/headers';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { MESSAGE } from '../harness/visitor.js';
import { withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { drained } from './support/history.js';
import { timed, type TimedAnswer, together } from './support/load.js';
import { peakMemoryMb } from './support/process-memory.js';
import { Submitter } from './support/submitter.js';

const POSTERS = 100;
const MAX_MEMORY_MB = 300;

describe('many at once', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  let api: RunningProcess;
  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
    api = await startApi(database.url, { ...withProvider(sink.url), DATABASE_POOL_SIZE: '2' });
  });
  afterEach(async () => {
    await api.stop();
    await database.drop();
    await sink.close();
  });

  it('one idempotency key sent 50 times at once is one message, one email and 50 equal answers (L-15)', async () => {
    const submitter = new Submitter(api.url);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submitter.submit(MESSAGE, { [HEADERS.idempotencyKey]: 'one-click' })),
    );
    await drained(database);
    const stored = await database.query('SELECT id FROM contact_submission');
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    figure('L-15', {
      answers: tally(answers.map(({ status }) => status)),
      differentAnswers: texts.size,
      stored: stored.length,
      mails: sink.messages.length,
    });
    expect([...texts]).toEqual([
      `200 ${JSON.stringify({ success: true, message: CONTACT_MESSAGES.accepted, error: null })}`,
    ]);
    expect(stored).toHaveLength(1);
    expect(sink.messages).toHaveLength(1);
  });

  it('100 posters on two database connections are answered 200 or 503 (L-16)', async () => {
    const answers = await post(20 * POSTERS);
    report('L-16', answers);
    expectServedOrRefused(answers);
  });

  it('100 posters are answered 200 or 503 while both connections wait for a lock (L-16)', async () => {
    await post(POSTERS); // the script's token and the caches do not wait for the lock
    const blocker = new pg.Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE contact_submission IN ACCESS EXCLUSIVE MODE');
    const released = sleep(5_000).then(() => blocker.end());
    const answers = await post(POSTERS);
    await released;
    report('L-16b', answers);
    expectServedOrRefused(answers);
    expect((await new Submitter(api.url).submit()).status).toBe(200);
  });

  async function post(count: number): Promise<readonly TimedAnswer[]> {
    const submitters = Array.from({ length: POSTERS }, () => new Submitter(api.url));
    const answers: TimedAnswer[] = [];
    await together(count, POSTERS, async (index) => {
      const submitter = submitters[index % POSTERS];
      if (submitter) answers.push(await timed(() => submitter.submit()));
    });
    return answers;
  }

  function report(id: string, answers: readonly TimedAnswer[]): void {
    const times = answers.map(({ ms }) => ms);
    figure(id, {
      answers: tally(answers.map(({ answer }) => answer.status)),
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      longestMs: percentile(times, 1),
      peakMemoryMb: peakMemoryMb(api.pid),
    });
  }

  function expectServedOrRefused(answers: readonly TimedAnswer[]): void {
    const others = answers.filter(({ answer }) => answer.status !== 200 && answer.status !== 503);
    expect(others).toEqual([]);
    expect(answers.filter(({ answer }) => answer.status === 503 && !answer.headers['retry-after'])).toEqual(
      [],
    );
    expect(peakMemoryMb(api.pid)).toBeLessThan(MAX_MEMORY_MB);
  }
});
