import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FEATURES } from '../app.module.js';
import { createApp } from '../app.setup.js';
import type { Clock } from '../platform/core/clock.js';
import { createLog } from '../platform/core/log.js';
import { prepareRuntime } from '../platform/startup/prepare-runtime.js';

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** The whole application on a database, in this process and not initialised yet. Close it, which leaves the database. */
export async function createTestApp(
  databaseUrl: string,
  { env = {}, clock }: TestAppOptions = {},
): Promise<NestFastifyApplication> {
  const { runtime } = await prepareRuntime(
    {
      DATABASE_URL: databaseUrl,
      MASTER_KEYS: `t1:${Buffer.alloc(32, 7).toString('base64')}`,
      EDGE_SECRET: 'a secret of this test and no other',
      NODE_ENV: 'test',
      CONFIG_FILE: '/nonexistent/sitedesk.config.json',
      OUTBOX_WORKER: 'off',
      ...env,
    },
    FEATURES,
  );
  return createApp({ runtime, log: createLog('silent'), clock });
}
