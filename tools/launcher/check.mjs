import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { areaProblems, importsOf } from './area-rules.mjs';
import { unknownCommands } from './command-rules.mjs';
import { forbiddenPatterns, inexactVersions, oldPackages, unlicensedPackages } from './dependency-rules.mjs';
import { wrongUrls } from './lock-file.mjs';
import { ROOT } from './prepare.mjs';
import { definedReferences, unresolvedReferences } from './references.mjs';
import { NAME_RULES, proseOf, TEXT_RULES, wrongWords } from './word-rules.mjs';

const BACKEND = 'apps/api/src';
/** Tests may look at every area. */
const TEST = /\.(spec|fixture)\.ts$/;
const REQUIREMENTS = 'docs/requirements';
const TEXT = /\.(ts|mts|mjs|cjs|vue|css|md|json|ya?ml|hbs|html)$/;
/** What people read. CHANGELOG says what was, and the requirements are quoted. */
const DOCS = /^(?!CHANGELOG|docs\/requirements\/).*\.md$|\.html$|^\.env\.example$/;
/** What people copy commands from. */
const MANUAL = /^(?:README|CONTRIBUTING|ARCHITECTURE|SECURITY|docs\/(?!requirements\/).*)\.md$/;
const CODE = /\.(?:ts|vue|m?js)$/;
/** The lists of words themselves, and what tests plant. */
const LISTS = /^CONTRIBUTING\.md$|word-rules|\.spec\.ts$/;

/**
 * Last part of `npm run check`: the rules of this repository that lint does not know.
 * @returns {number} exit code
 */
export function check() {
  const isCheckout = existsSync(join(ROOT, '.git'));
  const files = isCheckout ? trackedFiles() : [];
  const { packages } = readJson('package-lock.json');
  const problems = [
    ...areas(),
    ...oldPackages(packages),
    ...unlicensedPackages(packages),
    ...wrongUrls(packages),
    ...versions(),
    ...(isCheckout ? tracesOfMachines() : []),
    ...references(files),
    ...files.filter((file) => MANUAL.test(file)).flatMap(commands),
    ...files.flatMap(words),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (!isCheckout) process.stdout.write('This is not a git checkout, so its files were not searched.\n');
  if (problems.length === 0)
    process.stdout.write('Areas, dependencies, references and words are in order.\n');
  return problems.length === 0 ? 0 : 1;
}

/** The areas of the backend import downwards only, and their folders never in a circle. */
function areas() {
  const sources = readdirSync(join(ROOT, BACKEND), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !TEST.test(path));
  return areaProblems(sources.flatMap((path) => importsOf(path, read(join(BACKEND, path)))));
}

/** Every requirement that a file names has its line in `docs/requirements`. @param {readonly string[]} files */
function references(files) {
  const defined = definedReferences(
    readdirSync(join(ROOT, REQUIREMENTS)).map((name) => ({ name, text: read(join(REQUIREMENTS, name)) })),
  );
  return files
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json')
    .flatMap((file) => unresolvedReferences(file, read(file), defined));
}

/** Every command that a document names exists. @param {string} file */
function commands(file) {
  const { scripts } = readJson('package.json');
  return unknownCommands(file, read(file), scripts, (name) => {
    const source = join(BACKEND, 'cli', `${name}.ts`);
    return existsSync(join(ROOT, source)) ? read(source) : '';
  });
}

/** The words of CONTRIBUTING.md in texts, comments, docs and names. @param {string} file */
function words(file) {
  if (LISTS.test(file)) return [];
  if (DOCS.test(file)) return wrongWords(file, read(file), TEXT_RULES);
  if (!CODE.test(file)) return [];
  const text = read(file);
  return [...wrongWords(file, proseOf(text), TEXT_RULES), ...wrongWords(file, text, NAME_RULES)];
}

/** Exact versions only. */
function versions() {
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

/** Nothing of a developer's machine in the tracked files. */
function tracesOfMachines() {
  const patterns = forbiddenPatterns({ root: ROOT, registry: configuredRegistry() });
  const args = ['grep', '-nIE', ...patterns.flatMap((pattern) => ['-e', pattern])];
  const { stdout, stderr, status } = spawnSync('git', [...args, '--', '.', ':!package-lock.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
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

function trackedFiles() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** @param {string} file */
const readJson = (file) => JSON.parse(read(file));
