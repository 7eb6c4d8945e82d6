import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { test }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/test.mjs'),
]);
await runCommand(() => test(process.argv.slice(2)));
