import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { call } from './harness/http.js';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

describe('the OpenAPI document in the hands of integrators', () => {
  let site: EditorSite;
  let folder: string;
  let file: string;
  let administrator: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    administrator = await site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-openapi-'));
    file = join(folder, 'openapi.json');
    const { text } = await call(`${site.api.url}/openapi.json`);
    await writeFile(file, text);
  });
  afterAll(async () => {
    await site.stop();
    await rm(folder, { recursive: true });
  });

  const tool = async (name: string): Promise<string> => {
    const script = join(ROOT, 'apps/api-e2e/src/harness/openapi-tools.mjs');
    const { stdout } = await run(process.execPath, [script, name, file], { maxBuffer: 50_000_000 });
    return stdout;
  };

  it('passes the recommended rules of Redocly without an error or a warning', async () => {
    expect(JSON.parse(await tool('lint'))).toEqual([]);
  });

  it('makes a typed client that compiles, and that refuses fields which do not exist', async () => {
    await writeFile(join(folder, 'good.ts'), CLIENT);
    await writeFile(join(folder, 'wrong.ts'), CLIENT.replace('displayName', 'fullName'));
    const errors = await compile('good.ts', 'wrong.ts');
    expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*'fullName' does not exist/)]);
  });

  it('fits the example in docs/api.md, which reads a list page by page', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(ROOT, 'docs/api.md'), 'utf8')) ?? [];
    await writeFile(join(folder, 'example.ts'), example.replace("limit: '100'", "limit: '1'"));
    expect(await compile('example.ts')).toEqual([]);
    for (const name of ['Ada Lovelace', 'Grace Hopper']) await administrator.post('/authors', { name });
    const made = await administrator.post('/account/tokens', {
      name: 'Example',
      permissions: ['dashboard.view'],
    });
    const { token } = made.json() as { readonly token: string };
    const env = { ...process.env, SITE: site.api.url, TOKEN: token };
    const { stdout } = await run(process.execPath, [join(folder, 'example.js')], { env });
    expect(stdout.trim().split('\n').sort()).toEqual([
      expect.stringMatching(/^[-0-9a-f]{36} Ada Lovelace$/),
      expect.stringMatching(/^[-0-9a-f]{36} Grace Hopper$/),
    ]);
  });

  /** The errors, one per line. */
  async function compile(...programs: readonly string[]): Promise<readonly string[]> {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'api.d.ts'), await tool('types'));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), '--skipLibCheck'];
    const args = [compiler, ...options, ...types, ...programs];
    const stdout = await run(process.execPath, args, { cwd: folder }).then(
      () => '',
      ({ stdout: errors }: { readonly stdout: string }) => errors,
    );
    return stdout.split('\n').filter((line) => /^\S/.test(line));
  }
});

const CLIENT = `
import type { operations } from './api.js';

type Answer<Id extends keyof operations> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type Body<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Input } };
}
  ? Input
  : never;
declare function call<Id extends keyof operations>(id: Id, body?: Body<Id>): Promise<Answer<Id>>;

export async function program(): Promise<readonly string[]> {
  const users = await call('usersPage');
  const names: string[] = users.items.map((user) => user.displayName);
  const message = { name: 'Ada', email: '${ADMINISTRATOR.email}', message: 'Good morning to all of you.' };
  const { success } = await call('contactSubmit', message);
  const ok: boolean = success;
  const { groups } = await call('settingsList');
  return [...names, String(ok), ...groups.map(({ group }): string => group)];
}
`;
