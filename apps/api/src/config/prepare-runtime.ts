import { createDataSource } from '../database/data-source.js';
import { startEmbeddedPostgres } from '../database/embedded-postgres.js';
import { migrate } from '../database/migrate.js';
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

/**
 * Everything that comes before the application: environment, configuration file, keys, database, migrations.
 * @throws EnvError and errors with a sentence for {@link explainStartError}
 */
export async function prepareRuntime(source: Readonly<Record<string, string | undefined>>): Promise<PreparedRuntime> {
  const env = readEnv(source);
  const fileSettings = readConfigFile(env.configFile);
  const generated: string[] = [];
  const keyRing = readKeys(env, generated);
  const database = await openDatabase(env);
  try {
    const dataSource = await createDataSource(database.url).initialize();
    const ownMail = await (async () => {
      try {
        await migrate(dataSource);
        await checkMasterKeys(dataSource, keyRing);
        return await hasOwnMailProvider(dataSource, env, fileSettings);
      } finally {
        await dataSource.destroy();
      }
    })();
    const runtimeEnv = ownMail ? { ...env, demonstration: undefined } : env;
    return {
      runtime: { env: runtimeEnv, databaseUrl: database.url, keyRing, shared: env.databaseUrl !== undefined, fileSettings },
      demonstration: runtimeEnv.demonstration !== undefined,
      generated: [...database.generated, ...generated],
      stop: database.stop,
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

function readKeys(env: Env, generated: string[]): KeyRing {
  try {
    if (env.masterKeys) return KeyRing.parse(env.masterKeys);
  } catch (error) {
    throw new EnvError([error instanceof Error ? error.message : String(error)]);
  }
  const { text, created } = loadOrCreateMasterKeys(env.dataDir);
  if (created) generated.push(`Master key in ${created}. Keep a copy: stored secrets cannot be read without it.`);
  return KeyRing.parse(text);
}

interface OpenDatabase {
  readonly url: string;
  readonly generated: readonly string[];
  stop(): Promise<void>;
}

async function openDatabase(env: Env): Promise<OpenDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, generated: [], stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, log: () => undefined });
  return { url: embedded.url, generated: [], stop: () => embedded.stop() };
}
