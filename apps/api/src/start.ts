import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.setup.js';
import { createLog, type Log } from './common/log.js';
import { prepareRuntime, type PreparedRuntime } from './config/prepare-runtime.js';
import { explainStartError } from './config/start-error.js';
import { SetupService } from './identity/setup.service.js';
import { HealthService } from './health/health.service.js';

/** Load balancers see "not ready" for so long before connections are refused. */
const NOTICE_MS = 1_000;
/** Then requests under way may take so long. */
const STOP_DEADLINE_MS = 25_000;
const SWEEP_EVERY_MS = 50;

/** A serving backend, and what has to be stopped with it. */
interface Backend {
  readonly app: NestFastifyApplication;
  readonly prepared: PreparedRuntime;
  readonly log: Log;
}

/** Starts the backend and keeps it running until it is told to stop. Ends the process with one sentence when it cannot. */
export async function start(): Promise<void> {
  const starting = serve();
  // From the first moment on: a process that is told to stop while it starts must not leave PostgreSQL behind.
  stopOnSignals(starting);
  try {
    const { prepared, app, log } = await starting;
    announce(prepared, await app.getUrl(), await app.get(SetupService).onlyCode(), log);
  } catch (error) {
    process.stderr.write(`\n${explainStartError(error)}\n`);
    process.exit(1);
  }
}

async function serve(): Promise<Backend> {
  const prepared = await prepareRuntime(process.env, { onLost: endAfter });
  try {
    const { runtime } = prepared;
    const log = createLog(runtime.env.logLevel);
    const app = await createApp({ runtime, log });
    await app.listen(runtime.env.port, runtime.env.host);
    return { app, prepared, log };
  } catch (error) {
    await prepared.stop();
    throw error;
  }
}

/** The data belongs to somebody else now: going on would be worse than stopping. */
function endAfter(error: Error): never {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}

/** @param setupCode one-time code, while there is no administrator: whoever started the product is the one to know it */
function announce(
  { runtime, generated, demonstration }: PreparedRuntime,
  url: string,
  setupCode: string | undefined,
  log: Log,
): void {
  log.info({ event: 'server.started', url, demonstration, tenancy: runtime.env.tenancy });
  if (setupCode !== undefined) log.warn({ event: 'setup.open', setupCode });
  const shownUrl = url.replace('127.0.0.1', 'localhost');
  process.send?.({ type: 'ready', url: shownUrl, demonstration, generated, setupCode });
}

function stopOnSignals(starting: Promise<Backend>): void {
  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const backend = await starting.catch(() => process.exit(1)); // it has said why, and stopped what it had started
    await stopBackend(backend, reason);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal)); // ends the process
  process.on('disconnect', () => void stop('parent gone')); // as above
}

async function stopBackend({ app, prepared, log }: Backend, reason: string): Promise<never> {
  log.info({ event: 'server.stopping', reason });
  app.get(HealthService).stopServing();
  if (prepared.runtime.env.nodeEnv !== 'test') await sleep(NOTICE_MS);
  // A connection that was busy when no more were taken becomes idle later; kept alive, it would hold the stop up.
  const server: Server = app.getHttpServer();
  setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS).unref();
  const closed = app.close().then(() => true);
  const inTime = await Promise.race([closed, sleep(STOP_DEADLINE_MS, false, { ref: false })]).catch(
    () => false,
  );
  await prepared.stop();
  log.info({ event: 'server.stopped', inTime });
  return process.exit(inTime ? 0 : 1);
}
