import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from './launcher/chromium.mjs';

/** `npm run bench`: builds what is missing, then measures side by side in one run (ARCHITECTURE.md, performance). */
const root = fileURLToPath(new URL('..', import.meta.url));
const build = spawnSync(process.execPath, ['tools/prepare.mjs'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(build.status ?? 1);
// The load generator on the second processor, the servers on the first.
const run = spawnSync('taskset', ['-c', '1', process.execPath, 'tools/dist/bench/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...browser() },
});
process.exit(run.status ?? 1);

/** The Chromium to measure the administration in; without one that is left out. */
function browser() {
  try {
    return { CHROMIUM_PATH: chromiumPath(process.env) };
  } catch {
    return {};
  }
}
