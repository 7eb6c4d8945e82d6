import { isAbsolute, resolve } from 'node:path';
import type { LookUp } from '../../platform/config/env.js';

/**
 * `EXPORT_DIR`: where each site has a folder with its export, named by its id; undefined where none are wanted. The server operator
 * names it, and no setting of a site does.
 */
export function readExportDirectory(variable: LookUp): string | undefined {
  const directory = variable('EXPORT_DIR', 'shown');
  if (directory === undefined) return undefined;
  if (!isAbsolute(directory)) throw new Error('EXPORT_DIR must be an absolute path, such as /srv/sites.');
  return resolve(directory);
}
