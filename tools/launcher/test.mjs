import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
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
 * On the shared machine of CI, this many files that failed are run once more, one after the other: a test that fails only beside others
 * is named and stays to be repaired, but doesn't hide what all the others have shown. More than that is no accident.
 */
const MOST_FILES_TRIED_AGAIN = 4;

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

  const own = args.filter((arg) => !Object.hasOwn(SPECIAL, arg));
  const first = await runJest(config, own, env);
  const { failedFiles } = first;
  let { code } = first;
  if (env['CI'] && failedFiles.length > 0 && failedFiles.length <= MOST_FILES_TRIED_AGAIN) {
    const names = failedFiles.map((file) => relative(ROOT, file)).join(', ');
    process.stderr.write(`\nTrying what failed again, with nothing beside it: ${names}\n`);
    ({ code } = await runJest(config, ['--runInBand', '--runTestsByPath', ...failedFiles], env));
    if (code === 0) process.stderr.write(`Passed only with nothing beside it: ${names}\n`);
  }
  if (code !== 0 || special || own.length > 0) return code;
  return testAdministration(env);
}

/**
 * Runs Jest, and ends with one line of totals.
 * @param {string} config
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runJest(config, args, env) {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const reporter = join(ROOT, 'tools/launcher/totals-reporter.mjs');
  const reporters = ['--reporters=default', `--reporters=${reporter}`];
  /** @type {{ totals: string, failedFiles: readonly string[] }} */
  let report = { totals: 'No test was run.', failedFiles: [] };
  const code = await runToEnd(
    process.execPath,
    [jest, '--config', config, ...reporters, ...args],
    env,
    (message) => {
      report = /** @type {typeof report} */ (message);
    },
  );
  process.stderr.write(`\n${report.totals}\n`);
  return { code, failedFiles: report.failedFiles };
}

/**
 * The administration's components, which Vitest runs: they are made of what Vite builds.
 * @param {Record<string, string | undefined>} env
 */
function testAdministration(env) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return runToEnd(process.execPath, [vitest, 'run', '--root', join(ROOT, 'apps/admin')], env);
}
