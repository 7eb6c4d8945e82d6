import 'reflect-metadata';
import { resolve } from 'node:path';
import { FEATURES } from '../app.module.js';
import { backUp } from '../platform/backup/back-up.js';
import { createDataSource } from '../platform/database/data-source.js';
import { openDatabaseBesideServer } from '../platform/database/open-database.js';
import { plainCommand, readOwnEnv } from './plain-command.js';

export const run = plainCommand('npm run backup -- FOLDER', async ([folder = '']) => {
  const env = readOwnEnv();
  const database = await openDatabaseBesideServer(env);
  const dataSource = await createDataSource(database.url, FEATURES, []).initialize();
  try {
    const tables = await backUp(dataSource, resolve(folder));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Backed up ${tables.length} tables with ${rows} rows to ${resolve(folder)}.`);
    console.log(
      env.masterKeys === undefined
        ? 'It can only be read with master.keys from the data folder. Keep a copy of that file somewhere else.'
        : 'It can only be read with MASTER_KEYS. Keep them somewhere else.',
    );
  } finally {
    await dataSource.destroy();
    await database.stop();
  }
});
