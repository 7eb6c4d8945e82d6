import { createRequire } from 'node:module';

/** The product's version; read from beside the sources as from beside what they are built to. */
export function productVersion(): string {
  const found: unknown = createRequire(import.meta.url)('../../package.json');
  return typeof found === 'object' && found !== null && 'version' in found
    ? String(found.version)
    : 'unknown';
}
