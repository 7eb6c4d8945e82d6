import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { prepare, ROOT } from './prepare.mjs';
import { Problem, readArguments } from './terminal.mjs';

/** What was built, with the versions of it. */
const BUILT = [
  'apps/api/package.json',
  'apps/api/dist/bundle',
  'apps/api/dist/openapi',
  'apps/admin/dist',
  'apps/edge-proxy/package.json',
  'apps/edge-proxy/dist',
];
/** Our own packages that are read while running. */
const OWN = ['libs/contract', 'libs/site-contact'];
const NOT_NEEDED = /\.(map|d\.ts|tsbuildinfo)$/;

/**
 * @typedef {{ readonly link?: boolean, readonly dependencies?: Readonly<Record<string, string>>, readonly optionalDependencies?: Readonly<Record<string, string>>,
 *   readonly peerDependencies?: Readonly<Record<string, string>> }} LockedPackage
 */

/**
 * `npm run package -- FOLDER`: builds, and puts what a server runs into a new folder, with the packages it needs and no others.
 * @param {readonly string[]} args
 */
export async function packageProduct(args) {
  const folder = resolve(readFolder(args));
  if (existsSync(folder)) throw new Problem(`${folder} exists already. Name a new folder.`);
  await prepare();
  for (const path of BUILT) copy(path, folder);
  for (const path of OWN) {
    const { name } = readJson(join(path, 'package.json'));
    for (const part of ['package.json', 'dist'])
      copy(join(path, part), folder, join('node_modules', name, part));
  }
  const wanted = readJson('apps/api/dist/bundle/packages.json');
  const packages = packagesFor(wanted, readJson('package-lock.json').packages);
  for (const path of packages) copyPackage(path, folder);
  const { name, version, license } = readJson('package.json');
  write(folder, 'package.json', { name, version, license, private: true, type: 'module' });
  process.stdout.write(
    `${folder}: ${packages.length} packages. Start it with: node apps/api/dist/bundle/main.js\n`,
  );
  return 0;
}

/** @param {readonly string[]} args */
function readFolder(args) {
  const usage = 'npm run package -- FOLDER';
  const { positionals } = readArguments(usage, args, { allowPositionals: true });
  if (positionals.length === 1 && positionals[0]) return positionals[0];
  throw new Problem(`Usage: ${usage}`);
}

/**
 * Where the packages are that others need in turn, as Node finds them: the nearest `node_modules` upwards. What isn't there is
 * for another platform, or for features that aren't used.
 * @param {readonly string[]} wanted names of packages
 * @param {Readonly<Record<string, LockedPackage>>} locked of `package-lock.json`, by path
 * @returns {readonly string[]} paths
 */
export function packagesFor(wanted, locked) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from path of the package that needs it */
  const add = (name, from) => {
    for (
      let folder = from;
      ;
      folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))
    ) {
      const path = join(folder, 'node_modules', name);
      const entry = locked[path];
      if (entry) {
        if (found.has(path) || entry.link) return; // a link is one of our own
        found.add(path);
        const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
        for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
          add(needed, path);
        return;
      }
      if (folder === '') return;
    }
  };
  for (const name of wanted) add(name, '');
  return [...found].sort();
}

/** @param {string} path @param {string} folder */
function copyPackage(path, folder) {
  if (!existsSync(join(ROOT, path))) return; // for another platform
  const nested = join(ROOT, path, 'node_modules');
  cpSync(join(ROOT, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== nested,
  });
}

/** @param {string} path @param {string} folder @param {string} [to] */
function copy(path, folder, to = path) {
  const target = join(folder, to);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(ROOT, path), target, { recursive: true, filter: (file) => !NOT_NEEDED.test(file) });
}

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** @param {string} folder @param {string} name @param {unknown} content */
const write = (folder, name, content) =>
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
