import type { FolderExport } from '@sitedesk/contract/site-export';
import { freePort } from '@sitedesk/testing';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createArticle, publishArticle, readArticle, saveFields } from './harness/articles.js';
import { runSetupCommand } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { upload } from './harness/files.js';
import { call } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { MULTI } from './harness/tenants.js';

const EXPORT = '/public-site/export/folder';

const stateOf = async (editor: EditorBrowser): Promise<FolderExport> =>
  (await editor.get(EXPORT)).json() as FolderExport; // the contract's word
/** Until nothing is to be done. */
const settled = (editor: EditorBrowser): Promise<FolderExport> =>
  eventually(async () => {
    const state = await stateOf(editor);
    expect(state).toMatchObject({ state: 'ready', finishedAt: expect.any(String) as string });
    return state;
  });

/** All files below a folder but the export's own, with their octets. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.sitedesk-export'));
  const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
    const path = join(parentPath, name);
    return [relative(folder, path), await readFile(path, 'latin1')];
  });
  return new Map((await Promise.all(read)).toSorted(([one], [two]) => (one < two ? -1 : 1)));
}

async function publishPage(editor: EditorBrowser, input: object): Promise<number> {
  const { number } = await createArticle(editor, input);
  expect((await publishArticle(editor, number)).status).toBe(200);
  return number;
}

/** A page that has a file for download. */
async function publishPageWith(editor: EditorBrowser, title: string, file: string): Promise<void> {
  const { number } = await createArticle(editor, { title });
  const { fields, revision } = await readArticle(editor, number);
  const document = { type: 'doc', content: [{ type: 'file', attrs: { file, label: 'Menu' } }] };
  const draft = { operation: randomUUID(), fields, document };
  const saved = await editor.put(`/articles/${number}/draft`, draft, { 'If-Match': `"v${revision}"` });
  expect(saved.status).toBe(200);
  expect((await publishArticle(editor, number)).status).toBe(200);
}

