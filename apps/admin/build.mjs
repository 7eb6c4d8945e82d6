// Builds the page and, beside each text file, its brotli form: the server compresses nothing while it serves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';
import { overBudget } from './budget.mjs';

const TEXT = /\.(js|css|html|svg|json)$/;
const dist = join(import.meta.dirname, 'dist');

await build({ root: import.meta.dirname, logLevel: 'warn' });
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue;
  const file = join(dist, name);
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), options));
}

const heavy = overBudget(dist);
if (heavy.length > 0) throw new Error(heavy.join('\n'));
