import { minify } from '@swc/core';
import { build } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';

/** ES2017: the specification asks for ES6 with async/await (4.4). */
const YEAR = 2017;

/**
 * Bundles the browser's side to the one file that the server puts its configuration in front of.
 * @param {'en' | 'de'} language
 */
async function bundle(language) {
  const { outputFiles } = await build({
    entryPoints: ['src/client/site-contact.ts'],
    write: false,
    bundle: true,
    minify: true,
    mangleProps: /^_/,
    format: 'esm',
    target: `es${YEAR}`,
    charset: 'ascii',
    legalComments: 'none',
    conditions: ['@sitedesk/source'],
    define: { SC_GERMAN: String(language === 'de') },
    tsconfigRaw: '{}',
  });
  // esbuild does not inline what is used once; that is 100 bytes more of the 5 KB.
  const { code } = await minify(outputFiles[0].text, {
    module: true,
    ecma: YEAR,
    compress: {
      toplevel: true,
      passes: 4,
      ecma: YEAR,
      keep_fargs: false,
      hoist_props: true,
      unsafe_arrows: true,
    },
    mangle: { toplevel: true },
    format: { ascii_only: true, comments: false, ecma: YEAR },
  });
  await writeFile(`dist/site-contact.client.${language}.min`, code);
}

await mkdir('dist', { recursive: true });
for (const language of /** @type {const} */ (['en', 'de'])) await bundle(language);
