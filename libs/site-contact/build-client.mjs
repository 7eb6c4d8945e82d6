import { build } from 'esbuild';

/** Bundles the browser's side to the one file that the server puts its configuration in front of. */
await build({
  entryPoints: ['src/client/site-contact.ts'],
  outfile: 'dist/site-contact.client.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'ascii',
  legalComments: 'none',
  conditions: ['@sitedesk/source'],
  tsconfigRaw: '{}',
});
