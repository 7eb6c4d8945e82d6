import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { FEATURES } from '../app.module.js';
import { prepareRuntime } from '../platform/startup/prepare-runtime.js';
import { explainStartError } from '../platform/startup/start-error.js';

try {
  parseArgs({ strict: true, options: {} }); // takes none
  const prepared = await prepareRuntime(process.env, FEATURES, { besideServer: true });
  console.log('The database is up to date.');
  await prepared.stop();
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exitCode = 1;
}
process.exit();
