import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { i18n } from './i18n';

const SOURCE = join(import.meta.dirname, '..');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const isTable = (file: string): boolean => /(messages[^/]*|locales\/.*|server-texts[^/]*)\.ts$/.test(file);
const code = files
  .filter((file) => /\.(vue|ts)$/.test(file) && !file.endsWith('.spec.ts') && !isTable(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n');

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' ? keysOf(text as object, `${path}${name}.`) : [path + name],
  );

const plain = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key));
/** Keys that are put together: what is put in stands for any words. */
const patterns = [...code.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)]
  .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.length > 1 && parts[0]?.includes('.'))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w .-]+')}$`));

it('has no text that nothing shows', async () => {
  await Promise.all(Object.values(import.meta.glob('../**/*messages*.ts')).map((load) => load()));
  const unused = keysOf(i18n.global.messages.value.en as object).filter(
    (key) => !plain.has(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});
