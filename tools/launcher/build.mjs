import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from './run-quietly.mjs';
import { withProgress } from './terminal.mjs';

/**
 * What is built, each part when its sources or its output have changed. Types are not checked here: `npm run check` does.
 * @typedef {{
 *   readonly sources: (root: string) => readonly string[],
 *   readonly output: (root: string) => readonly string[],
 *   readonly steps: readonly (readonly string[])[],
 * }} Part `steps`: a folder, a script in it, its arguments
 */
/** @type {Readonly<Record<string, Part>>} */
const PARTS = {
  admin: {
    sources: () => ['apps/admin', 'libs/contract', 'tools/deploy'],
    output: () => ['apps/admin'],
    steps: [['apps/admin', 'build.mjs']],
  },
  // Reads the types of the whole backend, which takes seconds: beside the others.
  'API description': {
    sources: () => ['apps/api', 'libs/contract'],
    output: () => ['apps/api'],
    steps: [['apps/api', 'describe.mjs']],
  },
  programs: {
    sources: programsOf,
    output: programsOf,
    steps: [
      ['tools/launcher', 'transpile.mjs'],
      ['apps/api', 'bundle.mjs'],
      ['libs/site-contact', 'build-client.mjs'],
      ['apps/edge-proxy', 'bundle-worker.mjs', 'dist/worker.js'],
    ],
  },
};
const SHARED_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const STAMP = 'node_modules/.cache/sitedesk/build.json';

/**
 * Builds what has changed since the last build, side by side.
 * @param {string} root folder of the workspace
 */
export async function ensureBuilt(root) {
  const stale = staleParts(root);
  if (stale.length === 0) return;
  await withProgress({ doing: 'Building', done: 'Built' }, () =>
    Promise.all(stale.map((name) => build(root, name))),
  );
  writeStamp(root);
}

/**
 * Whether the sources are those of the last build, and its output is still as it was left.
 * @param {string} root
 */
export function isBuilt(root) {
  return staleParts(root).length === 0;
}

/** @param {string} root */
function staleParts(root) {
  const path = join(root, STAMP);
  const stamps = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return Object.keys(PARTS).filter((name) => stamps[name] !== stamp(root, name));
}

/**
 * Remembers the sources and the output as they are now.
 * @param {string} root
 */
export function writeStamp(root) {
  const path = join(root, STAMP);
  mkdirSync(dirname(path), { recursive: true });
  const stamps = Object.keys(PARTS).map((name) => [name, stamp(root, name)]);
  writeFileSync(path, JSON.stringify(Object.fromEntries(stamps)));
}

/** @param {string} name */
function partOf(name) {
  const part = PARTS[name];
  if (!part) throw new Error(`There is no part ${name}.`);
  return part;
}

/**
 * @param {string} root
 * @param {string} name of a part
 */
function stamp(root, name) {
  const { sources, output } = partOf(name);
  const files = sources(root).flatMap((project) => sourcesOf(root, project));
  return `${hashOf(root, [...SHARED_FILES, ...files])} ${hashOfOutput(root, output(root))}`;
}

/**
 * By content.
 * @param {string} root
 * @param {string} project such as `libs/contract`
 */
export function hashOfProject(root, project) {
  return hashOf(root, sourcesOf(root, project));
}

/**
 * @param {string} root
 * @param {readonly string[]} files
 */
function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file}\0`);
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * By size and time: cheap, and notices what another build, or a person, has replaced or deleted.
 * @param {string} root
 * @param {readonly string[]} [projects] the programs
 */
export function hashOfOutput(root, projects = programsOf(root)) {
  const hash = createHash('sha256');
  for (const project of projects) {
    for (const file of filesBelow(root, `${project}/dist`)) {
      if (!/\.js(on)?$/.test(file)) continue;
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param {string} root */
function programsOf(root) {
  const libs = existsSync(join(root, 'libs')) ? readdirSync(join(root, 'libs')).sort() : [];
  return ['apps/api', 'apps/edge-proxy', 'tools', ...libs.map((name) => `libs/${name}`)];
}

/**
 * @param {string} root
 * @param {string} project
 */
function sourcesOf(root, project) {
  const own = existsSync(join(root, project))
    ? readdirSync(join(root, project), { withFileTypes: true })
    : [];
  const top = own.filter((entry) => entry.isFile()).map((entry) => `${project}/${entry.name}`);
  const below = ['src', 'public'].flatMap((folder) => filesBelow(root, `${project}/${folder}`));
  return [...top, ...below].filter((file) => !file.endsWith('.spec.ts')).sort();
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} paths from root, in a stable order
 */
function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}

/**
 * @param {string} root
 * @param {string} name of a part
 */
async function build(root, name) {
  const failure = 'The build failed. See the errors above.';
  for (const [folder = '', ...args] of partOf(name).steps) {
    await runQuietly(process.execPath, args, { cwd: join(root, folder), env: process.env, failure });
  }
}
