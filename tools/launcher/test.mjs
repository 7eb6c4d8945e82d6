import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from './chromium.mjs';
import { runToEnd } from './commands.mjs';
import { prepare, ROOT } from './prepare.mjs';
import { Problem } from './terminal.mjs';

/** The runs that are not part of `npm test`. */
const SPECIAL = {
  '--browser': 'apps/api-e2e/jest.browser.config.mjs',
  '--faults': 'apps/api-e2e/jest.faults.config.mjs',
};
const USUAL = 'jest.config.ts';

/**
 * `npm test`: installs and builds, runs Jest over all projects and ends with one line of totals.
 * @param {readonly string[]} args `--browser` or `--faults` for those runs; everything else goes to Jest
 * @returns {Promise<number>} Jest's exit code
 */
export async function test(args) {
  const special = Object.entries(SPECIAL).find(([flag]) => args.includes(flag));
  const config = special?.[1] ?? USUAL;
  if (!existsSync(join(ROOT, config)))
    throw new Problem(`There is no ${config}, so there is nothing to run.`);
  /** @type {Record<string, string | undefined>} */
  const env = { ...process.env, NODE_ENV: 'test', NX_DAEMON: 'false' };
  if (config === SPECIAL['--browser']) env['CHROMIUM_PATH'] = chromiumPath(process.env);
  await prepare();

  let totals = 'No test was run.';
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const own = args.filter((arg) => !Object.hasOwn(SPECIAL, arg));
  const reporters = [
    '--reporters=default',
    `--reporters=${join(ROOT, 'tools/launcher/totals-reporter.mjs')}`,
  ];
  const code = await runToEnd(
    process.execPath,
    [jest, '--config', config, ...reporters, ...own],
    env,
    (message) => {
      totals = String(message);
    },
  );
  process.stderr.write(`\n${totals}\n`);
  if (code !== 0 || special || own.length > 0) return code;
  return testAdministration(env);
}

/**
 * The administration's components, which Vitest runs: they are made of what Vite builds.
 * @param {Record<string, string | undefined>} env
 */
function testAdministration(env) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return runToEnd(process.execPath, [vitest, 'run', '--root', join(ROOT, 'apps/admin')], env);
}
