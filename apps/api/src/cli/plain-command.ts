import { parseArgs } from 'node:util';
import { FEATURES } from '../app.module.js';
import { type Env, readEnv } from '../platform/config/env.js';
import { SettingDefinitions } from '../platform/settings/setting-definitions.js';
import { UsageError } from './command-line.js';
import { endProcessAfter } from './end-process-after.js';

/**
 * A command that is about the database as a whole and takes no verb. Running it ends the process with 0, or with 1 after saying why.
 * @param usage names what it takes, each in capitals
 */
export const plainCommand =
  (usage: string, work: (values: readonly string[]) => Promise<void>) => (): Promise<void> =>
    endProcessAfter(async () => work(readValues(usage)));

/** The environment as the server would read it. */
export const readOwnEnv = (): Env => readEnv(process.env, FEATURES, new SettingDefinitions(FEATURES).groups);

function readValues(usage: string): readonly string[] {
  const wanted = usage.match(/\b[A-Z]{2,}\b/g)?.length ?? 0;
  try {
    const { positionals } = parseArgs({ strict: true, options: {}, allowPositionals: true });
    if (positionals.length === wanted && !positionals.includes('')) return positionals;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage);
  }
  throw new UsageError('Wrong number of values.', usage);
}
