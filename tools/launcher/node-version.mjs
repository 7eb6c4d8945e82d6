import { readFileSync } from 'node:fs';

/**
 * Ends the process with one sentence when this Node is older than package.json asks for. Loaded before anything else and
 * written so that old versions can still parse it.
 */
export function requireNode() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const problem = nodeVersionProblem(process.versions.node, manifest.engines.node);
  if (problem === undefined) return;
  process.stderr.write(`\n${problem}\n`);
  process.exit(1);
}

/**
 * @param {string} version such as `20.19.0`
 * @param {string} range as in `engines.node`: `>=20.19.0`
 * @returns {string | undefined} one sentence, or undefined when the version will do
 */
export function nodeVersionProblem(version, range) {
  const wanted = range.replace('>=', '');
  if (compareVersions(version, wanted) >= 0) return undefined;
  return `Sitedesk needs Node ${wanted} or newer, but this is Node ${version}. Install a newer version, then run the command again.`;
}

/**
 * Compares plain versions; what follows a hyphen does not count.
 * @param {string} left
 * @param {string} right
 * @returns {number} below 0, 0 or above 0, as for sorting
 */
export function compareVersions(left, right) {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  for (const [index, part] of b.entries()) {
    const difference = (a[index] ?? 0) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param {string} version */
const numbersOf = (version) => (version.split('-')[0] ?? '').split('.').map(Number);
