import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { start }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/start.mjs'),
]);
await runCommand(() => start(process.argv.slice(2)));
