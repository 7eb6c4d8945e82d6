// Runs the backend, which is one script, from what V8 made of it when it was built: compiling it takes a fifth of a start. Node 22 could
// keep that for modules as well. Another Node than the one that built it doesn't take it, and compiles the script again.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const filename = join(import.meta.dirname, 'backend.cjs');
const compiled = `${filename}.compiled`;

export const script = new Script(
  `(function (module, require, importOutside, scriptUrl) {${readFileSync(filename, 'latin1')}\n})`,
  { filename, ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }) },
);

/** @type {{ exports: { load?: (name: string) => Promise<Record<string, Function>> } }} */
const module = { exports: {} };
script.runInThisContext()(module, createRequire(filename), (name) => import(name), import.meta.url);

/** A module of the backend by its path, such as `cli/backup`; with all that it imports, it's run when it's loaded first. */
export const { load } = module.exports;
