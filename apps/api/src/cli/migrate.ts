import 'reflect-metadata';
import { prepareRuntime } from '../config/prepare-runtime.js';
import { explainStartError } from '../config/start-error.js';

try {
  const prepared = await prepareRuntime(process.env, { besideServer: true });
  console.log('The database is up to date.');
  await prepared.stop();
} catch (error) {
  process.stderr.write(`${explainStartError(error)}\n`);
  process.exitCode = 1;
}
process.exit();
