import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { prepare }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/prepare.mjs'),
]);
await runCommand(prepare);
