import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');

describe('the rules of lint', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-lint-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** What oxlint says of a file, by its rules; each of ours is on everywhere. */
  async function findings(file: string, text: string): Promise<readonly string[]> {
    const rules = ['service-file', 'feature-imports', 'no-literal-spread', 'no-combined-signal'];
    const config = {
      jsPlugins: [join(ROOT, 'tools/lint/sitedesk.mjs')],
      categories: { correctness: 'off' },
      rules: Object.fromEntries(rules.map((rule) => [`sitedesk/${rule}`, 'error'])),
    };
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, 'oxlint.json'), JSON.stringify(config));
    await writeFile(join(folder, file), text);
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const args = [oxlint, '-c', 'oxlint.json', '--format', 'json', '.'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
      (error: unknown) => error as { readonly stdout: string }, // it ends with 1 when it finds something
    );
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly { readonly code: string }[];
    };
    return diagnostics.map(({ code }) => code).sort();
  }

  it.each([
    ['users.service.ts', 'UsersService', []],
    ['user-roles.service.ts', 'UserRolesService', []],
    ['user-roles.service.ts', 'RolesOfUsers', ['sitedesk(service-file)']],
    ['roles.ts', 'RolesService', ['sitedesk(service-file)']],
    ['roles.ts', 'RoleList', []],
  ])('%s may hold the injectable %s: %j', async (file, name, found) => {
    expect(await findings(file, `@Injectable()\nexport class ${name} {}\n`)).toEqual(found);
  });

  it.each([
    [`import { a } from '../../ui/a.js';\nimport { b } from './b.js';\nimport { c } from 'vue';`, 0],
    [`import { a } from '../users/a.js';`, 1],
    [`export { a } from '../users/a.js';`, 1],
    [`export * from '../users/a.js';`, 1],
    [`export const a = () => import('../users/a.js');`, 1],
  ])('in a feature, %s has %i findings', async (text, count) => {
    expect(await findings('features/roles/a.ts', text)).toEqual(
      Array(count).fill('sitedesk(feature-imports)'),
    );
  });

  it('literals are not spread, and signals not combined', async () => {
    const text =
      'export const a = { ...{ b: 1 }, ...c };\nexport const d = [...[1], ...e];\nAbortSignal.any([]);\nAbortSignal.timeout(1);\n';
    expect(await findings('a.ts', text)).toEqual([
      'sitedesk(no-combined-signal)',
      'sitedesk(no-literal-spread)',
      'sitedesk(no-literal-spread)',
    ]);
  });
});
