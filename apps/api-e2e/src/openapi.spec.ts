import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { call } from './harness/http.js';
import { visitorFrom } from './harness/site.js';
import { freshAddress } from './harness/visitor.js';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');

interface Schema {
  readonly $ref?: string;
  readonly [keyword: string]: unknown;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Content>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('the OpenAPI document in the hands of integrators', () => {
  let site: EditorSite;
  let folder: string;
  let file: string;
  let document: Document;
  let administrator: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    administrator = await site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-openapi-'));
    file = join(folder, 'openapi.json');
    const { text } = await call(`${site.api.url}/openapi.json`);
    document = JSON.parse(text) as Document; // checked by the tests
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
    await writeFile(join(folder, 'api.d.ts'), await tool('types'));
    await writeFile(join(folder, 'good.ts'), CLIENT);
    await writeFile(join(folder, 'wrong.ts'), CLIENT.replace('displayName', 'fullName'));
    const errorsOf = async (program: string): Promise<string> => {
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'esnext'];
      const args = [...options, '--moduleResolution', 'bundler', join(folder, program)];
      return run(process.execPath, [compiler, ...args], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
    };
    expect(await errorsOf('good.ts')).toBe('');
    expect(await errorsOf('wrong.ts')).toMatch(/wrong\.ts.*'fullName' does not exist/);
  });

  describe('says what really comes back', () => {
    /** Values of path parameters, each read from a list. */
    const ids = new Map<string, string>();

    beforeAll(async () => {
      const message = { name: 'Ada', email: 'ada@example.test', message: 'Good morning to all of you.' };
      await visitorFrom(site.api.url, freshAddress()).submit(message);
      await administrator.post('/authors', { name: 'Ada Lovelace' });
      for (const [list, path] of [
        ['/users', '/editor/users/{id}'],
        ['/roles', '/editor/roles/{id}'],
        ['/contacts', '/editor/contacts/{id}'],
        ['/authors', '/editor/authors/{id}'],
        ['/audit', '/editor/audit/{id}'],
        ['/outbox', '/editor/outbox/{id}'],
      ] as const) {
        const { items } = (await administrator.get(list)).json() as {
          readonly items: readonly { readonly id: string }[];
        };
        if (items[0]) ids.set(path, items[0].id);
      }
    });

    it('every response to a GET has the members that are described, and no others', async () => {
      const faults: string[] = [];
      let checked = 0;
      for (const [path, { get }] of Object.entries(document.paths)) {
        const id = ids.get(path.replace(/(\{id\}).*/, '$1'));
        const isStream = path === '/editor/events';
        if (!get || isStream || !path.startsWith('/editor/') || (path.includes('{') && id === undefined))
          continue;
        const below = path.slice('/editor'.length).replace('{id}', id ?? '');
        const { status, text, headers } = await administrator.get(below);
        const type = String(headers['content-type']).split(';')[0] ?? '';
        if (!type.includes('json')) continue;
        const schema = schemaFor(get.responses, status, type);
        const validate = validatorOf(schema ?? {});
        if (!schema || !validate(JSON.parse(text)))
          faults.push(`${path} ${status}: ${JSON.stringify(validate.errors ?? 'not described')}`);
        if (status === 200) checked += 1;
      }
      expect(faults).toEqual([]);
      expect(checked).toBeGreaterThanOrEqual(30);
    });

    it('a member that is not described would fail', () => {
      const validate = validatorOf({ $ref: '#/components/schemas/SettingsOverview' });
      expect(validate({ groups: [] })).toBe(true);
      expect(validate({ groups: [], more: 1 })).toBe(false);
    });
  });

  function schemaFor(
    responses: Readonly<Record<string, Content>>,
    status: number,
    type: string,
  ): Schema | undefined {
    if (status >= 400) return { $ref: '#/components/schemas/Problem' };
    return responses[status]?.content?.[type]?.schema;
  }

  function validatorOf(schema: Schema) {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    return ajv.compile(closed({ ...schema, components: document.components }) as object);
  }
});

/** The same schema, refusing members that it does not list. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isObject = copy['type'] === 'object' && 'properties' in copy;
  return isObject ? { additionalProperties: false, ...copy } : copy;
}

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
