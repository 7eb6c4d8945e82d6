import { requireNode } from './launcher/node-version.mjs';

requireNode();
const [{ runCommand }, { takeScreenshots }] = await Promise.all([
  import('./launcher/terminal.mjs'),
  import('./launcher/screenshots.mjs'),
]);
await runCommand(() => takeScreenshots(process.argv.slice(2)));
