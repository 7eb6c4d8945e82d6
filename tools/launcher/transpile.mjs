/**
 * Writes `dist` of the programs that run on Node: what `tsc` would write less the declarations, without checking types,
 * which `npm run check` does. `node tools/launcher/transpile.mjs`
 */
import { transformFile } from '@swc/core';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import typescript from 'typescript';

const CONFIGS = [
  'libs/contract/tsconfig.lib.json',
  'libs/site-contact/tsconfig.lib.json',
  'libs/testing/tsconfig.lib.json',
  'apps/api/tsconfig.app.json',
  'apps/edge-proxy/tsconfig.app.json',
  'tools/tsconfig.app.json',
];
const ROOT = join(import.meta.dirname, '../..');

/** @type {import('@swc/core').Options} */
const OPTIONS = {
  swcrc: false,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

/** @param {string} config path of a tsconfig file; it says which sources there are, and where they go */
async function transpileProject(config) {
  const { config: json, error } = typescript.readConfigFile(join(ROOT, config), typescript.sys.readFile);
  if (error) throw new Error(`${config} cannot be read.`);
  const folder = join(ROOT, dirname(config));
  const { fileNames, options } = typescript.parseJsonConfigFileContent(json, typescript.sys, folder);
  const { rootDir = '', outDir = '', tsBuildInfoFile = '' } = options;
  // tsc would take what it wrote last for what is there.
  await rm(tsBuildInfoFile, { force: true });
  await Promise.all(
    fileNames.map(async (file) => {
      const target = join(outDir, relative(rootDir, file)).replace(/\.ts$/, '.js');
      await transpileFile(file, target);
    }),
  );
}

/**
 * @param {string} file
 * @param {string} target
 */
async function transpileFile(file, target) {
  const { code, map } = await transformFile(file, {
    ...OPTIONS,
    sourceFileName: relative(dirname(target), file),
  });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `${code}//# sourceMappingURL=${target.slice(dirname(target).length + 1)}.map\n`);
  await writeFile(`${target}.map`, map ?? '');
}

await Promise.all(CONFIGS.map(transpileProject));
