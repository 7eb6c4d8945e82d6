import { withUrls, wrongUrls } from '../../launcher/lock-file.mjs';

const PLAIN = 'https://packages.invalid/one/-/one-1.0.0.tgz';

describe('package URLs in the lock file', () => {
  it('name the package that is downloaded, also behind an alias', () => {
    const packages = withUrls({
      '': { version: '0.1.0' },
      'apps/api': { version: '0.1.0' },
      'node_modules/@sitedesk/api': { resolved: 'apps/api', link: true },
      'node_modules/one': { version: '1.0.0' },
      'node_modules/@scope/two/node_modules/one': { version: '2.0.0-beta.1' },
      'node_modules/@scope/two': { version: '1.0.0' },
      'node_modules/alias': { name: '@scope/two', version: '3.0.0' },
      'node_modules/one/node_modules/inside': { version: '1.0.0', inBundle: true },
    });
    expect(Object.entries(packages).map(([path, { resolved }]) => [path, resolved])).toEqual([
      ['', undefined],
      ['apps/api', undefined],
      ['node_modules/@sitedesk/api', 'apps/api'],
      ['node_modules/one', PLAIN],
      ['node_modules/@scope/two/node_modules/one', 'https://packages.invalid/one/-/one-2.0.0-beta.1.tgz'],
      ['node_modules/@scope/two', 'https://packages.invalid/@scope/two/-/two-1.0.0.tgz'],
      ['node_modules/alias', 'https://packages.invalid/@scope/two/-/two-3.0.0.tgz'],
      ['node_modules/one/node_modules/inside', undefined],
    ]);
    expect(wrongUrls(packages)).toEqual([]);
  });

  it.each([
    ['none', undefined],
    ['a registry’s own', 'https://packages.example.net/one/-/one-1.0.0.tgz'],
    ['that of another version', 'https://packages.invalid/one/-/one-1.0.1.tgz'],
  ])('are wrong where there is %s', (_, resolved) => {
    const entry = { version: '1.0.0', ...(resolved && { resolved }) };
    const packages = { 'node_modules/one': entry };
    expect(wrongUrls(packages)).toEqual([
      'package-lock.json: node_modules/one has no URL, or a wrong one. Run "npm run lock".',
    ]);
    expect(withUrls(packages)).toEqual({ 'node_modules/one': { version: '1.0.0', resolved: PLAIN } });
  });
});
