import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { SiteArchive } from '@sitedesk/contract/site-archive';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createArticle, publishArticle, setAccess } from './harness/articles.js';
import { runSetupCommand } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { headersOf, upload } from './harness/files.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { startApi } from './harness/processes.js';
import { addTenant, MULTI } from './harness/tenants.js';

const ARCHIVE = '/site/archive';
/** More than one part in the storage has. */
const LARGE = Buffer.from(randomBytes(10 * 1024 * 1024).toString('hex'));

interface Octets {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
const download = (browser: EditorBrowser, headers: Readonly<Record<string, string>> = {}): Promise<Octets> =>
  new Promise((resolve, reject) => {
    const url = `${browser.baseUrl}${EDITOR_PATH}${ARCHIVE}/file`;
    const outgoing = request(url, { headers: { ...headersOf(browser), ...headers } }, (incoming) => {
      const { statusCode: status = 0 } = incoming;
      incoming.toArray().then((chunks: Buffer[]) => {
        resolve({ status, headers: incoming.headers, body: Buffer.concat(chunks) });
      }, reject);
    });
    outgoing.on('error', reject).end();
  });
const codeIn = ({ body }: Octets): unknown => (JSON.parse(body.toString()) as { code: unknown }).code;

const stateOf = async (editor: EditorBrowser): Promise<SiteArchive> =>
  (await editor.get(ARCHIVE)).json() as SiteArchive; // the contract's word
const settled = (editor: EditorBrowser): Promise<SiteArchive> =>
  eventually(async () => {
    const state = await stateOf(editor);
    expect(state.state).toBe('idle');
    return state;
  });

const filesBelow = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
/** Parts of archives in the storage. */
const partsIn = async (dataDir: string): Promise<readonly string[]> =>
  (await filesBelow(join(dataDir, 'files'))).filter((path) => path.includes('/archives/'));

/** Has reading a content wait, however fast the machine is, until it's released for who waits, or restored when nobody does. */
async function holdContent(
  dataDir: string,
  content: Buffer,
): Promise<{ release(): Promise<void>; restore(): Promise<void> }> {
  const hash = createHash('sha256').update(content).digest('hex');
  const path = (await filesBelow(join(dataDir, 'files'))).find((each) => each.endsWith(`/${hash}`));
  if (path === undefined) throw new Error('The file is nowhere.');
  await rename(path, `${path}.kept`);
  await promisify(execFile)('mkfifo', [path]);
  const restore = (): Promise<void> => rename(`${path}.kept`, path);
  return { release: () => writeFile(path, content).then(restore), restore };
}

describe('the archive of a site, for download (P-59)', () => {
  let dataDir: string;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let archive: Buffer;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitedesk-archive-'));
    sites = await startTwoEditorSites({ DATA_DIR: dataDir });
    ({ a, b } = sites);
    await upload(a, 'large.txt', LARGE);
    const { number } = await createArticle(a, { title: 'About us' });
    await publishArticle(a, number);
    const restricted = await createArticle(a, { title: 'RESTRICTED-SECRET' });
    await setAccess(a, restricted.number, { restricted: true });
    await createArticle(b, { title: 'OF-THE-OTHER-SITE' });
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('says why there is none when the storage fails, and can be tried again', async () => {
    expect(await stateOf(a)).toEqual({
      state: 'idle',
      progress: null,
      file: null,
      error: null,
      errorCode: null,
    });
    expect((await download(a)).status).toBe(404);
    const [content = ''] = await filesBelow(join(dataDir, 'files'));
    const inTheWay = join(content.split('/blobs/')[0] ?? '', 'archives');
    await writeFile(inTheWay, 'no folder');
    expect((await a.post(ARCHIVE)).status).toBe(202);
    await eventually(async () =>
      expect(await stateOf(a)).toMatchObject({
        state: 'idle',
        file: null,
        errorCode: { code: 'site-archive.filesAway' },
      }),
    );
    await rm(inTheWay);
  });

  it('is made once at a time, and says how far it is', async () => {
    const content = await holdContent(dataDir, LARGE);
    const before = await stateOf(b);
    expect((await a.post(ARCHIVE)).json()).toMatchObject({ error: null, file: null });
    await eventually(async () =>
      expect(await stateOf(a)).toMatchObject({
        state: 'running',
        progress: { part: 'files', done: 0, total: LARGE.length },
      }),
    );
    expect((await a.post(ARCHIVE)).json()).toMatchObject({ status: 409, reason: 'site-archive.busy' });
    expect(await stateOf(b)).toEqual(before);
    await content.release();
    const { file, progress } = await settled(a);
    expect({ file, progress }).toEqual({
      file: {
        size: expect.any(Number) as number,
        takenAt: expect.any(String) as string,
        expiresAt: expect.any(String) as string,
      },
      progress: null,
    });
    expect(file?.size).toBeGreaterThan(LARGE.length);
    expect(await partsIn(dataDir)).toHaveLength(2);
  });

  it('is downloaded whole, and goes on where a download broke off', async () => {
    const whole = await download(a);
    const { size = 0 } = (await stateOf(a)).file ?? {};
    archive = whole.body;
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'content-length': String(size),
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="site-archive.zip"',
        'accept-ranges': 'bytes',
        'cache-control': 'no-store',
      },
    });
    expect(archive).toHaveLength(size);
    const tag = String(whole.headers['etag']);
    // On both sides of where one part ends in the storage, and of where a download was cut.
    for (const [start, end] of [
      [0, 99],
      [16_777_210, 16_777_220],
      [16_777_216, 16_777_216],
      [size - 5, size - 1],
    ] as const) {
      const part = await download(a, { Range: `bytes=${start}-${end}`, 'If-Range': tag });
      expect(part).toMatchObject({
        status: 206,
        headers: {
          'content-range': `bytes ${start}-${end}/${size}`,
          'content-length': String(end - start + 1),
        },
      });
      expect(part.body.equals(archive.subarray(start, end + 1))).toBe(true);
    }
    const rest = await download(a, { Range: 'bytes=1234567-', 'If-Range': tag });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([archive.subarray(0, 1_234_567), rest.body]).equals(archive)).toBe(true);
    expect(await download(a, { Range: `bytes=${size}-` })).toMatchObject({
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    });
    const other = await download(a, { Range: 'bytes=5-', 'If-Range': '"another"' });
    expect(other.status).toBe(200);
    expect(other.body.equals(archive)).toBe(true);
  });

  it('can be taken in by an empty site, with what is restricted and without the other site', async () => {
    const file = join(dataDir, 'site.zip');
    await writeFile(file, archive);
    await addTenant(sites.site.database, 'Another', 'c.site.test');
    const args = ['import', '--tenant', 'c.site.test', '--from', file];
    const env = { ...MULTI, DATA_DIR: dataDir };
    expect(await runSetupCommand('archive', args, sites.site.database.url, env)).toMatch(
      /^Imported 2 articles, .* 1 files with 1 contents/,
    );
    const rows = await sites.site.database.query(
      `SELECT title FROM article WHERE tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = 'c.site.test') ORDER BY number`,
    );
    expect(rows).toEqual([{ title: 'About us' }, { title: 'RESTRICTED-SECRET' }]);
  });

  it('is for administrators who have just signed in, of this site', async () => {
    const editor = (await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a })).browser;
    for (const status of [(await editor.get(ARCHIVE)).status, (await editor.post(ARCHIVE)).status])
      expect(status).toBe(403);
    const made = await a.post('/roles', { name: 'Settings only', permissions: ['settings.manage'] });
    const { id } = made.json() as { id: string };
    const settler = (await colleague(sites.site, a, { roles: [id], host: HOSTS.a })).browser;
    expect((await settler.get(ARCHIVE)).status).toBe(200);
    expect((await settler.post(ARCHIVE)).json()).toMatchObject({
      status: 403,
      reason: 'site-archive.administrators',
    });
    expect((await download(settler)).status).toBe(403);
    expect((await stateOf(b)).file).toBeNull();
    expect((await download(b)).status).toBe(404);
    const token = await a.post('/account/tokens', { name: 'robot', permissions: ['settings.manage'] });
    const robot = sites.site.browser({
      ...a.ownHeaders,
      Authorization: `Bearer ${(token.json() as { token: string }).token}`,
    });
    expect((await robot.post(ARCHIVE)).json()).toMatchObject({ code: 'sign-in-required' });
    await sites.site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await a.post(ARCHIVE)).json()).toMatchObject({ code: 'recent-sign-in-required' });
    expect(codeIn(await download(a))).toBe('recent-sign-in-required');
    await sites.site.database.query('UPDATE session SET authenticated_at = now()');
    const log = (await a.get('/audit?action=site.archive-download&outcome=done')).json() as {
      items: readonly object[];
    };
    expect(log.items).toHaveLength(8); // every request that was answered, also for a part that there isn't
  });

  it('is replaced by the next one, and deleted when it expires', async () => {
    const former = (await stateOf(a)).file;
    expect((await a.post(ARCHIVE)).status).toBe(202);
    const next = (await settled(a)).file;
    expect(next?.takenAt).not.toBe(former?.takenAt);
    await eventually(async () => expect(await partsIn(dataDir)).toHaveLength(2));
    await sites.site.database.query(`UPDATE site_archive SET expires_at = now() - interval '1 second'`);
    expect((await download(a)).status).toBe(404);
    expect((await stateOf(a)).file).toBeNull();
    await eventually(async () => expect(await partsIn(dataDir)).toEqual([]));
  });
});

