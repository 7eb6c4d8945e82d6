import type { BucketCheck, BucketExport } from '@sitedesk/contract/site-export';
import { freePort, type S3Server, startS3Server } from '@sitedesk/testing';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runSetupCommand } from './harness/backends.js';
import { createArticle, publishArticle, readArticle, saveFields } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { upload } from './harness/files.js';
import type { Answer } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi, TEST_DATA_DIR } from './harness/processes.js';
import { MULTI } from './harness/tenants.js';

const EXPORT = '/public-site/export/bucket';
const PREFIX = 'www/pages/';
const MARKER = '.sitedesk-export.json';

const settingsOf = (server: S3Server): Readonly<Record<string, string>> => ({
  Endpoint: server.url,
  Bucket: server.bucket,
  Prefix: PREFIX,
  Region: server.region,
  AccessKeyId: server.accessKeyId,
  SecretAccessKey: server.secretAccessKey,
});
const save = async (
  editor: EditorBrowser,
  values: Readonly<Record<string, string | null>>,
): Promise<Answer> => {
  const { version } = (await editor.get('/settings/Export')).json() as { version: number }; // the contract's word
  return editor.put('/settings/Export', { values }, { 'If-Match': `"v${version}"` });
};
const stateOf = async (editor: EditorBrowser): Promise<BucketExport> =>
  (await editor.get(EXPORT)).json() as BucketExport; // as above
const check = async (editor: EditorBrowser): Promise<BucketCheck> =>
  (await editor.post(`${EXPORT}/check`)).json() as BucketCheck; // as above
/** Until what was asked for is there. */
const settled = (editor: EditorBrowser): Promise<BucketExport> =>
  eventually(async () => {
    const state = await stateOf(editor);
    expect(state.state).toBe('ready');
    return state;
  });
const exported = async (editor: EditorBrowser): Promise<BucketExport> => {
  const started = await editor.post(EXPORT);
  expect(started.status).toBe(202);
  return settled(editor);
};
const putsOf = ({ calls }: S3Server): readonly string[] =>
  calls.flatMap(({ method, key, status }) => (method === 'PUT' && status === 200 ? [key] : []));