describe('the export of each site into a folder of EXPORT_DIR (P-60)', () => {
  let root: string;
  let dataDir: string;
  let directory: string;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let url: string;

  const folderOf = async (editor: EditorBrowser): Promise<string> =>
    join(directory, (await stateOf(editor)).folder ?? 'none');
  /** The same site, exported by command into a new folder. */
  const byCommand = async (host: string): Promise<ReadonlyMap<string, string>> => {
    const folder = await mkdtemp(join(root, 'command-'));
    const env = { ...MULTI, DATA_DIR: dataDir };
    await runSetupCommand('export', ['--tenant', host, '--to', folder], sites.site.database.url, env);
    return filesIn(folder);
  };
  const live = (path: string): ReturnType<typeof call> =>
    call(url + encodeURI(path), { headers: { Host: HOSTS.a } });

  /** What a static host would answer is what visitors get. */
  async function expectSameAsLive(): Promise<ReadonlyMap<string, string>> {
    const { counts } = await settled(a);
    const files = await filesIn(await folderOf(a));
    expect(files).toEqual(await byCommand(HOSTS.a));
    expect(counts?.skipped).toBe(0);
    for (const [file, octets] of files) {
      if (!file.endsWith('index.html')) continue;
      const answer = await live(`/${file.replace(/\/?index\.html$/, '')}`);
      if (answer.status === 200)
        expect([file, Buffer.from(answer.text).toString('latin1') === octets]).toEqual([file, true]);
      else expect([file, octets]).toEqual([file, expect.stringContaining(String(answer.headers.location))]);
    }
    return files;
  }

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sitedesk-folder-export-'));
    [dataDir, directory] = [join(root, 'data'), join(root, 'sites')];
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({
      SITE_PORT: String(port),
      DATA_DIR: dataDir,
      EXPORT_DIR: directory,
    });
    ({ a, b } = sites);
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('has what visitors see after a publication, a withdrawal, a redirect and another language', async () => {
    await publishPageWith(a, 'About us', (await upload(a, 'menu.txt', 'Soup')).id);
    await publishPage(a, { type: 2, title: 'Journal', blogKey: 'journal' });
    const post = await publishPage(a, { type: 1, title: 'Entry', blogKey: 'journal' });
    await createArticle(a, { title: 'DRAFT-SECRET' });
    await publishPage(b, { title: 'OF-THE-OTHER-SITE' });
    const published = await expectSameAsLive();
    expect([...published.keys()]).toEqual(
      expect.arrayContaining(['about-us/index.html', 'journal/entry/index.html', 'feed.xml', '404.html']),
    );
    expect([...published.values()].join('')).not.toMatch(/DRAFT-SECRET|OTHER-SITE/);

    expect((await a.post(`/articles/${post}/withdraw`, { answer: 404 })).status).toBe(204);
    await eventually(async () =>
      expect([...(await filesIn(await folderOf(a))).keys()]).not.toContain('journal/entry/index.html'),
    );
    await expectSameAsLive();

    const redirect = { path: '/shop', code: 302, forwardUrl: 'https://shop.test/' };
    expect((await a.post('/redirects', redirect)).status).toBe(201);
    await eventually(async () =>
      expect((await filesIn(await folderOf(a))).get('shop/index.html')).toContain('url=https://shop.test/'),
    );
    expect((await expectSameAsLive()).get('_redirects')).toContain('/shop https://shop.test/ 302');

    const { version } = (await a.get('/settings/Site')).json() as { version: number }; // the contract's word
    await a.put('/settings/Site', { values: { Language: 'de' } }, { 'If-Match': `"v${version}"` });
    await eventually(async () =>
      expect((await filesIn(await folderOf(a))).get('404.html')).toContain('lang="de"'),
    );
    await expectSameAsLive();
    await settled(b);
    expect([...(await filesIn(await folderOf(b))).keys()]).toContain('of-the-other-site/index.html');
  });

  it('takes publications of a moment together, and writes only what they changed', async () => {
    const { counts: before } = await settled(a);
    const page = await publishPage(a, { title: 'Prices' });
    for (const title of ['Prices 2', 'Prices 3', 'Prices 4']) {
      await saveFields(a, page, { title });
      await publishArticle(a, page);
    }
    const waiting = await sites.site.database.query(
      `SELECT count(*)::int AS jobs FROM job WHERE kind = 'folder-export' AND state = 'queued'`,
    );
    expect(Number(waiting[0]?.['jobs'])).toBeLessThanOrEqual(1); // of the four, and none of the other site
    await eventually(async () =>
      expect((await filesIn(await folderOf(a))).get('prices/index.html')).toContain('Prices 4'),
    );
    const { counts } = await settled(a);
    expect(counts?.pages).toBe((before?.pages ?? 0) + 1);
    expect(counts?.written).toBeLessThanOrEqual(10);
    await expectSameAsLive();
  });

  it('overwrites no file that isn’t its own, says why, and goes on when someone asks for it', async () => {
    const folder = await folderOf(a);
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'taken', 'index.html'), 'Mine');
    await publishPage(a, { title: 'Taken' });
    await eventually(async () =>
      expect(await stateOf(a)).toMatchObject({
        state: 'held',
        errorCode: { code: 'site-export.folderTaken' },
        nextAttemptAt: expect.any(String) as string,
      }),
    );
    expect(await readFile(join(folder, 'taken', 'index.html'), 'utf8')).toBe('Mine');
    expect((await a.get('/dashboard/attention')).text).toContain('"folder-export-held"');
    expect((await b.get('/dashboard/attention')).text).not.toContain('"folder-export-held"');
    await rm(join(folder, 'taken'), { recursive: true });
    expect((await a.post(EXPORT)).status).toBe(202);
    await eventually(async () =>
      expect((await filesIn(folder)).get('taken/index.html')).toContain('<h1>Taken</h1>'),
    );
    expect(await settled(a)).toMatchObject({ error: null });
  });

  it('writes again what is missing when someone exports, which those who publish may', async () => {
    const folder = await folderOf(a);
    const before = await filesIn(folder);
    await rm(join(folder, 'about-us'), { recursive: true });
    const author = (await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a })).browser;
    expect((await author.get(EXPORT)).status).toBe(403);
    expect((await author.post(EXPORT)).status).toBe(403);
    const editor = (await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a })).browser;
    expect((await editor.post(EXPORT)).status).toBe(202);
    await eventually(async () => expect(await filesIn(folder)).toEqual(before));
    const { items } = (await a.get('/audit?action=site.export&outcome=done')).json() as {
      items: readonly object[];
    };
    expect(items).toHaveLength(2);
  });

  it('goes with its site, except what others put there', async () => {
    const [folder, name] = [await folderOf(b), 'keep.txt'];
    await writeFile(join(folder, name), 'Mine');
    const tenants = await runSetupCommand('tenant', ['list'], sites.site.database.url, MULTI);
    const [id = '', title = ''] =
      tenants
        .split('\n')
        .find((line) => line.includes(HOSTS.b))
        ?.split('\t') ?? [];
    const env = { ...MULTI, DATA_DIR: dataDir, EXPORT_DIR: directory };
    await runSetupCommand('tenant', ['remove', id, title], sites.site.database.url, env);
    expect(await readdir(folder)).toEqual([name]);
    expect((await filesIn(await folderOf(a))).size).toBeGreaterThan(5);
  });
});

