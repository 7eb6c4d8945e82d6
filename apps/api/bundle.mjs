// Puts what the compiler made into a few files: loading five hundred modules takes longer than anything else at start.
// Packages stay outside, where npm put them, and what is imported on first use stays a file of its own.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const commands = readdirSync('dist/cli').filter((file) => file.endsWith('.js'));

rmSync('dist/bundle', { recursive: true, force: true }); // names of the parts change with their content
const { outputFiles } = await build({
  entryPoints: ['dist/main.js', ...commands.map((file) => `dist/cli/${file}`)],
  outbase: 'dist',
  outdir: 'dist/bundle',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  write: false,
  // Classes are known by their names: to TypeORM, to OpenAPI, to the audit log and in errors.
  keepNames: true,
  sourcemap: true,
  logLevel: 'warning',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@sitedesk/contract')
            ? undefined
            : { path, external: true },
        );
      },
    },
  ],
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
