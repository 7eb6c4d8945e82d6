import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.setup.js';
import { createLog, type Log } from './common/log.js';
import { prepareRuntime, type PreparedRuntime } from './config/prepare-runtime.js';
import { explainStartError } from './config/start-error.js';
import { HealthService } from './health/health.service.js';

/** Load balancers see "not ready" for so long before connections are refused. */
const NOTICE_MS = process.env['NODE_ENV'] === 'test' ? 0 : 1_000;
/** Then requests under way may take so long. */
const STOP_DEADLINE_MS = 28_000;

/** Starts the backend and keeps it running until it is told to stop. Ends the process with one sentence when it cannot. */
export async function start(): Promise<void> {
  let prepared: PreparedRuntime | undefined;
  try {
    prepared = await prepareRuntime(process.env, { onLost: endAfter });
    const log = createLog(prepared.runtime.env.logLevel);
    const app = await serve(prepared, log);
    stopOnSignals(app, prepared, log);
    announce(prepared, await app.getUrl(), log);
  } catch (error) {
    process.stderr.write(`\n${explainStartError(error)}\n`);
    await prepared?.stop();
    process.exit(1);
  }
}

/** The data belongs to somebody else now: going on would be worse than stopping. */
function endAfter(error: Error): never {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}

async function serve({ runtime }: PreparedRuntime, log: Log): Promise<NestFastifyApplication> {
  const app = await createApp({ runtime, log });
  await app.listen(runtime.env.port, runtime.env.host);
  return app;
}

function announce({ runtime, generated, demonstration }: PreparedRuntime, url: string, log: Log): void {
  log.info({ event: 'server.started', url, demonstration, tenancy: runtime.env.tenancy });
  process.send?.({ type: 'ready', url: url.replace('127.0.0.1', 'localhost'), demonstration, generated });
}

function stopOnSignals(app: NestFastifyApplication, prepared: PreparedRuntime, log: Log): void {
  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'server.stopping', reason });
    app.get(HealthService).stopServing();
    await sleep(NOTICE_MS);
    const closed = app.close().then(() => true);
    const inTime = await Promise.race([closed, sleep(STOP_DEADLINE_MS, false, { ref: false })]).catch(
      () => false,
    );
    await prepared.stop();
    log.info({ event: 'server.stopped', inTime });
    process.exit(inTime ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal)); // ends the process
  process.on('disconnect', () => void stop('parent gone')); // as above
}
