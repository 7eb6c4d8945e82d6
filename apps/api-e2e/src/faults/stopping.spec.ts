import { HEADERS } from '@sitedesk/contract/headers';
import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { MESSAGE } from '../harness/visitor.js';
import { type RunningProcess, startApi, startEdge } from '../harness/processes.js';
import { type Balancer, startBalancer } from './support/balancer.js';
import { withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { checkHistory, drained } from './support/history.js';
import { atRate, timed } from './support/load.js';
import { Submitter } from './support/submitter.js';

const PER_SECOND = 100;
const SECONDS = 14;

describe('a rolling restart of two instances', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  let balancer: Balancer;
  let edge: RunningProcess;
  let apis: readonly RunningProcess[];

  const start = (): Promise<RunningProcess> =>
    startApi(database.url, { ...withProvider(sink.url), NODE_ENV: 'production', STOP_NOTICE_MS: '1000' });

  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
    balancer = await startBalancer();
    edge = await startEdge(balancer.url, { ZONE: 'site.test' });
    const first = await start();
    apis = [first, await start()];
    await balancer.use(apis);
  });
  afterEach(async () => {
    await Promise.all([...apis, edge].map((process) => process.stop()));
    await balancer.close();
    await database.drop();
    await sink.close();
  });

  it('loses no request and no message (L-13)', async () => {
    const submitter = new Submitter(edge.url);
    const accepted: string[] = [];
    const load = atRate(PER_SECOND, SECONDS, async () => {
      const key = randomUUID();
      const { answer, ms } = await timed(() =>
        submitter.submit(
          { ...MESSAGE, message: `${MESSAGE.message} ${key}` },
          { [HEADERS.idempotencyKey]: key },
        ),
      );
      if (answer.status === 200) accepted.push(key);
      return { status: answer.status, ms };
    });
    const exits = await restartEach();
    const answers = await load;
    const drainSeconds = await drained(database);

    const { lost, ...history } = await checkHistory(database, accepted, sink.messages);
    const times = answers.map(({ ms }) => ms);
    figure('L-13', {
      ...history,
      lost: lost.length,
      answers: tally(answers.map(({ status }) => status)),
      exits: exits.join('/'),
      drainSeconds,
      p95Ms: percentile(times, 0.95),
    });
    expect(exits).toEqual([0, 0]);
    expect(tally(answers.map(({ status }) => status))).toBe(`200:${PER_SECOND * SECONDS}`);
    expect(lost).toEqual([]);
    expect(history.duplicates).toBe(0);
  });

  async function restartEach(): Promise<readonly (number | null)[]> {
    const exits: (number | null)[] = [];
    for (const old of apis) {
      await sleep(1_000);
      exits.push(await old.stop());
      const successor = await start();
      apis = apis.map((api) => (api === old ? successor : api));
      await balancer.use(apis);
    }
    return exits;
  }
});