describe('an archive that is being made, when its process is killed', () => {
  let dataDir: string;
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitedesk-archive-'));
    // It serves only: what makes the archive are the processes that the test starts.
    site = await startEditorSite({ DATA_DIR: dataDir, OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is made by the next one from the beginning, and nothing of the first attempt stays', async () => {
    const small = Buffer.from('The last content to be read');
    const names = [LARGE, small].map((content) => createHash('sha256').update(content).digest('hex'));
    // Contents are read in the order of their hashes: the run stops at the second one, when a part is stored already.
    const [first, second] = (names[0] ?? '') < (names[1] ?? '') ? [LARGE, small] : [small, LARGE];
    await upload(editor, 'first.txt', first);
    await upload(editor, 'second.txt', second);
    const content = await holdContent(dataDir, second);
    expect((await editor.post(ARCHIVE)).json()).toMatchObject({ state: 'waiting' });
    const killed = await startApi(site.database.url, { DATA_DIR: dataDir });
    await eventually(async () =>
      expect(await stateOf(editor)).toMatchObject({ state: 'running', progress: { part: 'files' } }),
    );
    await killed.kill();
    await content.restore();
    const next = await startApi(site.database.url, { DATA_DIR: dataDir });
    const { file, error } = await settled(editor);
    await next.stop();
    expect(error).toBeNull();
    const whole = await download(editor);
    expect(whole.body).toHaveLength(file?.size ?? -1);
    const parts = await partsIn(dataDir);
    expect(new Set(parts.map((path) => path.split('/').at(-2))).size).toBe(1);
    const sizes = await Promise.all(parts.map(async (path) => (await readFile(path)).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(file?.size);
  });
});
