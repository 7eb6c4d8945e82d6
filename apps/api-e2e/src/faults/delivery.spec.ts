import { freePort, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { createDatabase, type E2eDatabase } from '../harness/database.js';
import { eventually } from '../harness/eventually.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { runCommand } from './support/command.js';
import { withProvider } from './support/environment.js';
import { figure, tally } from './support/figure.js';
import { drained, emailsBySubmission } from './support/history.js';
import { Submitter } from './support/submitter.js';

const BASE_SECONDS = 30;
const LONGEST_SECONDS = 6 * 3600;

describe('delivery', () => {
  let sink: SmtpSink;
  let database: E2eDatabase;
  beforeEach(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    database = await createDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await sink.close();
  });

  it('killed between the mail server’s 250 and the mark, an email is delivered once more at most (L-03)', async () => {
    const kills = 50;
    const env = { ...withProvider(sink.url), PORT: String(await freePort()) };
    for (let kill = 0; kill < kills; kill += 1) {
      const api = await startApi(database.url, env);
      if (kill > 0) await drained(database);
      // Settles when the sink has kept the email, which is before its 250 leaves: the kill is faster.
      const killed = sink.waitFor(sink.messages.length + 1).then(() => process.kill(api.pid, 'SIGKILL'));
      expect((await new Submitter(api.url).submit()).status).toBe(200);
      await killed;
      await api.kill();
    }
    const api = await startApi(database.url, env);
    await drained(database);
    await api.stop();

    const deliveries = [...emailsBySubmission(sink.messages).values()];
    figure('L-03', { kills, deliveries: tally(deliveries) });
    expect(deliveries).toHaveLength(kills);
    expect(deliveries.filter((count) => count > 2)).toEqual([]);
  });

  it('two workers on one database deliver 2,000 emails once each (L-04)', async () => {
    const jobs = 2_000;
    const apis = [await startApi(database.url, withProvider(sink.url))];
    apis.push(await startApi(database.url, withProvider(sink.url)));
    await queue(database, jobs);
    const drainSeconds = await drained(database);
    await Promise.all(apis.map((api) => api.stop()));

    const deliveries = [...emailsBySubmission(sink.messages).values()];
    const duplicates = sink.messages.length - deliveries.length;
    figure('L-04', { jobs, delivered: deliveries.length, duplicates, drainSeconds });
    expect(deliveries).toHaveLength(jobs);
    expect(duplicates).toBe(0);
  });

  it('a claim whose answer a crash has swallowed is taken back by the same process (L-02)', async () => {
    const api = await startApi(database.url, withProvider(sink.url));
    await queue(database, 3, '1 hour');
    // As the worker would have: the advisory lock it holds has its number.
    const claimed = await database.query(
      `UPDATE job SET state = 'running', attempts = 1, leased_until = now() + interval '1 minute',
         lease_owner = (SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = 571820
                        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
       RETURNING lease_owner`,
    );
    expect(claimed).toHaveLength(3);
    // Before the lease ends: it is not renewed anymore, but nobody should have to wait for that.
    const drainSeconds = await drained(database);
    await api.stop();
    figure('L-02b', { claimed: claimed.length, delivered: sink.messages.length, drainSeconds });
    expect([...emailsBySubmission(sink.messages).values()]).toEqual([1, 1, 1]);
  });

  describe('when the mail server always says "later"', () => {
    let api: RunningProcess;
    afterEach(() => api.stop());

    it('tries after 30 s, doubled up to 6 h, then leaves it to a person, who can send it again (L-10)', async () => {
      sink.behave('451-data');
      const env = { ...withProvider(sink.url), OUTBOX_RETRY_SECONDS: String(BASE_SECONDS) };
      api = await startApi(database.url, env);
      await new Submitter(api.url).submit();

      const deviations: number[] = [];
      for (let attempt = 1; attempt <= 12; attempt += 1) {
        const delay = await delayAfter(database, attempt);
        const planned = Math.min(BASE_SECONDS * 2 ** (attempt - 1), LONGEST_SECONDS);
        deviations.push(Math.round((delay / planned - 1) * 100));
        await database.query('UPDATE job SET next_attempt_at = now()');
      }
      await database.query(
        `UPDATE job SET created_at = created_at - interval '72 hours', next_attempt_at = now()`,
      );
      await eventually(() => requireState(database, 'dead'));
      const listed = await runCommand('outbox', ['list'], database.url);
      figure('L-10', { deviationPercent: deviations.join('/'), listed: JSON.stringify(listed.trim()) });
      expect(deviations.filter((percent) => Math.abs(percent) > 20)).toEqual([]);
      expect(listed).toMatch(/\tfailed\tdead\t1[34] attempts\t.*451/);

      sink.behave('ok');
      expect(await runCommand('outbox', ['resend', 'all'], database.url)).toContain('1 queued again');
      await eventually(() => requireState(database, 'done'));
      expect(sink.messages).toHaveLength(1);
    });
  });
});

/** Seconds that the product plans to wait after a failed attempt. */
function delayAfter(database: E2eDatabase, attempt: number): Promise<number> {
  return eventually(async () => {
    const [row] = await database.query<{ readonly seconds: number }>(
      `SELECT extract(epoch FROM o.next_attempt_at - max(d.at))::float8 AS seconds
       FROM job o JOIN delivery_attempt d ON d.job_id = o.id
       WHERE o.state = 'queued' GROUP BY o.id HAVING count(*) = $1`,
      [attempt],
    );
    if (!row) throw new Error(`Attempt ${attempt} was not made.`);
    return row.seconds;
  });
}

async function requireState(database: E2eDatabase, state: string): Promise<void> {
  const rows = await database.query<{ readonly state: string }>('SELECT state FROM job');
  if (rows.some((row) => row.state !== state)) throw new Error(`The outbox is ${JSON.stringify(rows)}.`);
}

/** Accepted messages, as if visitors had sent them at once; due after the delay. */
async function queue(database: E2eDatabase, count: number, delay = '0'): Promise<void> {
  await database.query(
    `WITH stored AS (
       INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code, status)
       SELECT gen_random_uuid(), t.id, 'Anna', 'anna@example.com', 'Hello, are you open?', '10.0.0.1', 'site.test', now(), 'R' || n, 'queued'
       FROM tenant t, generate_series(1, $1) n RETURNING id, tenant_id)
     INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
     SELECT id, tenant_id, 'contact-notification', 'email', 'queued', now(), now() + $2::interval FROM stored`,
    [count, delay],
  );
}
