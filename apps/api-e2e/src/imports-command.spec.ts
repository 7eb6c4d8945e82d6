import { freePort } from '@sitedesk/testing';
import { PIXEL } from './harness/files.js';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRun, startCommand, writeFiles } from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { createImportKey } from './harness/import-keys.js';

const MANY = 120;

/** What the command prints with `--json`. */
interface Result {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly pictures: number;
  readonly left: readonly { readonly document: string; readonly outcome: string }[];
}

describe('the command line for imports', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;
  let folder: string;
  let key: string;

  beforeAll(async () => {
    site = await startEditorSite({ RATELIMIT__DOCSIMPORT: '100000/300' });
    editor = await site.administrator();
    url = editor.baseUrl;
    ({ key } = await createImportKey(editor, { scope: 'publish' }));
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-import-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  afterAll(() => site.stop());

  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startCommand(
      [folder, '--site', url, ...args],
      { SITEDESK_IMPORT_KEY: key, ...env },
      'import/sitedesk-import.mjs',
    );
  const run = (args: readonly string[] = [], env = {}): Promise<CommandRun> => start(args, env).done;
  const resultOf = ({ stdout, stderr }: CommandRun): Result => {
    if (stderr !== '') throw new Error(stderr);
    return JSON.parse(stdout) as Result; // what the command prints
  };
  const counts = async () => {
    const [row] = await site.database.query(
      `SELECT (SELECT count(*) FROM article)::int AS articles, (SELECT count(*) FROM article_version)::int AS versions,
         (SELECT count(*) FROM file)::int AS files, (SELECT count(*) FROM import_run)::int AS runs`,
    );
    return row;
  };

  it('imports a folder with its pictures, and writes nothing when nothing has changed (J-01)', async () => {
    await writeFiles(folder, {
      'guide/start.md': '# Start\n\n![A dot](../img/dot.png) and [more](more.md)',
      'guide/more.md': '---\ndraft: true\n---\n# More',
      'page.html': '<title>A page</title><main><p>Text</p></main>',
      '.hidden/x.md': '# Hidden',
      'notes.txt': 'Not a document',
    });
    await mkdir(join(folder, 'img'));
    await writeFile(join(folder, 'img/dot.png'), PIXEL);
    const before = await counts();
    const dry = await run(['--source', 'Handbook', '--dry-run', '--json']);
    expect([dry.status, resultOf(dry)]).toEqual([
      0,
      expect.objectContaining({ created: 3, pictures: 0, left: [], dryRun: true, import: null }),
    ]);
    expect(await counts()).toEqual(before);
    const first = await run(['--source', 'Handbook', '--publish', '--json']);
    expect([first.status, resultOf(first)]).toMatchObject([0, { created: 3, pictures: 1, left: [] }]);
    const [live] = await site.database.query(
      `SELECT (SELECT count(*) FROM live_page WHERE kind = 'page' AND path IN ('/guide/start', '/page'))::int AS pages,
         (SELECT document::text LIKE '%"image"%' FROM article_draft d JOIN article a USING (tenant_id, number) WHERE a.path = '/guide/start') AS picture`,
    );
    expect(live).toEqual({ pages: 2, picture: true });
    const after = await counts();
    const again = await run(['--source', 'Handbook', '--publish', '--json']);
    expect([again.status, resultOf(again)]).toMatchObject([
      0,
      { created: 0, updated: 0, unchanged: 3, pictures: 0 },
    ]);
    expect(await counts()).toEqual({ ...after, runs: Number(after?.['runs']) + 1 });
    const spoken = await run(['--source', 'Handbook', '--publish']);
    expect(spoken.stdout).toContain('unchanged: 3');
  });

  it('names what it left, and says by its status how it ended', async () => {
    await writeFiles(folder, { 'ok.md': '# Fine', 'long.md': `# ${'x'.repeat(255)}`, 'code.mdx': '# Code' });
    const partly = await run(['--source', 'Partly', '--json']);
    expect([partly.status, resultOf(partly).left.map(({ document }) => document)]).toEqual([
      5,
      ['code.mdx', 'long.md'],
    ]);
    const drafts = await createImportKey(editor);
    const refused = await run(['--publish'], { SITEDESK_IMPORT_KEY: drafts.key });
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Publish pages')]);
    const wrong = await run([], { SITEDESK_IMPORT_KEY: 'sdi_wrong' });
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('import key')]);
    for (const [args, env] of [
      [[], { SITEDESK_IMPORT_KEY: '' }],
      [['--conflict', 'merge'], {}],
      [['--site', 'http://example.test'], {}],
      [['--key', key], {}],
    ] as const)
      expect((await run(args, env)).status).toBe(2);
    const away = await freePort();
    const network = await run(['--site', `http://127.0.0.1:${away}`]);
    expect([network.status, network.stderr]).toEqual([
      4,
      expect.stringContaining('can’t be reached'.replace('’', "'")),
    ]);
  });

  it('continues when it was cut off, and ends as one that wasn’t (J-05)', async () => {
    await writeFiles(
      folder,
      Object.fromEntries(
        Array.from({ length: MANY }, (_, at) => [`cut/${at}.md`, `# Document ${at}\n\nText`]),
      ),
    );
    const articles = async (): Promise<number> => {
      const [row] = await site.database.query(
        `SELECT count(*)::int AS count FROM article WHERE path LIKE '/cut/%'`,
      );
      return Number(row?.['count']);
    };
    const cut = start(['--source', 'Cut']);
    await eventually(async () => expect(await articles()).toBeGreaterThan(0));
    cut.kill();
    await cut.done;
    const done = await run(['--source', 'Cut', '--json']);
    expect([done.status, resultOf(done).left]).toEqual([0, []]);
    expect(await articles()).toBe(MANY);
    const [open] = await site.database.query(
      `SELECT count(*)::int AS count FROM import_run WHERE source = 'Cut' AND state <> 'done'`,
    );
    expect(open).toEqual({ count: 0 });
  });
});
