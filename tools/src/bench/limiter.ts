import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TABLE = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../apps/api/dist/platform/throttling/fixed-window-table.js',
);

/** A program of its own, so that nothing else is in the figure. */
const PROGRAM = `
const { FixedWindowTable } = await import(process.argv[1]);
const table = new FixedWindowTable();
const address = (i) => 'contact-form|00000000-0000-7000-8000-000000000001|' + [10 + (i >> 24), i >> 16 & 255, i >> 8 & 255, i & 255].join('.');
for (let i = 0; i < 1000; i += 1) table.increment('warm' + i, 300, 0);
globalThis.gc(); const before = process.memoryUsage();
let worst = 0;
for (let i = 0; i < 1e6; i += 1) {
  const key = address(i), at = performance.now();
  table.increment(key, 300, 3e8);
  worst = Math.max(worst, performance.now() - at);
}
globalThis.gc(); const after = process.memoryUsage();
const grown = (after.heapUsed + after.arrayBuffers + after.external - before.heapUsed - before.arrayBuffers - before.external) / 1048576;
console.log('limiter, 1,000,000 addresses: +' + grown.toFixed(1) + ' MB (goal 40), longest pause ' + worst.toFixed(1) + ' ms (goal 10)');
`;

/** What 1,000,000 addresses cost the in-process limiter. */
export async function measureLimiter(): Promise<void> {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', PROGRAM, TABLE], {
    stdio: 'inherit',
  });
  await once(child, 'exit');
}
