import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the built administration stands, beside the backend: the same from the sources and from the built backend. */
const FOLDER = fileURLToPath(new URL('../../../admin/dist', import.meta.url));

/** @returns undefined when it is not built, as in a test of the backend alone */
export const adminFolder = (): string | undefined =>
  existsSync(`${FOLDER}/index.html`) ? FOLDER : undefined;
