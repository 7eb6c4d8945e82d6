import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { APP_FOLDER } from '../config/app-folder.js';

const FOLDER = join(APP_FOLDER, '../admin/dist');

/** @returns undefined when it is not built, as in a test of the backend alone */
export const adminFolder = (): string | undefined =>
  existsSync(`${FOLDER}/index.html`) ? FOLDER : undefined;
