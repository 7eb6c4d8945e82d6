import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runQuietly } from './run-quietly.mjs';
import { withProgress } from './terminal.mjs';

/** What runs; nx builds what these need before them. */
const TARGETS = ['api', 'admin', 'edge-proxy', 'tools'];
/** Folders whose sources end up in what runs; all of libs/ besides. */
const PROJECTS = ['apps/api', 'apps/admin', 'apps/edge-proxy', 'tools'];
const SHARED_FILES = ['package.json', 'package-lock.json', 'nx.json', 'tsconfig.base.json'];
const STAMP = 'node_modules/.cache/sitedesk/build.json';

/**
 * Builds what runs, unless nothing has changed since the last build.
 * @param {string} root folder of the workspace
 */
export async function ensureBuilt(root) {
  if (isBuilt(root)) return;
  await withProgress({ doing: 'Building', done: 'Built' }, () => build(root));
  writeStamp(root);
}

/**
 * Whether the sources are those of the last build, and its output is still as it was left.
 * @param {string} root
 */
export function isBuilt(root) {
  const path = join(root, STAMP);
  if (!existsSync(path)) return false;
  return readFileSync(path, 'utf8') === stamp(root);
}

/**
 * Remembers the sources and the output as they are now.
 * @param {string} root
 */
export function writeStamp(root) {
  const path = join(root, STAMP);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stamp(root));
}

/** @param {string} root */
function stamp(root) {
  return JSON.stringify({ sources: hashOfSources(root), output: hashOfOutput(root) });
}

/** @param {string} root */
function hashOfSources(root) {
  return hashOf(root, [...SHARED_FILES, ...projectsOf(root).flatMap((project) => sourcesOf(root, project))]);
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
 */
export function hashOfOutput(root) {
  const hash = createHash('sha256');
  for (const project of projectsOf(root)) {
    for (const file of filesBelow(root, `${project}/dist`)) {
      if (!file.endsWith('.js')) continue;
      const { size, mtimeMs } = statSync(join(root, file));
      hash.update(`${file}\0${size}\0${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** @param {string} root */
function projectsOf(root) {
  const libs = existsSync(join(root, 'libs')) ? readdirSync(join(root, 'libs')).sort() : [];
  return [...PROJECTS, ...libs.map((name) => `libs/${name}`)];
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

/** @param {string} root */
async function build(root) {
  const nx = nxScript(root);
  const args = [nx, 'run-many', '-t', 'build', '-p', TARGETS.join(','), '--outputStyle=static'];
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };
  const failure = 'The build failed; the lines above say where.';
  await runQuietly(process.execPath, args, { cwd: root, env, failure });
}

/** @param {string} root */
function nxScript(root) {
  const manifest = createRequire(join(root, 'package.json')).resolve('nx/package.json');
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.nx);
}
