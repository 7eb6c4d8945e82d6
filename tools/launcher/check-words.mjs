import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';
import { NAME_RULES, proseOf, TEXT_RULES, wrongWords } from './word-rules.mjs';

/** What people read. CHANGELOG says what was, and the requirements are quoted. */
const DOCS = /^(?!CHANGELOG|docs\/requirements\/).*\.md$|\.html$|^\.env\.example$/;
const CODE = /\.(?:ts|vue|m?js)$/;
/** The lists themselves, and what tests plant. */
const LISTS = /^CONTRIBUTING\.md$|word-rules|\.spec\.ts$/;

/**
 * `npm run check`: the words of CONTRIBUTING.md in texts, comments, docs and names.
 * @returns {number} exit code
 */
export function checkWords() {
  if (!existsSync(join(ROOT, '.git'))) {
    process.stdout.write('This is not a git checkout, so the words were not checked.\n');
    return 0;
  }
  const problems = trackedFiles().flatMap((file) => {
    if (LISTS.test(file)) return [];
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (DOCS.test(file)) return wrongWords(file, text, TEXT_RULES);
    if (!CODE.test(file)) return [];
    return [...wrongWords(file, proseOf(text), TEXT_RULES), ...wrongWords(file, text, NAME_RULES)];
  });
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write('The words are the right ones.\n');
  return problems.length === 0 ? 0 : 1;
}

function trackedFiles() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)));
}
