import type { FileSummary } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { StorageCheck, StorageView } from '@sitedesk/contract/site-storage';
import type { SystemReport } from '@sitedesk/contract/system';
import { freePort, type S3Server, startS3Server } from '@sitedesk/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { runCommand } from './faults/support/command.js';
import { openApi } from './harness/backends.js';
import { EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { headersOf, tryUpload, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type Running, type RunningProcess, startApi, TEST_DATA_DIR } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';
import { MULTI } from './harness/tenants.js';

const PREFIX = 'sites/a/';
const FILES = 8;

const settingsOf = (server: S3Server): Readonly<Record<string, string>> => ({
  Endpoint: server.url,
  Bucket: server.bucket,
  Prefix: PREFIX,
  Region: server.region,
  AccessKeyId: server.accessKeyId,
  SecretAccessKey: server.secretAccessKey,
});
const EMPTY = Object.fromEntries(
  ['Endpoint', 'Bucket', 'Prefix', 'Region', 'AccessKeyId', 'SecretAccessKey'].map((name) => [name, null]),
);
const view = async (editor: EditorBrowser): Promise<StorageView> =>
  (await editor.get('/storage')).json() as StorageView; // the contract's word
const save = async (
  editor: EditorBrowser,
  values: Readonly<Record<string, string | null>>,
): Promise<Answer> => {
  const { version } = await view(editor);
  return editor.put('/storage', { values }, { 'If-Match': `"v${version}"` });
};
const check = async (editor: EditorBrowser): Promise<StorageCheck> =>
  (await editor.post('/storage/check')).json() as StorageCheck; // as above
const settled = (editor: EditorBrowser): Promise<StorageView['storage']> =>
  eventually(async () => {
    const { storage } = await view(editor);
    expect(storage).toMatchObject({ state: 'settled', next: 'none' });
    return storage;
  });
const moved = async (editor: EditorBrowser): Promise<StorageView['storage']> => {
  expect((await editor.post('/storage/move')).status).toBe(202);
  return settled(editor);
};
const sha256 = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex');

/** What a site has, and whether all of it is served. */
class Shelf {
  readonly files: FileSummary[] = [];

  async add(editor: EditorBrowser, name: string, content: Buffer): Promise<FileSummary> {
    const file = await upload(editor, name, content);
    this.files.push(file);
    return file;
  }

  async expectServed(editor: EditorBrowser): Promise<void> {
    for (const { id, name, hash } of this.files) {
      const url = `${editor.baseUrl}${EDITOR_PATH}/files/${id}/content`;
      const answer = await fetch(url, { headers: headersOf(editor) });
      const octets = Buffer.from(await answer.arrayBuffer());
      expect([name, answer.status, sha256(octets)]).toEqual([name, 200, hash]);
    }
  }
}

describe('a bucket of a site', () => {
  let server: S3Server;
  let elsewhere: S3Server;
  let sites: TwoEditorSites;
  let other: Running;
  let siteUrl: string;
  let a: EditorBrowser;
  let b: EditorBrowser;
  /** The same person at the other instance. */
  let there: EditorBrowser;
  let ids: { readonly a: string; readonly b: string };
  const ofA = new Shelf();
  const ofB = new Shelf();

  const keys = (part: string): readonly string[] =>
    [...server.objects.keys()].filter((key) => key.includes(part));
  /** Contents of a site in the folder of the server. */
  const onDisk = async (tenantId: string): Promise<readonly string[]> =>
    (await readdir(join(TEST_DATA_DIR, 'files', tenantId, 'blobs'), { recursive: true }).catch(() => []))
      .map((path) => path.split('/').at(-1) ?? '')
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .toSorted();
  const run = (name: 'archive' | 'files' | 'keys' | 'tenant', ...args: readonly string[]): Promise<string> =>
    runCommand(name, args, sites.site.database.url, {
      ...MULTI,
      DATA_DIR: TEST_DATA_DIR,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
  const visit = (path: string): Promise<Answer> => call(siteUrl + path, { headers: { Host: HOSTS.a } });
  const stateOfCheck = async (): Promise<string | undefined> => {
    const { checks } = (await a.get('/system')).json() as SystemReport; // the contract's word
    return checks.find((each) => each.check === 'site-storage')?.code;
  };
  const remove = async ({ id }: FileSummary): Promise<void> => {
    await a.post('/files/trash', { files: [id] });
    expect((await a.delete(`/files/${id}`)).status).toBe(204);
    ofA.files.splice(
      ofA.files.findIndex((file) => file.id === id),
      1,
    );
  };

  beforeAll(async () => {
    server = await startS3Server({ region: 'eu-central-1', pageSize: 5, bucket: 'files-of-a' });
    elsewhere = await startS3Server({ bucket: 'other-files' });
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    other = await openApi(sites.site.database.url, { ...MULTI, ...BEHIND_LOCAL_PROXY });
    there = new EditorBrowser(other.url, a.ownHeaders);
    for (const [name, value] of a.cookies) there.cookies.set(name, value);
    there.csrfToken = a.csrfToken;
    const rows = await sites.site.database.query<{ hostname: string; id: string }>(
      'SELECT hostname, tenant_id AS id FROM tenant_hostname',
    );
    const idOf = (host: string): string => rows.find(({ hostname }) => hostname === host)?.id ?? '';
    ids = { a: idOf(HOSTS.a), b: idOf(HOSTS.b) };
    for (let index = 0; index < FILES; index += 1) await ofA.add(a, `${index}.bin`, randomBytes(5_000));
    const image = sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } });
    const picture = await ofA.add(a, 'shop.png', await image.png().toBuffer());
    expect((await visit(picture.path)).status).toBe(200);
    await ofB.add(b, 'of-b.bin', randomBytes(5_000));
  });
  afterEach(() => server.behave('ok'));
  afterAll(async () => {
    await other.stop();
    await sites.site.stop();
    await Promise.all([server.close(), elsewhere.close()]);
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('is checked step by step, and leaves nothing behind', async () => {
    expect((await view(a)).storage).toMatchObject({ state: 'settled', place: null, next: 'none' });
    expect((await a.post('/storage/move')).json()).toMatchObject({ reason: 'site-storage.nothing' });
    expect((await a.post('/storage/check')).json()).toMatchObject({ reason: 'site-storage.incomplete' });
    expect((await save(a, { Bucket: 'UPPER' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: expect.stringContaining('Bucket') as string }],
    });
    expect((await save(a, settingsOf(server))).status).toBe(200);
    expect(JSON.stringify(await view(a))).not.toContain(server.secretAccessKey);
    expect(await check(a)).toMatchObject({ ok: true });
    const failed = async (): Promise<string | undefined> =>
      (await check(a)).steps.find(({ outcome }) => outcome === 'failed')?.step;
    for (const [changed, step] of [
      [{ AccessKeyId: 'unknown' }, 'credentials'],
      [{ SecretAccessKey: 'wrong' }, 'credentials'],
      [{ Bucket: 'another-one' }, 'bucket'],
      [{ Region: 'us-east-1' }, 'bucket'],
      [{ Endpoint: 'http://127.0.0.1:1', SecretAccessKey: 'x' }, 'connect'],
      // Not one of the addresses that the server may reach.
      [{ Endpoint: 'http://10.255.0.1', SecretAccessKey: 'x' }, 'connect'],
      [{ Endpoint: 'http://bucket.invalid', SecretAccessKey: 'x' }, 'dns'],
    ] as const) {
      expect((await save(a, changed)).status).toBe(200);
      expect([changed, await failed()]).toEqual([changed, step]);
      await save(a, settingsOf(server));
    }
    for (const [method, step] of [
      ['PUT', 'write'],
      ['DELETE', 'delete'],
    ] as const) {
      server.behave('access-denied', { method });
      expect([method, await failed()]).toEqual([method, step]);
      server.behave('ok');
    }
    server.objects.clear(); // what couldn't be deleted just now
    server.behave('access-denied', { method: 'GET', key: /check/ });
    expect(await failed()).toBe('read');
    server.behave('ok');
    expect(server.objects.size).toBe(0);
    // Keys are for one service: another URL forgets the secret.
    await save(a, { Endpoint: elsewhere.url });
    expect((await view(a)).storage.next).toBe('incomplete');
    expect((await a.post('/storage/move')).json()).toMatchObject({ reason: 'site-storage.incomplete' });
    await save(a, settingsOf(server));
  });

  it('has no file before someone moves them there, and is left alone if it can’t be used', async () => {
    const file = await ofA.add(a, 'before.bin', randomBytes(100));
    expect(keys(file.hash)).toEqual([]);
    expect((await view(a)).storage).toMatchObject({ place: null, next: 'move' });
    await save(a, { SecretAccessKey: 'wrong' });
    expect((await a.post('/storage/move')).json()).toMatchObject({ reason: 'site-storage.checkFailed' });
    expect((await view(a)).storage).toMatchObject({ state: 'settled', place: null });
    await save(a, settingsOf(server));
    const editor = (await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a })).browser;
    expect((await editor.get('/storage')).status).toBe(403);
    await sites.site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await a.post('/storage/move')).json()).toMatchObject({ code: 'recent-sign-in-required' });
    expect((await save(a, { Prefix: 'else' })).json()).toMatchObject({ code: 'recent-sign-in-required' });
    await sites.site.database.query('UPDATE session SET authenticated_at = now()');
    await ofA.expectServed(a);
  });

  it('gets every file while people upload, read and delete, at two instances (F-19)', async () => {
    server.behave('slow', { method: 'PUT', key: /blobs/ });
    expect((await a.post('/storage/move')).status).toBe(202);
    const [gone] = ofA.files;
    if (gone) await remove(gone);
    const added = await ofA.add(there, 'in-between.bin', randomBytes(3_000));
    await ofA.expectServed(there);
    const { storage } = await view(there);
    expect(storage).toMatchObject({ place: `s3://files-of-a/${PREFIX} (${server.url})`, formerPlace: null });
    await ofB.add(b, 'of-b-too.bin', randomBytes(3_000));
    const done = await settled(a);
    expect(done).toMatchObject({ problems: [], error: null, leftover: null });
    expect(done.moved.contents).toBeGreaterThanOrEqual(FILES);
    expect(
      keys('/blobs/')
        .map((key) => key.split('/').at(-1))
        .toSorted(),
    ).toEqual(ofA.files.map(({ hash }) => hash).toSorted());
    expect(keys(added.hash)).toHaveLength(1);
    expect(keys('/variants/').length).toBeGreaterThan(0);
    expect([...server.objects.keys()].every((key) => key.startsWith(`${PREFIX}${ids.a}/`))).toBe(true);
    await eventually(async () => expect(await onDisk(ids.a)).toEqual([]));
    expect(await onDisk(ids.b)).toEqual(ofB.files.map(({ hash }) => hash).toSorted());
    for (const editor of [a, there]) await ofA.expectServed(editor);
    for (const { path } of ofA.files) expect((await visit(path)).status).toBe(200);
    await ofB.expectServed(b);
    expect(await stateOfCheck()).toBe('site-storage-ok');
    expect((await a.get('/audit?action=storage.move&outcome=done')).text).toContain('files-of-a');
    expect((await b.get('/audit?action=storage.move&outcome=done')).text).not.toContain('files-of-a');
    const verified = await run('files', 'verify');
    expect(verified).toContain(`All ${ofA.files.length + ofB.files.length} contents`);
  });

  it('has what is uploaded, made and deleted from now on', async () => {
    const image = sharp({ create: { width: 700, height: 200, channels: 3, background: 'navy' } });
    const picture = await ofA.add(a, 'new.png', await image.png().toBuffer());
    expect((await visit(picture.path)).status).toBe(200);
    expect(keys(picture.hash).length).toBeGreaterThan(1); // with what was made of it
    expect(await onDisk(ids.a)).toEqual([]);
    await remove(picture);
    await eventually(() => expect(keys(picture.hash)).toEqual([]));
    // Keys that are stored are those that are used: encrypted, and with new master keys as well.
    const [row] = await sites.site.database.query<{ location: string }>('SELECT location FROM site_storage');
    expect(row?.location).toMatch(/^pd:v1:/);
    await run('keys', 'rotate');
    const [rotated] = await sites.site.database.query<{ location: string }>(
      'SELECT location FROM site_storage',
    );
    expect(rotated?.location).not.toBe(row?.location);
    await ofA.expectServed(there);
  });

  it('is refused with a reason while it is away, and nothing of another site is (F-18)', async () => {
    server.behave('error-500');
    expect(await tryUpload(a, 'lost.bin', randomBytes(100))).toMatchObject({ status: 503 });
    expect((await a.get(`/files/${ofA.files[0]?.id ?? ''}/content`)).json()).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
    expect(await stateOfCheck()).toBe('site-storage-failed');
    const archive = run('archive', 'export', '--tenant', HOSTS.a, '--to', join(TEST_DATA_DIR, 'a.zip'));
    await expect(archive).rejects.toThrow(/Files can’t be stored or read at the moment: .*InternalError/);
    await ofB.add(b, 'meanwhile.bin', randomBytes(100));
    await ofB.expectServed(b);
    server.behave('ok');
    await ofA.expectServed(a);
  });

  it('moves back, once what is missing was dealt with', async () => {
    const [missing, damaged] = ofA.files;
    if (!missing || !damaged) throw new Error('There are no files.');
    const keyOf = ({ hash }: FileSummary): string => keys(`/blobs/`).find((key) => key.endsWith(hash)) ?? '';
    server.objects.delete(keyOf(missing));
    server.objects.set(keyOf(damaged), randomBytes(damaged.size));
    await save(a, EMPTY);
    expect((await view(a)).storage).toMatchObject({ target: null, next: 'move' });
    expect((await a.post('/storage/move')).status).toBe(202);
    const held = await eventually(async () => {
      const { storage } = await view(a);
      expect(storage.state).toBe('held');
      return storage;
    });
    expect(held).toMatchObject({
      next: 'continue',
      nextAttemptAt: null,
      errorCode: { code: 'site-storage.problems' },
    });
    expect(held.problems.map(({ name, problem }) => `${name} ${problem}`).toSorted()).toEqual(
      [`${damaged.name} damaged`, `${missing.name} missing`].toSorted(),
    );
    expect((await a.get('/dashboard/attention')).text).toContain('"storage-move-held"');
    expect(keys('/blobs/').length).toBeGreaterThan(0); // nothing is deleted before everything is there
    await remove(missing);
    await remove(damaged);
    await ofA.expectServed(there);
    expect(await moved(a)).toMatchObject({ place: null, leftover: null, problems: [] });
    await eventually(() => expect(keys('/blobs/')).toEqual([]));
    expect(keys('/variants/')).toEqual([]);
    expect(await onDisk(ids.a)).toEqual(ofA.files.map(({ hash }) => hash).toSorted());
    for (const editor of [a, there]) await ofA.expectServed(editor);
    expect((await a.get('/dashboard/attention')).text).not.toContain('"storage-move-held"');
  });

  it('isn’t the place where files already are, by whatever name', async () => {
    await save(a, settingsOf(server));
    await moved(a);
    const before = keys('/blobs/');
    const alias = server.url.replace('127.0.0.1', 'localhost');
    await save(a, { ...settingsOf(server), Endpoint: alias });
    const refused = await a.post('/storage/move');
    // Where this machine's name isn't among the addresses that may be reached, it is refused as such.
    expect(refused.json()).toMatchObject({ status: 409 });
    expect(keys('/blobs/')).toEqual(before);
    await save(a, settingsOf(server));
    await ofA.expectServed(a);
  });

  it('turns around in the middle, and says where files couldn’t be deleted', async () => {
    await save(a, { ...settingsOf(elsewhere), Prefix: null });
    elsewhere.behave('error-500', { method: 'PUT', key: /blobs\/[8-f]/ });
    expect((await a.post('/storage/move')).status).toBe(202);
    await eventually(async () => expect((await view(a)).storage.state).toBe('held'));
    let content = randomBytes(500);
    while (!/^[0-7]/.test(sha256(content))) content = randomBytes(500);
    const added = await ofA.add(there, 'to-the-new-one.bin', content);
    expect([...elsewhere.objects.keys()].some((key) => key.endsWith(added.hash))).toBe(true);
    await ofA.expectServed(a);
    await save(b, { ...settingsOf(elsewhere), Prefix: null });
    await save(a, EMPTY);
    expect((await view(a)).storage.next).toBe('wait');
    expect((await a.post('/storage/move')).json()).toMatchObject({ reason: 'site-storage.wait' });
    await save(a, settingsOf(server));
    expect((await view(a)).storage.next).toBe('back');
    elsewhere.behave('access-denied', { method: 'DELETE', key: /blobs/ });
    const back = await moved(a);
    expect(back.place).toContain('files-of-a');
    expect(back.leftover).toContain('other-files');
    elsewhere.behave('ok');
    expect(keys(added.hash)).toHaveLength(1);
    await ofA.expectServed(there);
    // Both sites in one bucket have nothing of each other.
    await moved(b);
    await ofB.expectServed(b);
    const own = [...elsewhere.objects.keys()].filter((key) => key.startsWith(ids.b));
    expect(own.filter((key) => key.includes('/blobs/'))).toHaveLength(ofB.files.length);
  });

  it('loses what it has when its site is removed', async () => {
    expect(keys('/blobs/').length).toBeGreaterThan(0);
    await run('tenant', 'remove', HOSTS.a, HOSTS.a);
    expect(server.objects.size).toBe(0);
    await ofB.expectServed(b);
  });
});

