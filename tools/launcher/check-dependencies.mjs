import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, basename, join } from 'node:path';
import { forbiddenPatterns, inexactVersions, oldPackages } from './dependency-rules.mjs';
import { ROOT } from './prepare.mjs';

/**
 * `npm run check`, last part: no package with a known hole, exact versions only, nothing of a developer's machine in the tree.
 * @returns {number} exit code
 */
export function checkDependencies() {
  const problems = [...checkLock(), ...checkManifests(), ...checkFiles()];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write('Dependencies and files are in order.\n');
  return problems.length === 0 ? 0 : 1;
}

function checkLock() {
  return oldPackages(readJson('package-lock.json').packages);
}

function checkManifests() {
  const files = ['package.json', ...readJson('package.json').workspaces.flatMap(manifestsOf)];
  const manifests = files.map((file) => ({ file, manifest: readJson(file) }));
  const own = new Set(manifests.map(({ manifest }) => manifest.name));
  return manifests.flatMap(({ file, manifest }) => inexactVersions(file, manifest, own));
}

/** @param {string} workspace such as `apps/*` */
function manifestsOf(workspace) {
  const parent = dirname(workspace);
  const folders =
    basename(workspace) === '*'
      ? readdirSync(join(ROOT, parent)).map((name) => join(parent, name))
      : [workspace];
  return folders.map((folder) => join(folder, 'package.json')).filter((file) => existsSync(join(ROOT, file)));
}

function checkFiles() {
  if (!existsSync(join(ROOT, '.git'))) {
    process.stdout.write('This is no git checkout, so the tracked files were not searched.\n');
    return [];
  }
  const patterns = forbiddenPatterns({ root: ROOT, registry: configuredRegistry() });
  const args = [
    'grep',
    '-nIE',
    ...patterns.flatMap((pattern) => ['-e', pattern]),
    '--',
    '.',
    ':!package-lock.json',
  ];
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status === 1) return []; // nothing found
  if (status !== 0) return [`The tracked files could not be searched: ${stderr}`];
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => `${line.slice(0, 200)}  <- names a registry host or a folder of one machine.`);
}

function configuredRegistry() {
  const npm = process.env['npm_execpath'];
  const [program, args] = npm && basename(npm) === 'npm-cli.js' ? [process.execPath, [npm]] : ['npm', []];
  try {
    return execFileSync(program, [...args, 'config', 'get', 'registry'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined; // the well-known hosts are searched for all the same
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
