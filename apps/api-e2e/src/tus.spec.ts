import type { FileSummary, StorageUse } from '@sitedesk/contract/files';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Upload } from 'tus-js-client';
import { openApi } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { headersOf } from './harness/files.js';
import { type Running, TEST_DATA_DIR } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

const MEGABYTE = 1024 * 1024;
/** Larger ones take minutes. */
const UPLOAD_MEGABYTES = Number(process.env['UPLOAD_MEGABYTES'] ?? '8');
const CUTS = 20;

/** In front of several backends: each request goes to the next one. */
interface Balancer {
  readonly url: string;
  /** Requests that it still cuts off, and how many octets of each it lets through before that at most. */
  cuts: { left: number; octets: number };
  readonly server: Server;
}

async function balance(backends: readonly Running[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer((incoming, response) => {
    const { port } = backends[(turn += 1) % backends.length] ?? {};
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    let passed = 0;
    const most = method === 'PATCH' && balancer.cuts.left > 0 ? randomInt(1, balancer.cuts.octets) : Infinity;
    if (most < Infinity) balancer.cuts.left -= 1;
    incoming.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed < most) return void outgoing.write(chunk);
      outgoing.destroy();
      incoming.destroy();
    });
    incoming.on('end', () => outgoing.end()).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: { left: 0, octets: 1 },
    server,
  };
  return balancer;
}

describe('a foreign client of the tus protocol, at two instances in turn', () => {
  let site: EditorSite;
  let other: Running;
  let editor: EditorBrowser;
  let balancer: Balancer;

  beforeAll(async () => {
    site = await startEditorSite({ FILES__FILEMEGABYTES: '1000' });
    other = await openApi(site.database.url, { ...BEHIND_LOCAL_PROXY, FILES__FILEMEGABYTES: '1000' });
    editor = await site.administrator();
    balancer = await balance([site.api, other]);
  });
  afterAll(async () => {
    balancer.server.close();
    await other.stop();
    await site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  /** Uploads with the client as its authors made it. @returns the id of the file */
  const uploadBy = (name: string, octets: Buffer, chunkSize: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const upload = new Upload(octets, {
        endpoint: `${balancer.url}${EDITOR_PATH}/uploads`,
        headers: headersOf(editor),
        metadata: { filename: name },
        chunkSize,
        retryDelays: Array.from({ length: 40 }, () => 25),
        onError: reject,
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      });
      upload.start();
    });
  const fileOf = async (id: string): Promise<FileSummary> =>
    (await editor.get(`/files/${id}`)).json() as FileSummary; // the contract's word
  const hashOf = (octets: Buffer): string => createHash('sha256').update(octets).digest('hex');

  it('uploads many files at once (F-02)', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => randomBytes(200_000 + index));
    const ids = await Promise.all(contents.map((octets, index) => uploadBy(`${index}.bin`, octets, 70_000)));
    const files = await Promise.all(ids.map(fileOf));
    expect(files.map(({ name, hash }) => [name, hash])).toEqual(
      contents.map((octets, index) => [`${index}.bin`, hashOf(octets)]),
    );
  });

  it('goes on after each of many cuts, and the file is there once (F-01)', async () => {
    const before = (await editor.get('/files/storage')).json() as StorageUse; // as above
    const octets = randomBytes(UPLOAD_MEGABYTES * MEGABYTE);
    balancer.cuts = { left: CUTS, octets: Math.floor(octets.length / CUTS) };
    const id = await uploadBy('film.bin', octets, Infinity);
    expect(balancer.cuts.left).toBe(0);
    expect(await fileOf(id)).toMatchObject({ name: 'film.bin', hash: hashOf(octets), size: octets.length });
    const { items } = (await editor.get('/files?order=largest&limit=2')).json() as {
      items: readonly FileSummary[];
    }; // as above
    expect(items.map(({ name }) => name)).toEqual(['film.bin', '11.bin']);
    expect((await editor.get('/files/storage')).json()).toEqual({
      ...before,
      used: before.used + octets.length,
      reserved: 0,
    });
  });
});
