// Makes the Worker one file that any Workers platform takes as it is: `node bundle-worker.mjs <output file>`.
// From the sources, so that a change of a text in the contract is in it without a build of the contract.
import { build } from 'esbuild';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

await build({
  entryPoints: [fileURLToPath(new URL('src/worker.ts', import.meta.url))],
  outfile: argv[2],
  bundle: true,
  format: 'esm',
  // Not `node`: a Node module in the bundle is an error, because no Worker has it.
  platform: 'neutral',
  target: 'es2022',
  conditions: ['@sitedesk/source'],
  sourcemap: true,
  logLevel: 'warning',
});
