import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import {
  openDatabase,
  openDatabaseBesideServer,
  type OpenDatabaseOptions,
} from '../database/open-database.js';
import { checkMasterKeys } from '../keys/key-check.js';
import { KeyRing, loadOrCreateMasterKeys } from '../keys/key-ring.js';
import { hasOwnMailProvider } from '../settings/own-mail-provider.js';
import { readConfigFile } from './config-file.js';
import { type Env, EnvError, readEnv } from './env.js';
import type { Runtime } from './runtime.js';

/** A runtime whose database is up and migrated. */
export interface PreparedRuntime {
  readonly runtime: Runtime;
  /** Nothing real is configured: the launcher may show the demo site and the mail catcher. */
  readonly demonstration: boolean;
  /** Sentences about what was made on this first start. */
  readonly generated: readonly string[];
  /** Stops what was started for it. */
  stop(): Promise<void>;
}

export interface PrepareOptions extends OpenDatabaseOptions {
  /** For a command that may run while the server runs on the same data folder. */
  readonly besideServer?: boolean;
}

/**
 * Everything that comes before the application: environment, configuration file, keys, database, migrations.
 * @throws EnvError and errors with a sentence for `explainStartError`
 */
export async function prepareRuntime(
  source: Readonly<Record<string, string | undefined>>,
  options: PrepareOptions = {},
): Promise<PreparedRuntime> {
  const env = readEnv(source);
  const fileSettings = readConfigFile(env.configFile);
  const generated: string[] = [];
  const database = await (options.besideServer ? openDatabaseBesideServer(env) : openDatabase(env, options));
  try {
    const keyRing = readKeys(env, generated);
    const ownMail = await withDataSource(database.url, async (dataSource) => {
      await migrate(dataSource);
      await checkMasterKeys(dataSource, keyRing);
      return hasOwnMailProvider(dataSource, env, fileSettings);
    });
    // With a provider of its own this is no demonstration, and has no development policies either.
    const effective = ownMail ? readEnv({ ...source, DEMONSTRATION: undefined }) : env;
    return {
      runtime: {
        env: effective,
        databaseUrl: database.url,
        keyRing,
        fileSettings,
      },
      demonstration: effective.demonstration !== undefined,
      generated,
      stop: () => database.stop(),
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function withDataSource<T>(url: string, work: (dataSource: DataSource) => Promise<T>): Promise<T> {
  const dataSource = await createDataSource(url).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

function readKeys(env: Env, generated: string[]): KeyRing {
  try {
    if (env.masterKeys) return KeyRing.parse(env.masterKeys);
  } catch (error) {
    throw new EnvError([error instanceof Error ? error.message : String(error)]);
  }
  const { text, created } = loadOrCreateMasterKeys(env.dataDir);
  if (created)
    generated.push(`Master key in ${created}. Keep a copy: stored secrets cannot be read without it.`);
  return KeyRing.parse(text);
}
