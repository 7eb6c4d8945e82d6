import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { dev }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/dev.mjs'),
]);
await runCommand(dev);
