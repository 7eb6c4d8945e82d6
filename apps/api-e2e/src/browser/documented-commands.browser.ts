import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createArticle, readArticle, saveFields } from '../harness/articles.js';
import { createApplication, createKey } from '../harness/deployments.js';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from '../harness/editor.js';
import { createImportKey } from '../harness/import-keys.js';

const DOCS = new URL('../../../../docs/', import.meta.url);
const PERMISSIONS = [
  'authors.manage',
  'dashboard.view',
  'layouts.manage',
  'pages.edit-all',
  'pages.publish',
  'pages.view',
];
const run = promisify(execFile);

/** Lines for a shell, as a document shows them. */
interface Block {
  /** The document, the heading above, and which of its blocks it is. */
  readonly place: string;
  readonly script: string;
}

/** Every block of the documents that calls curl: indented, or between fences. */
async function documentedBlocks(): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  const files = (await readdir(DOCS)).filter((name) => name.endsWith('.md'));
  for (const file of files.sort()) {
    let heading = '';
    const counts = new Map<string, number>();
    const text = await readFile(new URL(file, DOCS), 'utf8');
    for (const [part] of text.matchAll(/^#+ .*|^```sh\n[^]*?^```|^ {4}\S.*(?:\n {4}.*)*/gm)) {
      if (part.startsWith('#')) heading = part.replace(/^#+ /, '');
      if (!/\bcurl\b/.test(part)) continue;
      const place = `${file}: ${heading}`;
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      blocks.push({
        place: count === 1 ? place : `${place} (${count})`,
        script: part.replace(/^```.*\n?/gm, '').replace(/^ {4}/gm, ''),
      });
    }
  }
  return blocks;
}

/** Among the browser tests, as these may ask a machine for more than Node: `curl` and `zip` have to be installed. */
describe('commands of the documents', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let token: string;
  let folder: string;
  let blocks: readonly Block[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-commands-'));
    site = await startEditorSite();
    editor = await site.administrator();
    const answer = await editor.post('/account/tokens', { name: 'Program', permissions: PERMISSIONS });
    ({ token } = answer.json() as { token: string });
    blocks = await documentedBlocks();
  });

  afterAll(async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a block as it stands, but for what is an example in it, and answers what it printed. */
  async function runBlock(
    place: string,
    examples: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    let script = blocks.find((block) => block.place === place)?.script ?? '';
    for (const [example, real] of Object.entries(examples)) {
      expect(script).toContain(example);
      script = script.replaceAll(example, real);
    }
    const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, SITE: site.api.url, TOKEN: token, ...env },
    });
    return stdout;
  }

  const tried = new Map<string, () => Promise<void>>([
    [
      'api.md: Authentication',
      async () => {
        await editor.post('/authors', { name: 'Mia Lind' });
        const examples = { 'https://editor.example.com': site.api.url, 'sitedesk_...': token };
        const printed = await runBlock('api.md: Authentication', examples);
        expect(JSON.parse(printed)).toMatchObject({ items: [{ name: 'Mia Lind' }], nextCursor: null });
      },
    ],
    [
      'api.md: Changing things',
      async () => {
        const { id } = (await editor.post('/authors', { name: 'Ada' })).json() as { id: string };
        for (const version of [1, 2])
          await editor.put(`/authors/${id}`, { name: 'Ada' }, { 'If-Match': `"v${version}"` });
        const printed = await runBlock('api.md: Changing things', {}, { ID: id });
        expect(printed).toMatch(/^etag: "v3"\r\n\{/i);
        expect((await editor.get(`/authors/${id}`)).json()).toMatchObject({ name: 'Ada Lovelace' });
      },
    ],
    [
      'api.md: Articles and blogs',
      async () => {
        await createArticle(editor, { type: 2, title: 'News', blogKey: 'news' });
        await createArticle(editor, { type: 1, title: 'Opening hours', blogKey: 'news' });
        const [blogs = '', entries = ''] = (await runBlock('api.md: Articles and blogs', {})).split('][');
        expect(blogs).toContain('"news"');
        expect(entries).toContain('"Opening hours"');
      },
    ],
    [
      'api.md: Articles and blogs (2)',
      async () => {
        const { number } = await createArticle(editor, { title: 'Directions' });
        for (const title of ['By train', 'By train and on foot']) await saveFields(editor, number, { title });
        const { document, fields } = await readArticle(editor, number);
        const draft = { operation: randomUUID(), fields: { ...fields, title: 'By bicycle' }, document };
        await writeFile(join(folder, 'draft.json'), JSON.stringify(draft));
        const printed = await runBlock('api.md: Articles and blogs (2)', {
          '/articles/12': `/articles/${number}`,
        });
        expect(printed.match(/HTTP\/1\.1 \d+|^etag: \S+/gim)).toEqual([
          'HTTP/1.1 200',
          'etag: "v3"',
          'HTTP/1.1 200',
          'etag: "v4"',
          'HTTP/1.1 200',
        ]);
        const published = await readArticle(editor, number);
        expect(published).toMatchObject({ status: 'live', fields: { title: 'By bicycle' } });
      },
    ],
    [
      'api.md: Signing in from a script',
      async () => {
        const examples = {
          'http://localhost:3000': site.api.url,
          'anna@example.com': ADMINISTRATOR.email,
          '"..."': JSON.stringify(ADMINISTRATOR.password),
        };
        await runBlock('api.md: Signing in from a script', examples);
        const actions = await site.database.query(
          `SELECT action FROM audit_entry ORDER BY sequence DESC LIMIT 3`,
        );
        expect(actions.map(({ action }) => action)).toEqual([
          'session.end',
          'encryption-key.get',
          'session.begin',
        ]);
      },
    ],
    [
      'deployments.md: As one archive',
      async () => {
        const { number } = await createApplication(editor, 'Shop');
        const { key } = await createKey(editor, number);
        await mkdir(join(folder, 'dist'));
        await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>Shop</title>');
        const printed = await runBlock(
          'deployments.md: As one archive',
          { 'https://editor.example.com': site.api.url, 'articleId=12': `articleId=${number}` },
          { SITEDESK_DEPLOY_KEY: key },
        );
        expect(JSON.parse(printed)).toMatchObject({ success: true });
      },
    ],
    [
      'import.md: By API',
      async () => {
        const { key } = await createImportKey(editor);
        const printed = await runBlock('import.md: By API', {}, { SITEDESK_IMPORT_KEY: key });
        expect(JSON.parse(printed)).toMatchObject({ source: 'Handbook' });
      },
    ],
    [
      'layouts.md: Layouts',
      async () => {
        expect(await runBlock('layouts.md: Layouts', {})).toMatch(/^HTTP\/1\.1 201 /);
        expect((await editor.get('/layouts')).text).toContain('"Our layout"');
      },
    ],
  ]);

  it('are all tried', () => {
    expect(blocks.map(({ place }) => place)).toEqual([...tried.keys()]);
  });

  it.each([...tried])('do what is said: %s', async (_place, attempt) => attempt());
});
