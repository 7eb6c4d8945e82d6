import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FEATURES } from './app.module.js';
import type { DestinationStream } from 'pino';
import { createApp } from './app.setup.js';
import { createLog, type Log } from './platform/core/log.js';
import { prepareRuntime, type PreparedRuntime } from './platform/startup/prepare-runtime.js';
import { explainStartError } from './platform/startup/start-error.js';
import { didYouMean, unknownVariables } from './platform/startup/unknown-names.js';
import { SettingDefinitions } from './platform/settings/setting-definitions.js';
import { ExampleSiteService } from './content/site/example/example-site.service.js';
import { SiteListener } from './content/site/site-listener.js';
import { SetupService } from './people/set-up/setup.service.js';
import { BACKLOG } from './platform/http/server-limits.js';
import { HealthService } from './platform/health/health.service.js';

/** After the notice, requests under way may take so long. */
const STOP_DEADLINE_MS = 20_000;
const SWEEP_EVERY_MS = 50;

/** A serving backend, and what has to be stopped with it. */
export interface Backend {
  readonly app: NestFastifyApplication;
  readonly prepared: PreparedRuntime;
  readonly log: Log;
  readonly url: string;
  /** Of the public site, where this process serves it. */
  readonly siteUrl: string | undefined;
  /** One-time code, while there is no administrator: printed for the person who started the server. */
  readonly setupCode: string | undefined;
}

interface ServeOptions {
  /** Called when the embedded database belongs to another process from now on. */
  readonly onLost?: (error: Error) => void;
  /** Where the log goes; standard output otherwise. */
  readonly logTo?: DestinationStream;
  /** Ends waiting for the database. */
  readonly signal?: AbortSignal;
}

/** Starts the backend and keeps it running until it is told to stop. Ends the process with one sentence when it cannot. */
export async function start(): Promise<void> {
  const stopWaiting = new AbortController();
  const starting = serve(process.env, { onLost: endAfter, signal: stopWaiting.signal });
  // From the first moment on: a process that is told to stop while it starts must not leave PostgreSQL behind.
  stopOnSignals(starting, stopWaiting);
  try {
    const { prepared, setupCode, ...urls } = await starting;
    const { demonstration, generated } = prepared;
    const [url, siteUrl] = [urls.url, urls.siteUrl].map((one) => one?.replace('127.0.0.1', 'localhost'));
    process.send?.({ type: 'ready', url, siteUrl, demonstration, generated, setupCode });
  } catch (error) {
    process.stderr.write(`\n${explainStartError(error)}\n`);
    process.exit(1);
  }
}

/**
 * Starts a backend in this process.
 * @param source variables of the environment
 */
export async function serve(
  source: Readonly<Record<string, string | undefined>>,
  { onLost, logTo, signal }: ServeOptions = {},
): Promise<Backend> {
  const prepared = await prepareRuntime(source, FEATURES, {
    onLost,
    signal,
    onDatabaseWait: (wait, { logLevel }) => {
      const { database, cause, secondsLeft } = wait;
      const text = `Waiting up to ${secondsLeft} more seconds for the database at ${database}: ${cause}`;
      createLog(logLevel, logTo).warn({ event: 'database.waiting', ...wait }, text);
    },
  });
  try {
    const { runtime, demonstration } = prepared;
    const log = createLog(runtime.env.logLevel, logTo);
    const app = await createApp({ runtime, log });
    for (const { variable, meant } of unknownVariables(source, runtime.env, app.get(SettingDefinitions))) {
      const hint = `${variable} is unknown.${didYouMean(meant)}`;
      log.warn({ event: 'environment.unknown', variable, meant }, hint);
    }
    await app.listen({ port: runtime.env.port, host: runtime.env.host, backlog: BACKLOG });
    const url = await app.getUrl();
    const { sitePort } = runtime.env;
    if (demonstration && sitePort !== 0) await app.get(ExampleSiteService).make();
    if (sitePort !== 0) await app.get(SiteListener).listen(url);
    const siteUrl = sitePort === 0 ? undefined : `${url.slice(0, url.lastIndexOf(':'))}:${sitePort}`;
    const setupCode = await app.get(SetupService).onlyCode();
    log.info({ event: 'server.started', url, siteUrl, demonstration, tenancy: runtime.env.tenancy });
    if (setupCode !== undefined) log.warn({ event: 'setup.open', setupCode });
    return { app, prepared, log, url, siteUrl, setupCode };
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

/** The data belongs to someone else now: going on would be worse than stopping. */
function endAfter(error: Error): never {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}

function stopOnSignals(starting: Promise<Backend>, waiting: AbortController): void {
  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    waiting.abort();
    const backend = await starting.catch(() => process.exit(1)); // it has printed why, and stopped what it had started
    process.exit((await stopBackend(backend, reason)) ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal)); // ends the process
  process.on('disconnect', () => void stop('parent gone')); // as above
}

/** Lets requests under way finish, and stops everything. Resolves to whether they finished in time. */
export async function stopBackend({ app, prepared, log }: Backend, reason: string): Promise<boolean> {
  log.info({ event: 'server.stopping', reason });
  app.get(HealthService).stopServing();
  const own: Server = app.getHttpServer();
  const servers = [own, app.get(SiteListener).server].filter((server) => server !== undefined);
  // Before the listeners that answer. A proxy opens its next connection, and finds out in time where to.
  for (const server of servers)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
  await sleep(prepared.runtime.env.stopNoticeMs);
  // A connection that was busy when no more were taken becomes idle later; kept alive, it would hold the stop up.
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, SWEEP_EVERY_MS);
  const closed = app.close().then(() => true);
  const inTime = await Promise.race([closed, sleep(STOP_DEADLINE_MS, false, { ref: false })]).catch(
    () => false,
  );
  clearInterval(sweep);
  await prepared.stop();
  log.info({ event: 'server.stopped', inTime });
  return inTime;
}
