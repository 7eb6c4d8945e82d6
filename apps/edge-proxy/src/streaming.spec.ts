import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startBackend, type TestBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { open, toOctets } from './testing/raw-http.js';
import { withinAMinute } from './testing/within-a-minute.js';

const TARGET = '/_api/contact/submit';

describe.each(EDGE_PLATFORMS)('bodies through the edge proxy on $platform', ({ start }) => {
  let backend: TestBackend;
  let edge: RunningEdge;
  let client: Socket;
  let listener: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    backend = await startBackend((request, response) => listener(request, response));
    edge = await start({ BACKEND_URL: backend.url, ZONE: 'example.test' });
  });
  beforeEach(() => {
    client = open(edge.port);
  });
  afterEach(() => client.destroy());
  afterAll(async () => {
    await edge.stop();
    await backend.stop();
  });

  it('streams an answer: its first part arrives before the backend has sent the last', async () => {
    let finish: () => void = () => undefined;
    listener = (_, response) => {
      response.write('first');
      finish = () => response.end('last');
    };
    client.write(toOctets({ target: TARGET }));
    await withinAMinute(received(client, 'first'));
    finish();
    await withinAMinute(received(client, 'last'));
  });

  it('streams a submission: its first part is there before the client has sent the last', async () => {
    const first = new Promise<IncomingMessage>((resolve) => {
      listener = (request, response) => {
        request.once('data', () => resolve(request));
        request.on('end', () => response.end('done'));
      };
    });
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    client.write(toOctets({ method: 'POST', target: TARGET, headers }));
    client.write('5\r\nfirst\r\n');
    const request = await withinAMinute(first);
    expect(request.readableEnded).toBe(false);
    const done = received(client, 'done');
    client.write('4\r\nlast\r\n0\r\n\r\n');
    await withinAMinute(done);
  });

  it('carries large bodies both ways whole, whatever their length', async () => {
    listener = (request, response) => void request.pipe(response);
    const body = 'abcdefgh'.repeat(40_000);
    client.write(toOctets({ method: 'POST', target: TARGET, body: `${body}#` }));
    const text = await withinAMinute(received(client, '#'));
    expect(text.replace(/\r\n[0-9a-f]+\r\n/g, '').split('abcdefgh').length - 1).toBeGreaterThan(39_900);
  });

  it('passes on an answer that comes before the submission is complete', async () => {
    listener = (_, response) => void response.writeHead(413, { 'content-length': '3' }).end('big');
    client.write(toOctets({ method: 'POST', target: TARGET, headers: ['Transfer-Encoding: chunked'] }));
    client.write('5\r\nfirst\r\n');
    expect(await withinAMinute(received(client, 'big'))).toContain(' 413 ');
  });

  it('forwards compressed answers so that they can be read', async () => {
    const { gzipSync, gunzipSync } = await import('node:zlib');
    const packed = gzipSync('squeezed '.repeat(100));
    listener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed);
    };
    const answer = await fetchBytes(edge.port);
    expect(gunzipSync(answer).toString()).toBe('squeezed '.repeat(100));
  });
});

/** All that has come once this text is in it. */
async function received(socket: Socket, text: string): Promise<string> {
  let all = '';
  while (!all.includes(text)) {
    const [chunk] = await once(socket, 'data');
    all += String(chunk);
  }
  return all;
}

/** Octets of the body as they came over the wire, without the framing. */
async function fetchBytes(port: number): Promise<Buffer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const headers = { host: 'example.test', 'accept-encoding': 'gzip' };
    request({ port, host: '127.0.0.1', path: TARGET, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    })
      .on('error', reject)
      .end();
  });
}
