import { spawnSync } from 'node:child_process';
import {
  forbiddenPatterns,
  inexactVersions,
  MINIMUM_VERSIONS,
  oldPackages,
  unlicensedPackages,
} from '../../launcher/dependency-rules.mjs';

describe('packages with known holes', () => {
  it.each(Object.entries(MINIMUM_VERSIONS))('%s passes from %s on', (name, minimum) => {
    expect(oldPackages({ [`node_modules/${name}`]: { version: minimum } })).toEqual([]);
  });

  it('are found wherever they are nested, and not by the end of another name', () => {
    const packages = {
      'node_modules/a/node_modules/nodemailer': { version: '6.9.99' },
      'node_modules/not-nodemailer': { version: '1.0.0' },
      'node_modules/typeorm': { version: '0.3.9' },
    };
    expect(oldPackages(packages)).toEqual([
      'node_modules/a/node_modules/nodemailer is 6.9.99; it must be 7.0.11 or newer.',
      'node_modules/typeorm is 0.3.9; it must be 0.3.26 or newer.',
    ]);
  });
});

describe('licences', () => {
  it('are known of every package of the product', () => {
    const packages = {
      'node_modules/named': { license: 'MIT' },
      'node_modules/a/node_modules/pause': {},
      'node_modules/builder': { dev: true },
      'node_modules/@sitedesk/api': { link: true },
      'apps/api': {},
      'node_modules/unknown': {},
    };
    expect(unlicensedPackages(packages)).toEqual([
      'node_modules/unknown names no licence. Read it, and add it to LICENCES_READ.',
    ]);
  });
});

describe('versions in a manifest', () => {
  const own = new Set(['@sitedesk/contract']);

  it('are exact ones, aliases of exact ones, or our own packages', () => {
    const manifest = {
      dependencies: { a: '1.2.3', b: '18.4.0-beta.17', '@sitedesk/contract': '*' },
      overrides: { c: { d: 'npm:tslib@2.9.1' } },
    };
    expect(inexactVersions('package.json', manifest, own)).toEqual([]);
  });

  it.each(['^1.2.3', '~1.2.3', '1.x', '*', 'latest', '>=1.0.0', 'npm:other@^1.0.0', '1.2'])(
    'are not %s',
    (version) => {
      expect(inexactVersions('package.json', { devDependencies: { a: version } }, own)).toEqual([
        `package.json: a is "${version}"; write an exact version.`,
      ]);
      expect(inexactVersions('package.json', { overrides: { b: { a: version } } }, own)).toHaveLength(1);
    },
  );
});

describe('what must not be in a tracked file', () => {
  const machine = { root: '/srv/somewhere/sitedesk', registry: 'https://packages.example.net/npm/' };
  const isFound = (line: string): boolean => {
    const args = ['-E', ...forbiddenPatterns(machine).flatMap((pattern) => ['-e', pattern])];
    return spawnSync('grep', args, { input: `${line}\n` }).status === 0;
  };

  it.each([
    ['the registry in use', 'https://packages.example.net/npm/x.tgz'],
    ['the folder of the checkout', 'cd /srv/somewhere/sitedesk && ls'],
    ['a home folder', `"${'/home'}/somebody/project"`],
    ['a home folder of a Mac', `file://${'/Users'}/somebody`],
    ['the home folder of root', `see ${'/root'}/notes`],
    ['a public registry', ['registry', 'npmjs', 'org'].join('.')],
  ])('is %s', (_, line) => {
    expect(isFound(line)).toBe(true);
  });

  it.each(['https://example.com/home/page', '/var/lib/sitedesk', "get('/users/1')", 'apps/api/src/main.ts'])(
    'is not %s',
    (line) => {
      expect(isFound(line)).toBe(false);
    },
  );
});
