import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../platform/core/clock.js';
import { FEATURES } from '../app.module.js';
import { createApp } from '../app.setup.js';
import { createLog, type Log } from '../platform/core/log.js';
import { prepareRuntime } from '../platform/startup/prepare-runtime.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** The whole backend on a free port and a database of its own, inside the test: for what needs a moved clock or a service. */
export interface RunningApp {
  readonly app: NestFastifyApplication;
  readonly url: string;
  readonly clock: MovableClock;
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** The time, and then some. */
export class MovableClock implements Clock {
  private offsetMs = 0;

  now(): number {
    return Date.now() + this.offsetMs;
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1_000;
  }
}

/**
 * @param env variables of the environment, beside the database and the keys
 * @param givenLog for tests that read what is logged
 */
export async function startApp(
  env: Readonly<Record<string, string>> = {},
  givenLog?: Log,
): Promise<RunningApp> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitedesk-data-'));
  const clock = new MovableClock();
  const { runtime, stop } = await prepareRuntime(
    {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      MASTER_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      CONFIG_FILE: '/nonexistent/sitedesk.config.json',
      ...env,
    },
    FEATURES,
  );
  const app = await createApp({ runtime, log: givenLog ?? createLog(runtime.env.logLevel), clock });
  await app.listen(0, '127.0.0.1');
  return {
    app,
    clock,
    database,
    url: await app.getUrl(),
    stop: async () => {
      // An answer that a test hasn't read to its end would keep its connection, and the test, for a minute.
      app.getHttpServer().closeAllConnections();
      await app.close();
      await stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
