import { type SinkBehaviour, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { eventually } from '../harness/eventually.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { throughEdge, WITHOUT_PROVIDER } from './support/environment.js';
import { figure, percentile, tally } from './support/figure.js';
import { drained } from './support/history.js';
import { atRate, together } from './support/load.js';
import { type MailRelay, startMailRelay } from './support/mail-relay.js';
import { Submitter } from './support/submitter.js';
import { addSites, addTenants } from './support/tenants.js';

/** What each misbehaviour means, by the table at `DeliveryFailure`, and where the email is afterwards. */
const MISBEHAVIOURS: readonly (readonly [SinkBehaviour, string, string])[] = [
  ['accept-and-close', 'sent', 'done'],
  ['drop-after-354', 'temporary', 'queued'],
  ['drop-at-connect', 'temporary', 'queued'],
  ['421-connect', 'temporary', 'queued'],
  ['421-mail', 'temporary', 'queued'],
  ['451-rcpt', 'temporary', 'queued'],
  ['garbage', 'temporary', 'queued'],
  ['trickle', 'temporary', 'queued'],
  ['silent', 'temporary', 'queued'],
  ['550-rcpt', 'permanent', 'dead'],
  ['554-data', 'permanent', 'dead'],
  ['550-mail', 'configuration', 'queued'],
];
/** Time limit of one delivery, and what a busy machine adds. */
const LONGEST_DELIVERY_MS = 61_000;
const SILENT_SITES = 200;
const PER_SECOND = 25;

describe('mail servers that misbehave', () => {
  let database: E2eDatabase;
  let api: RunningProcess;
  const sinks: SmtpSink[] = [];
  const relays: MailRelay[] = [];
  beforeEach(async () => {
    database = await createDatabase();
    // Five minutes until the next attempt: only the first is looked at.
    api = await startApi(database.url, {
      ...WITHOUT_PROVIDER,
      TENANCY: 'multi',
      OUTBOX_RETRY_SECONDS: '300',
      DATABASE_WAIT_MS: '60000',
    });
  });
  afterEach(async () => {
    await Promise.all([...sinks.splice(0), ...relays.splice(0)].map((server) => server.close()));
    await api.stop();
    await database.drop();
  });

  const start = async (behaviour: SinkBehaviour): Promise<SmtpSink> => {
    const sink = await startSmtpSink({ tls: 'none', behaviour });
    sinks.push(sink);
    return sink;
  };

  const visitorOf = (hostname: string): Submitter =>
    new Submitter(api.url, { headers: throughEdge('10.9.0.1', hostname) });

  it('each is sorted as the documents say, and none holds a worker up for more than 60 s (L-11)', async () => {
    const expected = new Map<string, string>();
    const tenants = await Promise.all(
      MISBEHAVIOURS.map(async ([behaviour, outcome, state]) => {
        const hostname = `${behaviour}.test`;
        expected.set(hostname, `${outcome} ${state}`);
        return { hostname, connectionString: (await start(behaviour)).url };
      }),
    );
    await addTenants(database, tenants);
    for (const { hostname } of tenants) expect((await visitorOf(hostname).submit()).status).toBe(200);

    const attempts = await eventually(() => firstAttempts(database, tenants.length), LONGEST_DELIVERY_MS);
    const longest = Math.max(...attempts.map(({ ms }) => ms));
    figure('L-11', {
      longestMs: longest,
      ...Object.fromEntries(
        attempts.map(({ hostname, outcome, ms }) => [hostname.replace('.test', ''), `${outcome}/${ms}ms`]),
      ),
    });
    expect(
      new Map(attempts.map(({ hostname, outcome, state }) => [hostname, `${outcome} ${state}`])),
    ).toEqual(expected);
    expect(longest).toBeLessThan(LONGEST_DELIVERY_MS);
  });

  it('a tenant whose mail server hangs does not delay the others (L-14)', async () => {
    const tenants = [
      { hostname: 'hangs.test', connectionString: (await start('silent')).url },
      { hostname: 'works.test', connectionString: (await start('ok')).url },
    ];
    await addTenants(database, tenants);
    const visitors = tenants.map(({ hostname }) => visitorOf(hostname));
    const answers = await atRate(20, 10, async (index) => visitors[index % visitors.length]?.submit());
    const delays = await eventually(() => delaysOf(database, 'works.test', answers.length / 2));
    const shown = {
      p50Ms: percentile(delays, 0.5),
      p95Ms: percentile(delays, 0.95),
      most: Math.max(...delays),
    };
    figure('L-14', { answers: tally(answers.map((answer) => answer?.status ?? 0)), ...shown });
    expect(tally(answers.map((answer) => answer?.status ?? 0))).toBe(`200:${answers.length}`);
  });

  it.each([
    { history: 'worked until then', worked: true },
    { history: 'never worked', worked: false },
  ])(
    'a site isn’t delayed by 200 others whose mail server falls silent and $history (L-14)',
    async ({ history, worked }) => {
      const relay = await startMailRelay((await start('ok')).port);
      relays.push(relay);
      const silent = Array.from({ length: SILENT_SITES }, (_, index) => `silent-${index}.test`);
      const works = { hostname: 'works.test', connectionString: (await start('ok')).url };
      await addSites(database, silent, relay.url);
      await addTenants(database, [works]);
      const silentVisitors = silent.map(visitorOf);
      const visitor = visitorOf(works.hostname);
      // What the machine takes at the same rate when nobody is silent.
      await visitor.submit();
      await drained(database);
      const calmAnswers = await atRate(PER_SECOND / 5, 10, () => visitor.submit());
      if (worked)
        await together(SILENT_SITES, 10, async (index) => void (await silentVisitors[index]?.submit()));
      await drained(database);
      const calm = await delaysOf(database, works.hostname, 1 + calmAnswers.length);
      relay.fallSilent();

      const answers = await atRate(PER_SECOND, 24, async (index) => {
        const turn = index - Math.floor(index / 5) - 1;
        return index % 5 === 0 ? visitor.submit() : silentVisitors[turn % SILENT_SITES]?.submit();
      });
      const sent = calm.length + answers.length / 5;
      const delays = (await eventually(() => delaysOf(database, works.hostname, sent))).slice(calm.length);
      const statuses = tally(answers.map((answer) => answer?.status ?? 0));
      const [calmP95Ms, p95Ms] = [percentile(calm, 0.95), percentile(delays, 0.95)];
      const shown = { p50Ms: percentile(delays, 0.5), p95Ms, most: Math.max(...delays) };
      figure('L-14b', { history, answers: statuses, calmP95Ms, ...shown });
      expect(statuses).toBe(`200:${answers.length}`);
      expect(p95Ms).toBeLessThan(calmP95Ms + 2_000);
    },
  );
});

interface AttemptRow {
  readonly hostname: string;
  readonly outcome: string;
  readonly state: string;
  readonly ms: number;
}

async function firstAttempts(database: E2eDatabase, count: number): Promise<readonly AttemptRow[]> {
  const rows = await database.query<AttemptRow>(
    `SELECT DISTINCT ON (s.hostname) s.hostname, d.outcome, o.state, d.duration_ms AS ms
     FROM delivery_attempt d JOIN job o ON o.id = d.job_id JOIN contact_submission s ON s.id = o.id
     ORDER BY s.hostname, d.at`,
  );
  if (rows.length < count) throw new Error(`Only ${rows.map(({ hostname }) => hostname).join()} were tried.`);
  return rows;
}

/** Milliseconds from the acceptance of each message to its delivery. */
async function delaysOf(database: E2eDatabase, hostname: string, count: number): Promise<readonly number[]> {
  const rows = await database.query<{ readonly ms: number }>(
    `SELECT extract(epoch FROM o.finished_at - o.created_at)::float8 * 1000 AS ms
     FROM job o JOIN contact_submission s ON s.id = o.id WHERE s.hostname = $1 AND o.state = 'done' ORDER BY o.created_at`,
    [hostname],
  );
  if (rows.length < count) throw new Error(`${rows.length} of ${count} were delivered.`);
  return rows.map(({ ms }) => Math.round(ms));
}
