import type { FileSummary, StorageUse } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { SystemReport } from '@sitedesk/contract/system';
import { freePort, type S3Server, startS3Server } from '@sitedesk/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { createArticle, publishArticle } from './harness/articles.js';
import { openApi } from './harness/backends.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { BUCKET_PREFIX, bucketEnvironment } from './harness/file-stores.js';
import { beginUpload, headersOf, sendPart, tryUpload, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { type Running, TEST_DATA_DIR } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

const MEGABYTE = 1024 * 1024;
/** A request that the store leaves unanswered ends after a second. */
const PATIENCE_MS = 5_000;
interface Changed {
  readonly bucket?: string;
  readonly region?: string;
  readonly [variable: `FILES_${string}`]: string;
}
const sha256 = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex');

describe('files in a bucket', () => {
  let server: S3Server;
  let site: EditorSite;
  let other: Running;
  let editor: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    server = await startS3Server({ region: 'eu-central-1', pageSize: 2 });
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    const env = { ...bucketEnvironment(server), SITE_PORT: String(port), FILES__FILEMEGABYTES: '1000' };
    site = await startEditorSite(env);
    other = await openApi(site.database.url, {
      ...BEHIND_LOCAL_PROXY,
      ...env,
      SITE_PORT: '0',
      DATA_DIR: `${TEST_DATA_DIR}-of-the-other`,
    });
    editor = await site.administrator();
  });
  afterEach(() => server.behave('ok'));
  afterAll(async () => {
    await other.stop();
    await site.stop();
    await server.close();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
    await rm(`${TEST_DATA_DIR}-of-the-other`, { recursive: true, force: true });
  });

  const keys = (part: string): readonly string[] =>
    [...server.objects.keys()].filter((key) => key.includes(part));
  const visit = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    call(siteUrl + path, { headers });
  const download = ({ id }: FileSummary): Promise<Answer> => editor.get(`/files/${id}/content`);
  const use = async (): Promise<StorageUse> => (await editor.get('/files/storage')).json() as StorageUse; // the contract's word
  const workFiles = (): Promise<readonly string[]> =>
    readdir(join(TEST_DATA_DIR, 'files-work')).catch(() => []);
  const away = { status: 503, code: 'unavailable' };
  const list = async (): Promise<readonly string[]> =>
    ((await editor.get('/files?limit=100')).json() as { items: readonly FileSummary[] }).items.map(
      ({ name }) => name,
    ); // as above
  const deleteFile = async ({ id }: FileSummary): Promise<void> => {
    await editor.post('/files/trash', { files: [id] });
    expect((await editor.delete(`/files/${id}`)).status).toBe(204);
  };

  it('are uploaded, downloaded and public, also in parts', async () => {
    const octets = randomBytes(300_000);
    const file = await upload(editor, 'film.bin', octets);
    expect(file).toMatchObject({ hash: sha256(octets), size: octets.length });
    const [key] = keys(file.hash);
    expect(keys(file.hash)).toHaveLength(1);
    expect(key).toMatch(new RegExp(`^${BUCKET_PREFIX}[0-9a-f-]{36}/blobs/../../${file.hash}$`));
    expect(server.objects.get(key ?? '')?.equals(octets)).toBe(true);
    expect((await download(file)).status).toBe(200);
    const shown = await visit(file.path);
    expect([shown.status, shown.headers['content-length']]).toEqual([200, '300000']);
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=1000-2999', 1_000, 2_999],
      ['bytes=299990-', 299_990, 299_999],
      ['bytes=-10', 299_990, 299_999],
    ] as const) {
      const part = await fetch(siteUrl + file.path, { headers: { range } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/300000`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(octets.subarray(start, end + 1))).toBe(true);
    }
    expect((await visit(file.path, { Range: 'bytes=300000-' })).status).toBe(416);
    expect((await call(siteUrl + file.path, { method: 'HEAD' })).headers['content-length']).toBe('300000');
    expect(keys('uploads/')).toEqual([]);
    expect(await workFiles()).toEqual([]);
  });

  it('arrive in parts at several instances that share no disk, and become one object', async () => {
    const elsewhere = new EditorBrowser(other.url, { 'X-Forwarded-For': '198.51.100.7' });
    await elsewhere.signIn(ADMINISTRATOR);
    const octets = randomBytes(MEGABYTE);
    const begun = await beginUpload(editor, 'parts.bin', octets.length);
    const path = String(begun.headers.location);
    const id = path.split('/').at(-1) ?? '';
    const ends = [100_000, 100_001, 700_000, octets.length];
    let offset = 0;
    for (const [index, next] of ends.entries()) {
      if (index === 3)
        expect(keys(`uploads/`).map((key) => key.split('/').at(-1))).toEqual(['0', '100000', '100001']);
      const browser = index % 2 === 0 ? editor : elsewhere;
      expect((await sendPart(browser, path, offset, octets.subarray(offset, next))).status).toBe(204);
      offset = next;
    }
    const file = (await editor.get(`/files/${id}`)).json() as FileSummary; // the contract's word
    expect(file.hash).toBe(sha256(octets));
    expect(server.objects.get(keys(file.hash)[0] ?? '')?.equals(octets)).toBe(true);
    expect([keys('uploads/'), await workFiles()]).toEqual([[], []]);
  });

  it('are uploaded by a foreign client in chunks, with a store that fails every now and then (F-18)', async () => {
    const octets = randomBytes(2 * MEGABYTE);
    // By chunks, not by time: a slow machine wouldn't get a request between two failures.
    let interrupted = 0;
    const fail = (): void => {
      interrupted += 1;
      server.behave('reset', { times: 3 });
    };
    fail();
    const id = await new Promise<string>((resolve, reject) => {
      const sender = new Upload(octets, {
        endpoint: `${editor.baseUrl}${EDITOR_PATH}/uploads`,
        headers: headersOf(editor),
        metadata: { filename: 'often.bin' },
        chunkSize: 300_000,
        retryDelays: Array.from({ length: 100 }, () => 100),
        onChunkComplete: fail,
        onError: reject,
        onSuccess: () => resolve(sender.url?.split('/').at(-1) ?? ''),
      });
      sender.start();
    });
    server.behave('ok');
    expect(interrupted).toBeGreaterThan(octets.length / 300_000);
    const file = (await editor.get(`/files/${id}`)).json() as FileSummary; // as above
    expect([file.hash, file.size]).toEqual([sha256(octets), octets.length]);
  });

  it.each(['reset', 'error-500', 'access-denied', 'silent', 'deaf'] as const)(
    'are refused with 503 while the store answers with "%s", and go on afterwards (F-18)',
    async (behaviour) => {
      const before = { used: (await use()).used, objects: server.objects.size };
      const octets = randomBytes(4 * MEGABYTE);
      const begun = await beginUpload(editor, 'later.bin', octets.length);
      const path = String(begun.headers.location);
      const middle = MEGABYTE;
      expect((await sendPart(editor, path, 0, octets.subarray(0, middle))).status).toBe(204);
      server.behave(behaviour);
      const startedAt = performance.now();
      for (const last of [2 * MEGABYTE, octets.length]) {
        const refused = await sendPart(editor, path, middle, octets.subarray(middle, last));
        expect(refused.json()).toMatchObject(away);
        expect(refused.headers).toMatchObject({
          'content-type': expect.stringContaining('application/problem+json'),
          'retry-after': '5',
        });
      }
      expect(performance.now() - startedAt).toBeLessThan(2 * PATIENCE_MS);
      const state = await editor.get(path.slice(EDITOR_PATH.length));
      expect(state.json()).toMatchObject({ offset: middle });
      expect(await list()).not.toContain('later.bin');
      server.behave('ok');
      expect(server.objects.size).toBe(before.objects + 1);
      expect((await sendPart(editor, path, middle, octets.subarray(middle))).status).toBe(204);
      const file = (await editor.get(`/files/${path.split('/').at(-1)}`)).json() as FileSummary; // as above
      expect(file.hash).toBe(sha256(octets));
      expect((await use()).used).toBe(before.used + octets.length);
      await deleteFile(file);
      await eventually(() => expect(server.objects.size).toBe(before.objects));
      expect(await workFiles()).toEqual([]);
    },
  );

  it('are never there by half: what is cut off is sent again', async () => {
    const octets = randomBytes(MEGABYTE);
    server.behave('cut', { method: 'PUT', times: 1 });
    const file = await upload(editor, 'cut.bin', octets);
    expect(server.objects.get(keys(file.hash)[0] ?? '')?.equals(octets)).toBe(true);
    server.behave('cut', { method: 'PUT' });
    const refused = await tryUpload(editor, 'half.bin', randomBytes(MEGABYTE));
    expect(refused.json()).toMatchObject(away);
    expect(await list()).not.toContain('half.bin');
  });

  it('of visitors end with an error when the store stops in the middle, and pages in memory go on (F-18)', async () => {
    const { number } = await createArticle(editor, { title: 'In memory', slug: 'in-memory' });
    await publishArticle(editor, number);
    const file = await upload(editor, 'long.bin', randomBytes(MEGABYTE));
    expect((await visit('/in-memory')).status).toBe(200);
    for (const behaviour of ['cut', 'stall'] as const) {
      server.behave(behaviour, { method: 'GET', key: /blobs/ });
      const response = await fetch(siteUrl + file.path);
      await expect(response.arrayBuffer()).rejects.toThrow();
      await expect(editor.get(`/files/${file.id}/content`)).rejects.toThrow();
    }
    for (const behaviour of ['reset', 'silent'] as const) {
      server.behave(behaviour);
      expect((await visit(file.path)).status).toBe(503);
      expect((await download(file)).json()).toMatchObject(away);
      expect((await visit('/in-memory')).status).toBe(200);
    }
    server.behave('ok');
    expect((await visit(file.path)).status).toBe(200);
  });

  it('as pictures have variants that are made once, and go with them', async () => {
    const image = sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } });
    const file = await upload(editor, 'shop.png', await image.png().toBuffer());
    const thumbnail = (): Promise<Answer> => editor.get(`/files/${file.id}/thumbnail`);
    for (const answer of [
      await thumbnail(),
      await thumbnail(),
      await visit(file.path),
      await visit(file.path),
    ])
      expect(answer.status).toBe(200);
    const variants = keys(file.hash).filter((key) => key.includes('/variants/'));
    expect(variants.map((key) => key.split('/').at(-1)).sort()).toEqual(['320-webp', 'full']);
    const made = server.calls.filter(({ method, key }) => method === 'PUT' && variants.includes(key));
    expect(made).toHaveLength(2);
    const full = server.objects.get(variants.find((key) => key.endsWith('full')) ?? '');
    expect(await sharp(full).metadata()).toMatchObject({ format: 'png', width: 900 });
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>';
    const svg = await upload(editor, 'drawing.svg', drawing);
    expect((await visit(svg.path)).text).not.toContain('script');
    await deleteFile(file);
    await eventually(() => expect(keys(file.hash)).toEqual([]));
    expect(await workFiles()).toEqual([]);
  });

  it('go from the bucket when the store is back, and uploads don’t wait for that', async () => {
    const file = await upload(editor, 'gone.txt', 'Gone soon');
    server.behave('silent');
    await deleteFile(file);
    expect((await visit(file.path)).status).toBe(404);
    const startedAt = performance.now();
    for (let index = 0; index < 5; index += 1) {
      const begun = await beginUpload(editor, 'begun.txt', 100);
      expect(begun.status).toBe(201);
      await editor.delete(String(begun.headers.location).slice(EDITOR_PATH.length));
    }
    expect(performance.now() - startedAt).toBeLessThan(2 * PATIENCE_MS);
    expect(keys(file.hash)).toHaveLength(1);
    server.behave('ok');
    await eventually(() => expect(keys(file.hash)).toEqual([]));
  });

  it('are sent as one archive', async () => {
    const [one, two] = [
      await upload(editor, 'one.txt', 'The first'),
      await upload(editor, 'two.txt', 'The second'),
    ];
    const zip = await editor.get(`/files/zip?files=${one.id},${two.id}`);
    expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(zip.text.startsWith('PK')).toBe(true);
  });

  describe('on the system page', () => {
    const check = async (url: string): Promise<unknown> => {
      const browser = new EditorBrowser(url, { 'X-Forwarded-For': '198.51.100.8' });
      await browser.signIn(ADMINISTRATOR);
      const { checks } = (await browser.get('/system')).json() as SystemReport; // the contract's word
      return checks.find((each) => each.check === 'storage');
    };

    it('can be stored and read, and the check leaves nothing', async () => {
      const place = `the bucket "files" at ${server.url}`;
      expect(await check(site.api.url)).toMatchObject({
        status: 'ok',
        code: 'storage-ok',
        facts: [{ key: 'place', value: place }],
      });
      expect(keys('check/')).toEqual([]);
    });

    it.each([
      ['reset', 'storage-away'],
      ['error-500', 'storage-away'],
      ['access-denied', 'storage-denied'],
      ['silent', 'storage-away'],
    ] as const)('can’t while the store answers with "%s"', async (behaviour, code) => {
      server.behave(behaviour);
      expect(await check(site.api.url)).toMatchObject({ status: 'failed', code });
    });

    it.each([
      ['storage-secret', { FILES_SECRET_ACCESS_KEY: 'wrong' }],
      ['storage-key', { FILES_ACCESS_KEY_ID: 'stranger' }],
      ['storage-bucket', { bucket: 'another' }],
      ['storage-region', { region: 'us-west-2' }],
    ] as const)(
      'say %s',
      async (code, { bucket = server.bucket, region = server.region, ...env }: Changed) => {
        const wrong = await openApi(site.database.url, {
          ...BEHIND_LOCAL_PROXY,
          ...bucketEnvironment({ ...server, bucket, region }),
          ...env,
        });
        const found = await check(wrong.url);
        expect(found).toMatchObject({ status: 'failed', code });
        expect(JSON.stringify(found)).not.toContain(server.secretAccessKey);
        await wrong.stop();
      },
    );
  });
});