describe('a move of files whose process is killed', () => {
  const MANY = 60;
  let server: S3Server;
  let site: EditorSite;
  let editor: EditorBrowser;
  const shelf = new Shelf();
  const processes: RunningProcess[] = [];

  beforeAll(async () => {
    server = await startS3Server();
    // It serves only: what moves are the processes that the test starts.
    site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
    for (let index = 0; index < MANY; index += 1) await shelf.add(editor, `${index}.bin`, randomBytes(2_000));
    expect((await save(editor, settingsOf(server))).status).toBe(200);
  });
  afterAll(async () => {
    for (const process of processes) await process.stop();
    await site.stop();
    await server.close();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('goes on where it was, once, with two instances at it (F-19)', async () => {
    const first = await startApi(site.database.url);
    server.behave('slow', { method: 'PUT', key: /blobs/ });
    expect((await editor.post('/storage/move')).status).toBe(202);
    await eventually(async () =>
      expect((await view(editor)).storage.moved.contents).toBeGreaterThanOrEqual(20),
    );
    await first.kill();
    const { storage } = await view(editor);
    expect(storage).toMatchObject({ state: 'moving', total: { contents: MANY } });
    expect(server.objects.size).toBeLessThan(MANY);
    await shelf.expectServed(editor);
    const before = server.calls.length;
    server.behave('ok');
    processes.push(...(await Promise.all([startApi(site.database.url), startApi(site.database.url)])));
    expect(await settled(editor)).toMatchObject({ moved: { contents: MANY }, problems: [], error: null });
    const puts = server.calls
      .slice(before)
      .flatMap(({ method, key }) => (method === 'PUT' && key.includes('/blobs/') ? [key] : []));
    expect(new Set(puts).size).toBe(puts.length);
    expect(puts.length).toBeLessThan(MANY);
    expect(server.objects.size).toBe(MANY);
    await shelf.expectServed(editor);
  });
});
