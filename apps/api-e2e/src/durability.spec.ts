import { freePort, type SinkScript, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProvider } from './faults/support/environment.js';
import { figure, tally } from './faults/support/figure.js';
import { checkHistory, drained } from './faults/support/history.js';
import { startPosters } from './faults/support/poster.js';
import { type RestartablePostgres, startRestartablePostgres } from './faults/support/restartable-postgres.js';
import { createDatabase, createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { eventually } from './harness/eventually.js';
import { type RunningProcess, startApi } from './harness/processes.js';

const POSTERS = 8;
/** For thirty starts of a process on a machine that is ten times slower than usual. */
const KILLS_MS = 3_600_000;
/** Emails of one site that are on their way at a time: those whose outcome a kill can swallow. */
const UNDER_WAY = 4;

/** What the mail server does while one process lives, in turn. */
const MOODS: readonly SinkScript[] = [
  () => 'ok',
  ({ step }) => (step === 'data' ? { code: 451, text: 'Try again later' } : 'ok'),
  ({ step }) => (step === 'connect' ? 'ok' : { afterMs: 60 }),
];

describe('a message that was answered with success', () => {
  let sink: SmtpSink;
  beforeEach(async () => void (sink = await startSmtpSink({ tls: 'none' })));
  afterEach(() => sink.close());

  describe('when the backend is killed', () => {
    const KILLS = 30;
    let database: E2eDatabase;
    beforeEach(async () => void (database = await createMigratedDatabase()));
    afterEach(() => database.drop());

    it(
      '30 SIGKILLs under load lose nothing (L-01)',
      async () => {
        const env = { ...withProvider(sink.url), PORT: String(await freePort()) };
        let api = await startApi(database.url, env);
        const load = startPosters(POSTERS, api.url);
        for (let kill = 0; kill < KILLS; kill += 1) {
          sink.behave(MOODS[kill % MOODS.length] ?? 'ok');
          const before = load.accepted().length;
          await sleep(lifeMs(kill));
          await eventually(() => expect(load.accepted().length).toBeGreaterThan(before));
          await api.kill();
          api = await startApi(database.url, env);
        }
        await load.stop();
        sink.behave('ok');
        const drainSeconds = await drained(database);
        await api.stop();

        const { lost, ...history } = await checkHistory(database, load.accepted(), sink.messages);
        const answers = tally(load.tries().map(({ answer }) => answer));
        figure('L-01', { ...history, lost: lost.length, drainSeconds, answers });
        expect(history.accepted).toBeGreaterThanOrEqual(KILLS);
        expect(lost).toEqual([]);
        expect(history.duplicates).toBeLessThanOrEqual(KILLS * UNDER_WAY);
      },
      KILLS_MS,
    );
  });

  describe('when PostgreSQL crashes', () => {
    const RESTARTS = 6;
    let postgres: RestartablePostgres;
    let database: E2eDatabase;
    let api: RunningProcess;
    beforeEach(async () => {
      postgres = await startRestartablePostgres();
      database = await createDatabase(postgres.url);
      api = await startApi(database.url, withProvider(sink.url));
    });
    afterEach(async () => {
      await api.stop();
      await database.drop();
      await postgres.stop();
    });

    it('six immediate restarts of PostgreSQL lose nothing (L-02)', async () => {
      const load = startPosters(POSTERS, api.url, { pauseMs: 20 });
      const recoveryMs: number[] = [];
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        await sleep(700);
        await postgres.crashAndRestart();
        const back = performance.now();
        await eventually(() => {
          if (load.posters.some(({ lastAcceptedAt }) => lastAcceptedAt < back))
            throw new Error('Not all posters are served.');
        });
        recoveryMs.push(Math.round(performance.now() - back));
      }
      await load.stop();
      const drainSeconds = await drained(database);

      const listeners = await database.query(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'sitedesk-changes'`,
      );
      const { lost, ...history } = await checkHistory(database, load.accepted(), sink.messages);
      const refusals = load.tries().filter(({ answer }) => answer !== '200');
      const answers = tally(load.tries().map(({ answer }) => answer));
      figure('L-02', {
        ...history,
        lost: lost.length,
        drainSeconds,
        recoveryMs: recoveryMs.join('/'),
        answers,
      });
      expect(lost).toEqual([]);
      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.filter(({ answer, retryAfter }) => answer !== '503' || !retryAfter)).toEqual([]);
      expect(listeners).toHaveLength(1);
    });
  });
});

/** 150 to 500 ms, spread evenly over the kills and the same in every run. */
const lifeMs = (kill: number): number => 150 + ((kill * 137) % 350);
