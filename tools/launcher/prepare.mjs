import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Folder of the workspace. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Installs and builds whatever is missing or out of date. */
export async function prepare() {
  await ensureInstalled(ROOT);
  await ensureBuilt(ROOT);
}
