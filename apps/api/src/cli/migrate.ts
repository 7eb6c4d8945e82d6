import 'reflect-metadata';
import { FEATURES } from '../app.module.js';
import { prepareRuntime } from '../platform/startup/prepare-runtime.js';
import { plainCommand } from './plain-command.js';

export const run = plainCommand('npm run migrate', async () => {
  const prepared = await prepareRuntime(process.env, FEATURES, { besideServer: true });
  console.log('The database is up to date.');
  await prepared.stop();
});
