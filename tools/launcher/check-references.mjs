import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';
import { definedReferences, unresolvedReferences } from './references.mjs';

const FOLDER = 'docs/requirements';
const TEXT = /\.(ts|mts|mjs|cjs|vue|css|md|json|ya?ml|hbs|html)$/;

/**
 * `npm run check`, last part: every requirement that a tracked file names has its line in `docs/requirements`.
 * @returns {number} exit code
 */
export function checkReferences() {
  if (!existsSync(join(ROOT, '.git'))) {
    process.stdout.write('This is no git checkout, so the references were not searched.\n');
    return 0;
  }
  const defined = definedReferences(
    readdirSync(join(ROOT, FOLDER)).map((name) => ({ name, text: read(join(FOLDER, name)) })),
  );
  const problems = trackedFiles().flatMap((file) => unresolvedReferences(file, read(file), defined));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write(`All references resolve (${defined.size} requirements).\n`);
  return problems.length === 0 ? 0 : 1;
}

function trackedFiles() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json' && existsSync(join(ROOT, file)));
}

/** @param {string} file */
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
