import { setTimeout as sleep } from 'node:timers/promises';
import { startBackend, startTcpBackend, type TestBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { exchangeRaw, open, send, toOctets } from './testing/raw-http.js';
import { withinAMinute } from './testing/within-a-minute.js';
import type { EdgeSettingsSource } from './settings.js';

const SUBMIT = '/_api/contact/submit';
const [node] = EDGE_PLATFORMS;

/** What depends on Node's own server and client. */
describe('Node adapter', () => {
  const stops: (() => Promise<void>)[] = [];
  let backend: TestBackend;

  async function startEdge(
    settings: EdgeSettingsSource = { BACKEND_URL: backend.url },
  ): Promise<RunningEdge> {
    if (!node) throw new Error('No such platform.');
    const edge = await node.start({ ZONE: 'example.test', ...settings });
    stops.push(() => edge.stop());
    return edge;
  }

  beforeEach(async () => {
    backend = await startBackend();
    stops.push(() => backend.stop());
  });
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  it('uses one connection to the backend for one request after the other', async () => {
    const edge = await startEdge();
    for (let count = 0; count < 5; count += 1)
      await send(edge.port, { method: 'POST', target: SUBMIT, body: '{}' });
    expect(backend.seen).toHaveLength(5);
    expect(backend.connections).toBe(1);
  });

  it.each([
    ['GET', 200, 2],
    ['POST', 503, 1],
  ])('when a kept connection turns out closed, a %s is answered %i', async (method, status, asked) => {
    const edge = await startEdge();
    await send(edge.port, { target: SUBMIT });
    backend.reset();
    let first = true;
    backend.answer = (response) => {
      if (first) response.socket?.resetAndDestroy();
      else response.end('again');
      first = false;
    };
    expect(
      await send(edge.port, { method, target: SUBMIT, body: method === 'POST' ? '{}' : undefined }),
    ).toMatchObject({
      status,
    });
    expect(backend.seen).toHaveLength(asked);
  });

  it('gives the backend up when the client has gone', async () => {
    const edge = await startEdge();
    const client = open(edge.port);
    const closed = new Promise<void>((resolve) => {
      backend.answer = (response) => {
        response.on('close', resolve);
        client.destroy();
      };
    });
    client.write(toOctets({ method: 'POST', target: SUBMIT, body: '{}' }));
    await withinAMinute(closed);
    expect(backend.seen).toHaveLength(1);
  });

  it('never makes a whole answer of one that broke off after it had begun (C-10)', async () => {
    backend.answer = (response) => {
      response.writeHead(200).write('first', () => setTimeout(() => response.socket?.resetAndDestroy(), 50));
    };
    const text = await withinAMinute(exchangeRaw((await startEdge()).port, toOctets({ target: SUBMIT })));
    expect(text).toContain('first');
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('ends the connection when the backend stalls in the middle of its body', async () => {
    backend.answer = (response) => void response.writeHead(200).write('first');
    const edge = await startEdge({ BACKEND_URL: backend.url, TIMEOUT_MS: '2000' });
    const text = await withinAMinute(exchangeRaw(edge.port, toOctets({ target: SUBMIT })));
    expect(text).toContain('first');
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
  });

  it.each([
    ['pauses', 1],
    ['trickles', 4],
  ])(
    'a client that %s longer than the backend may take is not the backend’s fault',
    async (_does, pieces) => {
      const edge = await startEdge({ BACKEND_URL: backend.url, TIMEOUT_MS: '2000' });
      const body = '{"name":"slow"}';
      const client = open(edge.port);
      const answered = new Promise<string>((resolve) => client.once('data', (data) => resolve(String(data))));
      const head = `POST ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\nContent-Length: ${body.length}\r\n\r\n`;
      client.write(head + body.slice(0, pieces));
      for (let sent = pieces; sent < body.length; sent += pieces * 4) {
        await sleep(2_500 / pieces);
        client.write(body.slice(sent, sent + pieces * 4));
      }
      expect(await withinAMinute(answered)).toMatch(/^HTTP\/1.1 200 /);
      expect(backend.seen.map((request) => request.body.toString())).toEqual([body]);
      client.destroy();
    },
  );

  it('takes no name behind user information for the host', async () => {
    const edge = await startEdge({ BACKEND_URL: backend.url, ZONE: undefined });
    const answer = await send(edge.port, { target: SUBMIT, host: 'evil.test@example.test' });
    expect(answer.status).toBe(404);
    expect(backend.seen).toEqual([]);
  });

  it('answers an HTTP/1.0 client that names no host with 404', async () => {
    expect(await exchangeRaw((await startEdge()).port, `GET ${SUBMIT} HTTP/1.0\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 404 /,
    );
    expect(backend.seen).toEqual([]);
  });

  const HEAD = `POST ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\n`;
  const HIDDEN = 'GET /editor HTTP/1.1\r\nHost: x\r\n\r\n';

  it.each([
    [
      'both Content-Length and Transfer-Encoding',
      `${HEAD}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    ],
    ['two different lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 35\r\n\r\n{}${HIDDEN}`],
    ['two lengths in one', `${HEAD}Content-Length: 2, 35\r\n\r\n{}${HIDDEN}`],
    ['a signed length', `${HEAD}Content-Length: +2\r\n\r\n{}`],
    ['a space before the colon', `${HEAD}Content-Length : 2\r\n\r\n{}`],
    ['an unknown last transfer coding', `${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['a transfer coding behind a vertical tab', `${HEAD}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`],
    ['a bad chunk size', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a folded header', `${HEAD}X-A: 1\r\n 2: 3\r\nTransfer-Encoding\r\n : chunked\r\n\r\n0\r\n\r\n`],
    ['lines that end in LF alone', `POST ${SUBMIT} HTTP/1.1\nHost: example.test\nContent-Length: 2\n\n{}`],
    ['lines that end in CR alone', `POST ${SUBMIT} HTTP/1.1\rHost: example.test\r\r`],
    ['a NUL in a header', `${HEAD}X-A: a\0b\r\n\r\n`],
    ['headers of 100 KB', `${HEAD}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['no Host', `POST ${SUBMIT} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`],
    ['HTTP/9.9', `POST ${SUBMIT} HTTP/9.9\r\nHost: example.test\r\n\r\n`],
    ['a space in the target', `POST ${SUBMIT} x HTTP/1.1\r\nHost: example.test\r\n\r\n`],
  ])('refuses %s, and the backend gets no request out of it (D-12)', async (_, octets) => {
    const text = await withinAMinute(exchangeRaw((await startEdge()).port, octets));
    expect(text).toMatch(/^HTTP\/1.1 4\d\d /);
    // The head of some was right and has been passed on; the backend never saw such a request whole.
    expect(backend.seen).toEqual([]);
  });

  it('takes pipelined requests for as many as they are, each by its own rules (D-12)', async () => {
    const edge = await startEdge();
    const body = '{"a":1}';
    const post = `POST ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const text = await exchangeRaw(edge.port, post + HIDDEN + post + toOctets({ target: SUBMIT }));
    expect([...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual([
      '200',
      '404',
      '200',
      '200',
    ]);
    expect(backend.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST ${SUBMIT}`,
      `POST ${SUBMIT}`,
      `GET ${SUBMIT}`,
    ]);
    expect(backend.seen[0]?.body.toString()).toBe(body);
  });

  it('has the backend answer one request of a connection at a time, and cuts off who sends many ahead (D-01)', async () => {
    const edge = await startEdge();
    let [asked, answered, most] = [0, 0, 0];
    backend.answer = (response) => {
      asked += 1;
      most = Math.max(most, asked - answered);
      setImmediate(() => {
        answered += 1;
        response.end('x'.repeat(100));
      });
    };
    const get = toOctets({ target: SUBMIT }).replace('Connection: close\r\n', '');
    const few = await exchangeRaw(edge.port, get.repeat(4) + toOctets({ target: SUBMIT }));
    expect([...few.matchAll(/HTTP\/1\.1 200 /g)]).toHaveLength(5);
    expect(most).toBe(1);
    asked = 0;
    await withinAMinute(exchangeRaw(edge.port, get.repeat(500)).catch(() => undefined)); // reset
    expect(asked).toBeLessThan(5);
  });

  it('asks the backend only once a short submission is there whole (D-01)', async () => {
    const edge = await startEdge();
    const client = open(edge.port);
    const answered = new Promise<string>((resolve) => client.once('data', (data) => resolve(String(data))));
    client.write(`POST ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\nContent-Length: 4\r\n\r\nab`);
    // Another one overtakes it, so the proxy has had its first octets.
    await send(edge.port, { method: 'POST', target: SUBMIT, body: '{}' });
    expect(backend.connections).toBe(1);
    client.write('cd');
    expect(await withinAMinute(answered)).toMatch(/^HTTP\/1.1 200 /);
    expect(backend.seen.map((request) => request.body.toString())).toEqual(['{}', 'abcd']);
    client.destroy();
  });

  it('frames a chunked body again, without its extensions and trailers (D-12)', async () => {
    const octets = `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\n{}\r\n0\r\nX-Late: 1\r\n\r\n`;
    expect(await exchangeRaw((await startEdge()).port, octets)).toMatch(/^HTTP\/1.1 200 /);
    expect(backend.seen).toHaveLength(1);
    expect(backend.seen[0]?.body.toString()).toBe('{}');
    expect(backend.seen[0]?.headers.has('x-late')).toBe(false);
  });

  it('never hands the octets after one answer of the backend to the next client (D-12)', async () => {
    const edge = await startEdge({ BACKEND_URL: (await twoFacedBackend()).url });
    const answers = [await send(edge.port, { target: SUBMIT }), await send(edge.port, { target: SUBMIT })];
    expect(answers.map(({ body }) => body)).toEqual(['ok', 'ok']);
  });

  /** Sends a second answer that nobody asked for right behind the first. */
  async function twoFacedBackend(): Promise<Pick<TestBackend, 'url' | 'stop'>> {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const started = await startTcpBackend((socket) => {
      socket.on('data', () => socket.write(`${answer}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`));
    });
    stops.push(() => started.stop());
    return started;
  }
});