const hashOf = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex');
/** What is in a bucket below a prefix, without the marker. */
const objectsIn = ({ objects }: S3Server, prefix = PREFIX): ReadonlyMap<string, string> =>
  new Map(
    [...objects]
      .filter(([key]) => key.startsWith(prefix) && key !== prefix + MARKER)
      .map(([key, octets]): [string, string] => [key.slice(prefix.length), hashOf(octets)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

describe('the export of a site into a bucket', () => {
  let server: S3Server;
  let elsewhere: S3Server;
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;

  const live = async (editor: EditorBrowser, input: object): Promise<number> => {
    const { number } = await createArticle(editor, input);
    expect((await publishArticle(editor, number)).status).toBe(200);
    return number;
  };
  /** The same site as a folder. */
  const inFolder = async (host: string): Promise<ReadonlyMap<string, string>> => {
    const folder = await mkdtemp(join(tmpdir(), 'sitedesk-export-'));
    try {
      await runSetupCommand('export', ['--tenant', host, '--to', folder], sites.site.database.url, {
        ...MULTI,
        DATA_DIR: TEST_DATA_DIR,
      });
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
      const read = files.map(async ({ parentPath, name }): Promise<[string, string]> => {
        const path = join(parentPath, name);
        return [relative(folder, path), hashOf(await readFile(path))];
      });
      return new Map((await Promise.all(read)).toSorted(([one], [two]) => (one < two ? -1 : 1)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  beforeAll(async () => {
    server = await startS3Server({ region: 'eu-central-1', pageSize: 10, bucket: 'site-of-a' });
    elsewhere = await startS3Server({ bucket: 'site-of-b' });
    sites = await startTwoEditorSites({ SITE_PORT: String(await freePort()) });
    ({ a, b } = sites);
    const menu = await upload(a, "Lena's menu (new) + 1.txt", 'Soup');
    const { number } = await createArticle(a, { title: 'About us' });
    const { fields, revision } = await readArticle(a, number);
    const document = { type: 'doc', content: [{ type: 'file', attrs: { file: menu.id, label: 'Menu' } }] };
    const draft = { operation: randomUUID(), fields, document };
    expect((await a.put(`/articles/${number}/draft`, draft, { 'If-Match': `"v${revision}"` })).status).toBe(
      200,
    );
    await publishArticle(a, number);
    await live(a, { title: '日本', slug: '日本/東京' });
    await live(a, { type: 2, title: 'Journal', blogKey: 'journal' });
    await a.post('/redirects', { path: '/shop', code: 302, forwardUrl: 'https://shop.test/?a=1&b=2' });
    await createArticle(a, { title: 'DRAFT-SECRET' });
    await live(b, { title: 'OF-THE-OTHER-SITE' });
  });
  afterEach(() => server.behave('ok'));
  afterAll(async () => {
    await sites.site.stop();
    await Promise.all([server.close(), elsewhere.close()]);
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('is checked without writing anything, and each mistake is named', async () => {
    expect(await stateOf(a)).toMatchObject({ state: 'off', place: null, startedAt: null });
    expect((await a.post(EXPORT)).json()).toMatchObject({ status: 409, reason: 'site-export.off' });
    expect((await a.post(`${EXPORT}/check`)).json()).toMatchObject({ reason: 'site-export.off' });
    for (const [name, value] of [
      ['Endpoint', 'https://s3.test/path'],
      ['Bucket', 'UPPER'],
      ['Prefix', 'a//b'],
      ['Region', 'eu central'],
    ] as const)
      expect((await save(a, { [name]: value })).json()).toMatchObject({
        status: 400,
        errors: [{ field: expect.stringContaining(name) as string }],
      });
    expect((await save(a, settingsOf(server))).status).toBe(200);
    expect((await a.get('/settings/Export')).text).not.toContain(server.secretAccessKey);
    expect(await check(a)).toMatchObject({ ok: true, messageCode: { code: 'site-export.okEmpty' } });
    for (const [changed, code] of [
      [{ AccessKeyId: 'unknown' }, 'unknownKey'],
      [{ SecretAccessKey: 'wrong' }, 'wrongSecret'],
      [{ Bucket: 'another-one' }, 'noBucket'],
      [{ Region: 'us-east-1' }, 'wrongRegion'],
      [{ Endpoint: 'http://127.0.0.1:1', SecretAccessKey: 'x' }, 'unreachable'],
      [{ Endpoint: 'http://10.255.0.1', SecretAccessKey: 'x' }, 'unreachable'],
    ] as const) {
      expect((await save(a, changed)).status).toBe(200);
      expect(await check(a)).toMatchObject({ ok: false, messageCode: { code: `site-export.${code}` } });
      await save(a, settingsOf(server));
    }
    // Keys are for one service: another URL forgets the secret.
    await save(a, { Endpoint: elsewhere.url });
    expect(await stateOf(a)).toMatchObject({ state: 'off' });
    await save(a, settingsOf(server));
    await settled(a);
    expect(server.objects.size).toBe(0);
    expect(server.calls.filter(({ method }) => !['GET', 'HEAD'].includes(method))).toEqual([]);
  });

  it('has what the folder has, octet by octet, with its types, and nothing of another site', async () => {
    const { counts, place, error } = await exported(a);
    expect({ place, error }).toEqual({ place: 's3://site-of-a/www/pages/', error: null });
    const folder = await inFolder(HOSTS.a);
    expect(folder.size).toBeGreaterThan(10);
    expect(objectsIn(server)).toEqual(folder);
    expect(counts).toMatchObject({
      redirects: 1,
      written: folder.size,
      unchanged: 0,
      removed: 0,
      skipped: 0,
    });
    expect([...server.objects.keys()].every((key) => key.startsWith(PREFIX))).toBe(true);
    const all = Buffer.concat([...server.objects.values()]).toString();
    expect(all).not.toMatch(/DRAFT-SECRET|OTHER-SITE/);
    for (const [path, type] of [
      ['about-us/index.html', 'text/html'],
      ['日本/東京/index.html', 'text/html'],
      ['robots.txt', 'text/plain'],
      ['404.html', 'text/html'],
      ['shop/index.html', 'text/html'],
    ] as const)
      expect([path, server.types.get(PREFIX + path)]).toEqual([path, expect.stringContaining(type)]);
    expect(elsewhere.calls).toEqual([]);
    await save(b, settingsOf(elsewhere));
    await exported(b);
    expect(objectsIn(elsewhere)).toEqual(await inFolder(HOSTS.b));
    expect(await check(a)).toMatchObject({ ok: true, messageCode: { code: 'site-export.okOurs' } });
  });

  it('gets what changed after each publication, all of a burst together, and loses what went (P-60)', async () => {
    expect((await save(a, { AfterPublishing: 'true' })).status).toBe(200);
    await settled(a);
    const before = putsOf(server).length;
    const number = await live(a, { type: 1, title: 'Entry', blogKey: 'journal' });
    for (const title of ['Entry 2', 'Entry 3', 'Entry 4']) {
      await saveFields(a, number, { title });
      await publishArticle(a, number);
    }
    await eventually(() =>
      expect(server.objects.get(`${PREFIX}journal/entry/index.html`)?.toString()).toContain('Entry 4'),
    );
    await settled(a);
    const written = putsOf(server).slice(before);
    expect(written.length).toBeLessThanOrEqual(20); // of two runs at most, though it was published four times
    expect(objectsIn(server)).toEqual(await inFolder(HOSTS.a));
    await a.post(`/articles/${number}/withdraw`, { answer: 404 });
    await eventually(() => expect(server.objects.has(`${PREFIX}journal/entry/index.html`)).toBe(false));
    await settled(a);
    expect(objectsIn(server)).toEqual(await inFolder(HOSTS.a));
    // The other site doesn't export what it publishes.
    const ofOther = elsewhere.calls.length;
    await live(b, { title: 'Not exported' });
    expect(await stateOf(b)).toMatchObject({ state: 'ready', isAutomatic: false });
    expect(elsewhere.calls).toHaveLength(ofOther);
  });

  it('writes again what is missing in the bucket when someone exports, and nothing else', async () => {
    server.objects.delete(`${PREFIX}about-us/index.html`);
    server.objects.set(`${PREFIX}404.html`, Buffer.from('changed'));
    const before = putsOf(server).length;
    await exported(a);
    expect(putsOf(server).slice(before).toSorted()).toEqual([
      `${PREFIX}404.html`,
      `${PREFIX}about-us/index.html`,
    ]);
    expect(objectsIn(server)).toEqual(await inFolder(HOSTS.a));
  });

  it('waits while the service fails, says why, and goes on where it was', async () => {
    server.behave('access-denied', { method: 'PUT' });
    const number = await live(a, { title: 'Patience' });
    const held = await eventually(async () => {
      const state = await stateOf(a);
      expect(state.state).toBe('held');
      return state;
    });
    expect(held).toMatchObject({ errorCode: { code: 'site-export.denied' }, nextAttemptAt: null });
    expect((await a.get('/dashboard/attention')).text).toContain('"export-held"');
    server.behave('slow-down', { method: 'PUT', times: 4 });
    await a.post(EXPORT);
    server.behave('ok');
    await eventually(() => expect(server.objects.has(`${PREFIX}patience/index.html`)).toBe(true));
    expect(await settled(a)).toMatchObject({ error: null });
    await a.post(`/articles/${number}/trash`, {});
    await eventually(() => expect(server.objects.has(`${PREFIX}patience/index.html`)).toBe(false));
    await settled(a);
  });

  it('never writes where other files or another site’s are, and moves to another place as a whole', async () => {
    const foreign = 'photos/cat.jpg';
    server.objects.set(foreign, Buffer.from('cat'));
    await save(a, { Prefix: 'photos' });
    expect(await check(a)).toMatchObject({ ok: false, messageCode: { code: 'site-export.notEmpty' } });
    await eventually(async () =>
      expect(await stateOf(a)).toMatchObject({
        state: 'held',
        errorCode: { code: 'site-export.notEmpty' },
        nextAttemptAt: null,
      }),
    );
    expect(objectsIn(server, 'photos/')).toEqual(new Map([['cat.jpg', hashOf(Buffer.from('cat'))]]));
    await save(b, { ...settingsOf(server) });
    expect(await check(b)).toMatchObject({ ok: false, messageCode: { code: 'site-export.otherSite' } });
    await b.post(EXPORT);
    await eventually(async () => expect((await stateOf(b)).state).toBe('held'));
    // A changed setting is tried at once.
    await save(a, { Prefix: 'fresh' });
    await eventually(() => expect(server.objects.has('fresh/about-us/index.html')).toBe(true));
    await settled(a);
    const folder = await inFolder(HOSTS.a);
    expect(objectsIn(server, 'fresh/')).toEqual(folder);
    expect(objectsIn(server)).toEqual(folder); // where it was before stays
    // Back where an export of this site is: what it no longer has goes.
    server.objects.set(`${PREFIX}old/index.html`, Buffer.from('old'));
    await save(a, { Prefix: PREFIX });
    await eventually(() => expect(server.objects.has(`${PREFIX}old/index.html`)).toBe(false));
    await settled(a);
    expect(objectsIn(server)).toEqual(folder);
  });

  it('is started by those who publish, and set up by those who manage settings', async () => {
    const author = (await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a })).browser;
    expect((await author.post(EXPORT)).status).toBe(403);
    const editor = (await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a })).browser;
    expect((await editor.get(EXPORT)).status).toBe(200);
    expect((await editor.post(`${EXPORT}/check`)).status).toBe(403);
    const { items } = (await a.get('/audit?action=site.export&outcome=done')).json() as {
      items: readonly object[];
    };
    expect(items.length).toBeGreaterThan(0);
  });
});

describe('the export into a bucket, when its process is killed', () => {
  const PAGES = 30;
  let server: S3Server;
  let site: EditorSite;
  let editor: EditorBrowser;
  const processes: RunningProcess[] = [];

  beforeAll(async () => {
    server = await startS3Server();
    // It serves only: what exports are the processes that the test starts.
    site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
    for (let index = 1; index <= PAGES; index += 1) {
      const { number } = await createArticle(editor, { title: `Page ${index}` });
      await publishArticle(editor, number);
    }
    expect((await save(editor, settingsOf(server))).status).toBe(200);
  });
  afterAll(async () => {
    for (const process of processes) await process.stop();
    await site.stop();
    await server.close();
  });

  it('goes on with what was missing, once, with two instances at it', async () => {
    const first = await startApi(site.database.url);
    server.behave('slow', { method: 'PUT' });
    await editor.post(EXPORT);
    await eventually(() => expect(server.objects.size).toBeGreaterThan(10));
    await first.kill();
    expect(server.objects.size).toBeLessThan(PAGES);
    expect(await stateOf(editor)).toMatchObject({ state: 'running', finishedAt: null });
    const before = server.calls.length;
    processes.push(...(await Promise.all([startApi(site.database.url), startApi(site.database.url)])));
    await editor.post(EXPORT);
    const { counts } = await settled(editor);
    const puts = server.calls.slice(before).filter(({ method }) => method === 'PUT');
    expect(new Set(puts.map(({ key }) => key)).size).toBe(puts.length);
    expect(counts).toMatchObject({ pages: PAGES, skipped: 0 });
    const pages = [...server.objects.keys()].filter((key) => /page-\d+\/index\.html$/.test(key));
    expect(pages).toHaveLength(PAGES);
    // Nothing is left to be done.
    const puttings = putsOf(server).length;
    expect((await exported(editor)).counts).toMatchObject({ written: 0, removed: 0 });
    expect(putsOf(server)).toHaveLength(puttings);
  });
});
