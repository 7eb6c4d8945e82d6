import { FILE_MESSAGES, type FileSummary, type StorageUse } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { freePort, type S3Server, startS3Server } from '@sitedesk/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { Upload } from 'tus-js-client';
import { createArticle, publishArticle } from './harness/articles.js';
import { openApi } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { BUCKET_PREFIX, bucketEnvironment } from './harness/file-stores.js';
import { beginUpload, headersOf, sendPart, tryUpload, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { type Running, TEST_DATA_DIR } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

const MEGABYTE = 1024 * 1024;
/** A request that the store leaves unanswered ends after a second. */
const PATIENCE_MS = 5_000;
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
  const away = { status: 503, code: 'unavailable', detail: FILE_MESSAGES.storeAway.text };
  const deleteFile = async ({ id }: FileSummary): Promise<void> => {
    await editor.post(`/files/${id}/trash`, {});
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
});
