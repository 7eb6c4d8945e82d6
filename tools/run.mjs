import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { runBackendCommand }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/commands.mjs'),
]);
await runCommand(() => runBackendCommand(process.argv.slice(2)));
