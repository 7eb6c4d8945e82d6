import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The backend's folder: the same from the sources, from what they are compiled to, and from the bundle. */
export const APP_FOLDER = nearestPackage(dirname(fileURLToPath(import.meta.url)));

function nearestPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestPackage(dirname(folder));
}
