import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from './environment.mjs';
import { Problem } from './terminal.mjs';

/** The shell first: the same engine without a browser around it, in two thirds of the time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * The browser for the browser tests: CHROMIUM_PATH, or the first one on the PATH.
 * @param {import('./environment.mjs').Environment} env
 * @throws Problem when there is none
 */
export function chromiumPath(env) {
  const chosen = text(env, 'CHROMIUM_PATH');
  if (chosen && !isProgram(chosen)) throw new Problem(`CHROMIUM_PATH is ${chosen}, which isn't a program.`);
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const found =
    chosen ?? NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (found) return found;
  throw new Problem('The browser tests need Chromium. Install it, or set CHROMIUM_PATH to its location.');
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
