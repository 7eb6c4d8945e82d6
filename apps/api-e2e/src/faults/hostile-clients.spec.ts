import { startSmtpSink, type SmtpSink } from '@sitedesk/testing';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { type ProcessEnv, type RunningProcess, startApi, startEdge } from '../harness/processes.js';
import { freshAddress, MESSAGE, Visitor } from '../harness/visitor.js';
import { throughEdge, withProvider } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { generate } from './support/generator.js';
import { atRate, timed, type TimedAnswer, together } from './support/load.js';
import { longestLagMs } from './support/process-load.js';
import { peakMemoryMb } from './support/process-memory.js';
import { Submitter } from './support/submitter.js';

/** Statistics of a backend appear when it has been idle for a second. */
const STATISTICS_MS = 2_500;

describe('hostile clients', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  let api: RunningProcess;
  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
  });
  afterEach(async () => {
    await api.stop();
    await database.drop();
    await sink.close();
  });

  const start = async (env: ProcessEnv = {}): Promise<void> => {
    api = await startApi(database.url, { ...withProvider(sink.url), ...env });
  };

  it('5,000 slow connections are cut off, and others are served (D-01)', async () => {
    await start();
    const headers = Math.floor(connections(5_000) / 2);
    const tokens = await manyTokens(headers);
    const slow = generate<SlowResult>('slow-clients', { port: api.port, headers, tokens, holdMs: 20_000 });
    const submitter = new Submitter(api.url);
    const answers = await atRate(20, 30, () => timed(() => submitter.submit()));
    const result = await slow;
    report('D-01', answers, { ...result, peakMemoryMb: peakMemoryMb(api.pid) });
    expect(tally(statuses(answers))).toBe('200:600');
    expect(result.goneAfterMs).toBeLessThan(20_000);
  });

  it.each([
    ['send their body octet by octet', 'drip'],
    ['ask 200 times ahead and read nothing', 'deaf'],
  ])('new connections that %s stop nobody else at the edge proxy (D-01)', async (_what, kind) => {
    await start();
    const edge = await startEdge(api.url, { ZONE: 'site.test' });
    try {
      const plan = { port: edge.port, kind, perSecond: 600, seconds: 12, ahead: 200 };
      const attack = generate<NewConnections>('new-connections', plan);
      const submitter = new Submitter(edge.url);
      const answers = await atRate(20, 10, () => timed(() => submitter.submit()));
      const result = await attack;
      report(`D-01 ${kind}`, answers, {
        ...result,
        edgePeakMemoryMb: peakMemoryMb(edge.pid),
        apiPeakMemoryMb: peakMemoryMb(api.pid),
      });
      expect(tally(statuses(answers))).toBe('200:200');
    } finally {
      await edge.stop();
    }
  });

  it('10,000 clients keep their connections, and none is reset (D-02)', async () => {
    await start();
    const clients = connections(10_000);
    const plan = { port: api.port, clients, everyMs: 10_000, forMs: 25_000, headers: {} };
    const result = await generate<KeepAliveResult>('keep-alive-clients', plan);
    const peak = peakMemoryMb(api.pid);
    figure('D-02', { clients, ...result, peakMemoryMb: peak });
    expect(result).toMatchObject({ most: clients, resets: 0, others: 0, answered: result.asked });
    expect(peak).toBeLessThan(500);
  });

  it('a flood from one address costs almost no trip to the database and stops nobody else (D-03)', async () => {
    await start({ RATELIMIT__CONTACTFORM: '3/300' });
    const seconds = 10;
    const quiet = await tripsDuring(() => goodVisitors(seconds));
    const plan = {
      port: api.port,
      connections: 200,
      forMs: seconds * 1_000,
      path: `${CONTACT_API_PATH}/submit`,
      headers: { ...throughEdge('203.0.113.9'), 'Content-Type': 'application/json' },
      body: JSON.stringify(MESSAGE),
    };
    const flooded = await tripsDuring(async () => {
      const flood = generate<Readonly<Record<string, number>>>('flood', plan);
      const answers = await goodVisitors(seconds);
      return { answers, flood: await flood };
    });
    const { answers, flood } = flooded.result;
    const floodTrips = flooded.trips - quiet.trips;
    const refused = flood['429'] ?? 0;
    report('D-03', answers, {
      flood: JSON.stringify(flood),
      tripsQuiet: quiet.trips,
      tripsFlooded: flooded.trips,
      floodTripsPercent: ((floodTrips / refused) * 100).toFixed(2),
    });
    expect(tally(statuses(answers))).toBe(`200:${10 * seconds}`);
    expect(Object.keys(flood).filter((status) => !['400', '429'].includes(status))).toEqual([]);
    expect(flood['400'] ?? 0).toBeLessThanOrEqual(3);
    expect(floodTrips).toBeLessThan(refused / 20);
  });

  it('none of 10,000 JSON bombs is answered with a 5xx (D-05)', async () => {
    await start({ METRICS: 'on' });
    const { bombs, SEED } = await import('./support/json-bombs.js');
    const bodies = bombs(10_000);
    const submitter = new Submitter(api.url);
    const answers: TimedAnswer[] = [];
    await longestLagMs(api.url); // forgets the start
    await together(bodies.length, 8, async (index) => {
      answers.push(await timed(() => submitter.submit(bodies[index])));
    });
    const lagMs = await longestLagMs(api.url);
    report('D-05', answers, { seed: SEED, longestLagMs: lagMs, peakMemoryMb: peakMemoryMb(api.pid) });
    expect(answers).toHaveLength(bodies.length);
    expect(answers.filter(({ answer }) => answer.status >= 500).map(({ answer }) => answer.text)).toEqual([]);
    expect((await submitter.submit()).status).toBe(200);
  });

  /** One token lets twenty requests in, of which a few are kept for luck. */
  async function manyTokens(requests: number): Promise<readonly string[]> {
    const visitor = new Visitor(api.url);
    const tokens: string[] = [];
    for (let got = 0; got < requests; got += 15) {
      const token = await visitor.token();
      tokens.push(...Array.from({ length: Math.min(15, requests - got) }, () => token));
    }
    return tokens;
  }

  /** Ten visitors a second, each from an address of his own. */
  function goodVisitors(seconds: number): Promise<readonly TimedAnswer[]> {
    return atRate(10, seconds, async () => {
      const visitor = new Visitor(api.url, { headers: throughEdge(freshAddress()) });
      const token = await visitor.token();
      return timed(() => visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token }));
    });
  }

  async function tripsDuring<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly trips: number }> {
    await sleep(STATISTICS_MS);
    const before = await commits(database);
    const result = await work();
    await sleep(STATISTICS_MS);
    return { result, trips: (await commits(database)) - before };
  }
});

interface SlowResult extends Readonly<Record<string, number>> {
  readonly goneAfterMs: number;
}

interface NewConnections extends Readonly<Record<string, number>> {
  readonly leftAtStop: number;
}

interface KeepAliveResult extends Readonly<Record<string, number>> {
  readonly asked: number;
}

/** As many as wanted, or as many as this shell lets a process have open, with some for its other files. */
function connections(wanted: number): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return limit === 'unlimited' ? wanted : Math.min(wanted, Number(limit) - 500);
}

/** Transactions of a database so far; every statement of the product's hot paths is one. */
async function commits(database: E2eDatabase): Promise<number> {
  const [row] = await database.query<{ readonly commits: number }>(
    'SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.commits ?? 0;
}

const statuses = (answers: readonly TimedAnswer[]): readonly number[] =>
  answers.map(({ answer }) => answer.status);

function report(
  id: string,
  answers: readonly TimedAnswer[],
  more: Readonly<Record<string, string | number>>,
): void {
  const times = answers.map(({ ms }) => ms);
  figure(id, {
    answers: tally(statuses(answers)),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    longestMs: percentile(times, 1),
    ...more,
  });
}
