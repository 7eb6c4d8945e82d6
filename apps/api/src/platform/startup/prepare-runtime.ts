import { existsSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Features } from '../core/features.js';
import { createDataSource } from '../database/data-source.js';
import { databaseProblems } from '../database/database-problems.js';
import { type DatabaseWait, waitForDatabase } from '../database/wait-for-database.js';
import { migrate } from '../database/migrate.js';
import {
  openDatabase,
  openDatabaseBesideServer,
  type OpenDatabaseOptions,
} from '../database/open-database.js';
import { checkMasterKeys, leaveProof } from '../keys/key-check.js';
import { KeyCheck } from '../keys/key-check.entity.js';
import { KeyRing, keepMasterKeys, masterKeysPath, newMasterKey, readMasterKeys } from '../crypto/key-ring.js';
import { isDemonstrationOver } from '../settings/demonstration.js';
import { givenProblems } from '../settings/given-settings.js';
import { Setting } from '../settings/setting.entity.js';
import { SettingDefinitions } from '../settings/setting-definitions.js';
import { Tenant } from '../tenancy/tenant.entity.js';
import { readConfigFile } from './config-file.js';
import { type Env, EnvError, readEnv } from '../config/env.js';
import type { Runtime } from '../config/runtime.js';

/** A runtime whose database is up and migrated. */
export interface PreparedRuntime {
  readonly runtime: Runtime;
  /** Nothing real is configured: the launcher shows the mail catcher, and the public site has an example. */
  readonly demonstration: boolean;
  /** Sentences about what was made on this first start. */
  readonly generated: readonly string[];
  /** Stops what was started for it. */
  stop(): Promise<void>;
}

interface PrepareOptions extends OpenDatabaseOptions {
  /** The database of `DATABASE_URL` is not up yet, and is waited for. */
  readonly onDatabaseWait?: (wait: DatabaseWait, env: Env) => void;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** For a command that may run while the server runs on the same data folder. */
  readonly besideServer?: boolean;
}

/**
 * Everything that comes before the application: environment, configuration file, keys, database, migrations.
 * @throws EnvError and errors with a sentence for `explainStartError`
 */
export async function prepareRuntime(
  source: Readonly<Record<string, string | undefined>>,
  features: Features,
  options: PrepareOptions = {},
): Promise<PreparedRuntime> {
  const definitions = new SettingDefinitions(features);
  let fileSettings: ReadonlyMap<string, string> = new Map();
  const env = readEnv(source, features, definitions.groups, (read, problems) => {
    fileSettings = readConfigFile(read.configFile, definitions, problems);
    problems.push(...givenProblems(read, fileSettings, definitions));
  });
  if (env.databaseUrl && !options.besideServer)
    await waitForDatabase(env.databaseUrl, {
      seconds: env.databaseStartSeconds,
      onWait: (wait) => options.onDatabaseWait?.(wait, env),
      signal: options.signal,
    });
  const generated: string[] = [];
  const database = await (options.besideServer ? openDatabaseBesideServer(env) : openDatabase(env, options));
  try {
    const { keyRing, place, created } = readKeys(env);
    const forStarting = createDataSource(database.url, features, [KeyCheck, Setting, Tenant]);
    const isReal = await withDataSource(forStarting, async (dataSource) => {
      // Our own is as it should be.
      const problems = env.databaseUrl ? await databaseProblems(dataSource) : [];
      if (problems.length > 0) throw new EnvError(problems);
      await migrate(dataSource);
      await checkMasterKeys(dataSource.manager, keyRing, place);
      if (created !== undefined) {
        // Only now: beside a database that another key has encrypted, it would be taken for that one.
        keepMasterKeys(env.dataDir, created);
        generated.push(`Master key in ${place}. Keep a copy. Without it, stored secrets can’t be read.`);
      }
      await leaveProof(dataSource.manager, keyRing);
      if (!options.besideServer) await checkTenancy(dataSource, env);
      return isDemonstrationOver(dataSource, env, fileSettings, definitions);
    });
    // Once it is real this is no demonstration, and has no development policies either.
    const effective = isReal
      ? readEnv({ ...source, DEMONSTRATION: undefined }, features, definitions.groups)
      : env;
    return {
      runtime: {
        env: effective,
        features,
        databaseUrl: database.url,
        keyRing,
        fileSettings,
      },
      demonstration: effective.demonstration,
      generated,
      stop: () => database.stop(),
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function withDataSource<T>(
  dataSource: DataSource,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** A forgotten `TENANCY=multi` would store and show every site's messages as the oldest one's. */
async function checkTenancy(dataSource: DataSource, { tenancy }: Env): Promise<void> {
  if (tenancy === 'multi') return;
  const sites = await dataSource.getRepository(Tenant).count();
  if (sites > 1) throw new EnvError([`TENANCY must be multi: this database has ${sites} sites.`]);
}

interface FoundKeys {
  readonly keyRing: KeyRing;
  readonly place: string;
  /** Made just now, and kept nowhere yet. */
  readonly created?: string;
}

function readKeys({ masterKeys, dataDir }: Env): FoundKeys {
  try {
    if (masterKeys) return { keyRing: KeyRing.parse(masterKeys), place: 'MASTER_KEYS' };
  } catch (error) {
    throw new EnvError([error instanceof Error ? error.message : String(error)]);
  }
  const place = masterKeysPath(dataDir);
  if (existsSync(place)) return { keyRing: KeyRing.parse(readMasterKeys(dataDir)), place };
  const created = newMasterKey('k1');
  return { keyRing: KeyRing.parse(created), place, created };
}
