import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areaProblems, importsOf } from './area-rules.mjs';
import { ROOT } from './prepare.mjs';

const SOURCES = join(ROOT, 'apps/api/src');
/** Tests may look at everything. */
const TEST = /\.(spec|fixture)\.ts$/;

/**
 * Part of `npm run check`: the areas of the backend import downwards only, and their folders never in a circle.
 * @returns {number} exit code
 */
export function checkAreas() {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !TEST.test(path));
  const problems = areaProblems(
    files.flatMap((path) => importsOf(path, readFileSync(join(SOURCES, path), 'utf8'))),
  );
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write('The areas of the backend import downwards only.\n');
  return problems.length === 0 ? 0 : 1;
}