describe('the export into a folder, when its process is killed', () => {
  const PAGES = 12;
  let root: string;
  let env: Readonly<Record<string, string>>;
  let site: EditorSite;
  let editor: EditorBrowser;
  const processes: RunningProcess[] = [];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sitedesk-folder-export-'));
    env = { DATA_DIR: join(root, 'data'), EXPORT_DIR: join(root, 'sites') };
    // It serves only: what exports are the processes that the test starts.
    site = await startEditorSite({ ...env, OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
    for (let index = 1; index < PAGES; index += 1)
      await publishPage(editor, { title: `Page ${String(index).padStart(2, '0')}` });
    await publishPageWith(editor, 'Page 06 with a menu', (await upload(editor, 'menu.txt', 'Soup')).id);
  });
  afterAll(async () => {
    for (const process of processes) await process.stop();
    await site.stop();
    await rm(root, { recursive: true, force: true });
  });

  /** Where the content of the uploaded file is. */
  async function contentPath(): Promise<string> {
    const blobs = join(root, 'data/files');
    for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path, 'utf8')) === 'Soup') return path;
    }
    throw new Error('The file is nowhere.');
  }

  it('leaves whole files only, and the next run finishes it, with two instances at it', async () => {
    const { folder } = await stateOf(editor);
    const exported = join(root, 'sites', folder ?? 'none');
    // Reading this file never ends, so the run stops in the middle, however fast the machine is.
    const content = await contentPath();
    await rename(content, `${content}.kept`);
    await promisify(execFile)('mkfifo', [content]);
    const first = await startApi(site.database.url, env);
    await eventually(async () => {
      const names = await readdir(exported, { recursive: true });
      expect(names.filter((name) => /page-\d+\/index\.html$/.test(name)).length).toBeGreaterThan(3);
      expect((await readFile(join(exported, '.sitedesk-export.unfinished.jsonl'), 'utf8')).trimEnd()).toMatch(
        /menu\.txt[^\n]*$/,
      );
    });
    await first.kill();
    const half = await filesIn(exported);
    expect([...half.keys()].filter((path) => path.includes('menu'))).toEqual([]);
    for (const [path, octets] of half)
      if (path.endsWith('index.html'))
        expect([path, octets.trimEnd()]).toEqual([path, expect.stringMatching(/<\/html>$/)]);
    expect(await stateOf(editor)).toMatchObject({ state: 'running', finishedAt: null });

    await rm(content);
    await rename(`${content}.kept`, content);
    processes.push(
      ...(await Promise.all([startApi(site.database.url, env), startApi(site.database.url, env)])),
    );
    const { counts } = await settled(editor);
    expect(counts).toMatchObject({ pages: PAGES, skipped: 0 });
    const whole = await filesIn(exported);
    for (const [path, octets] of half) expect([path, whole.get(path)]).toEqual([path, octets]);
    const wanted = join(root, 'command');
    await runSetupCommand('export', ['--to', wanted], site.database.url, env);
    expect(whole).toEqual(await filesIn(wanted));
    expect((await readdir(exported)).filter((name) => name.includes('draft'))).toEqual([]);
  });
});
