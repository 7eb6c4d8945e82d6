import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isBuilt, writeStamp } from '../../launcher/build.mjs';

describe('what counts as built', () => {
  let root: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sitedesk-build-'));
    write('package-lock.json', '{}');
    write('apps/api/src/contact/contact.service.ts', 'export const one = 1;');
    write('apps/api/tsconfig.app.json', '{}');
    write('apps/api/dist/main.js', 'built');
    writeStamp(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is the tree that was just built, also after a file was written again unchanged', () => {
    expect(isBuilt(root)).toBe(true);
    write('apps/api/src/contact/contact.service.ts', 'export const one = 1;');
    expect(isBuilt(root)).toBe(true);
  });

  it.each([
    ['a changed source', 'apps/api/src/contact/contact.service.ts'],
    ['a new source in a library', 'libs/contract/src/contact.ts'],
    ['a changed compiler setting', 'apps/api/tsconfig.app.json'],
    ['changed packages', 'package-lock.json'],
    ['replaced output', 'apps/api/dist/main.js'],
  ])('is not a tree with %s', (_, path) => {
    write(path, 'something else');
    expect(isBuilt(root)).toBe(false);
  });

  it('is not a tree whose output was deleted', () => {
    rmSync(join(root, 'apps/api/dist'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });

  it('does not depend on tests', () => {
    write('apps/api/src/contact/contact.service.spec.ts', 'it.todo("grows")');
    expect(isBuilt(root)).toBe(true);
  });

  it('is nothing before the first build', () => {
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
  });
});
