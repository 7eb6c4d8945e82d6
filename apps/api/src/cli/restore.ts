import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { FEATURES } from '../app.module.js';
import { BackupError, readManifest } from '../platform/backup/backup-folder.js';
import { restore } from '../platform/backup/restore.js';
import type { Env } from '../platform/config/env.js';
import { KeyRing, masterKeysPath, readMasterKeys } from '../platform/crypto/key-ring.js';
import { createDataSource } from '../platform/database/data-source.js';
import { openDatabase } from '../platform/database/open-database.js';
import { KeyCheck } from '../platform/keys/key-check.entity.js';
import { plainCommand, readOwnEnv } from './plain-command.js';

export const run = plainCommand('npm run restore -- FOLDER', async ([given = '']) => {
  const folder = resolve(given);
  const env = readOwnEnv();
  const manifest = await readManifest(folder);
  const keyRing = readKeys(env, manifest.masterKeys);
  const database = await openDatabase(env);
  const dataSource = await createDataSource(database.url, FEATURES, [KeyCheck]).initialize();
  try {
    await restore(dataSource, keyRing, folder, manifest);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${manifest.tables.length} tables with ${rows} rows, as of ${manifest.takenAt}.`);
  } finally {
    await dataSource.destroy();
    await database.stop();
  }
});

/** Never new ones, which would open nothing. */
function readKeys({ masterKeys, dataDir }: Env, wanted: readonly string[]): KeyRing {
  const path = masterKeysPath(dataDir);
  if (masterKeys === undefined && !existsSync(path))
    throw new BackupError(
      `Copy the master keys of this backup (${wanted.join(', ')}) to ${path} first, or set MASTER_KEYS. Without them, accounts and secrets can’t be read.`,
    );
  return KeyRing.parse(masterKeys ?? readMasterKeys(dataDir));
}
