import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import { closedPort, startBackend, startTcpBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { send, type RawAnswer } from './testing/raw-http.js';
import { withinAMinute } from './testing/within-a-minute.js';

const SUBMIT = '/_api/contact/submit';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
/** For backends that never answer, and for those that do, however busy the machine is. */
const TIMEOUT_MS = { short: 400, long: 30_000 };

describe.each(EDGE_PLATFORMS)('edge proxy on $platform with a failing backend', ({ start }) => {
  const stops: (() => Promise<void>)[] = [];

  async function edgeFor(
    backend: { readonly url: string; stop?(): Promise<void> },
    timeoutMs = TIMEOUT_MS.short,
  ): Promise<RunningEdge> {
    const edge = await start({
      BACKEND_URL: backend.url,
      ZONE: 'example.test',
      TIMEOUT_MS: String(timeoutMs),
    });
    stops.push(() => edge.stop());
    if (backend.stop) stops.push(() => backend.stop?.() ?? Promise.resolve());
    return edge;
  }

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  async function expectUnavailable(edge: RunningEdge): Promise<void> {
    for (const method of ['GET', 'POST']) {
      const headers = ['Origin: https://example.test'];
      const body = method === 'POST' ? '{}' : undefined;
      const answer = await withinAMinute(send(edge.port, { method, target: SUBMIT, headers, body }));
      expectServiceUnavailable(answer);
    }
  }

  it('answers 503 when the backend refuses connections (C-10)', async () => {
    await expectUnavailable(await edgeFor({ url: `http://127.0.0.1:${await closedPort()}` }));
  });

  it.each([
    ['de', 'de-CH, de;q=0.9, en;q=0.8'],
    ['en', 'fr, en;q=0.5'],
  ] as const)(
    'answers a browser that sends the form itself with a page in its language, %s (C-10)',
    async (language, wanted) => {
      const edge = await edgeFor({ url: `http://127.0.0.1:${await closedPort()}` });
      const headers = [
        FORM,
        'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
        `Accept-Language: ${wanted}`,
      ];
      const answer = await send(edge.port, { method: 'POST', target: SUBMIT, headers, body: 'name=Anna' });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('content-type')).toEqual(['text/html; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toEqual(['no-store']);
      expect(answer.headers.get('retry-after')).toEqual(['5']);
      const html = Buffer.from(answer.body, 'latin1').toString();
      const { refusedTitle, unavailable, goBack } = VISITOR_TEXTS[language];
      for (const part of [`<html lang="${language}">`, `<h1>${refusedTitle}</h1>`, unavailable, goBack])
        expect(html).toContain(part);
      const [nonce] = /'nonce-[^']+'/.exec(answer.headers.get('content-security-policy')?.[0] ?? '') ?? [];
      expect(html).toContain(`<style ${nonce?.slice(1, -1).replace('-', '="')}">`);
    },
  );

  it('answers a program that sends a form with the contact result (C-10)', async () => {
    const edge = await edgeFor({ url: `http://127.0.0.1:${await closedPort()}` });
    const headers = [FORM, 'Accept: */*'];
    expectServiceUnavailable(
      await send(edge.port, { method: 'POST', target: SUBMIT, headers, body: 'name=Anna' }),
    );
  });

  it('answers 503 when the name of the backend leads nowhere (C-10)', async () => {
    await expectUnavailable(await edgeFor({ url: 'http://backend.invalid' }));
  });

  it('answers 503 when the backend accepts and closes (C-10)', async () => {
    await expectUnavailable(await edgeFor(await startTcpBackend((socket) => socket.end())));
  });

  it('answers 503 when the backend resets on the request (C-10)', async () => {
    const backend = await startTcpBackend((socket) => socket.once('data', () => socket.resetAndDestroy()));
    await expectUnavailable(await edgeFor(backend));
  });

  it('answers 503 when the backend resets in the middle of its headers (C-10)', async () => {
    const backend = await startTcpBackend((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy()));
    });
    await expectUnavailable(await edgeFor(backend));
  });

  it('answers 503 when the backend sends headers and closes before its body (C-10)', async () => {
    const backend = await startTcpBackend((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n'));
    });
    await expectUnavailable(await edgeFor(backend));
  });

  it('answers 503 when the backend speaks no HTTP (C-10)', async () => {
    const backend = await startTcpBackend((socket) =>
      socket.once('data', () => socket.end('SSH-2.0-x\r\n\r\n')),
    );
    await expectUnavailable(await edgeFor(backend));
  });

  it('answers 503 when the backend accepts and says nothing (C-10)', async () => {
    await expectUnavailable(await edgeFor(await startTcpBackend(() => undefined)));
  });

  it('answers 503 when the backend is slower than the deadline, and sends a submission once (C-10)', async () => {
    const backend = await startBackend();
    backend.answer = () => undefined;
    await expectUnavailable(await edgeFor(backend, 3_000)); // enough for the request to arrive
    expect(backend.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
  });

  it('answers 503 when the backend stalls between headers and body (C-10)', async () => {
    const backend = await startBackend();
    backend.answer = (response) => response.writeHead(200, { 'content-length': '20' }).flushHeaders();
    await expectUnavailable(await edgeFor(backend));
  });

  it('answers 503 when the backend resets in the middle of a short body (C-10)', async () => {
    const backend = await startTcpBackend((socket) => {
      const begin = 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n0123456789';
      socket.once('data', () => socket.write(begin, () => setTimeout(() => socket.resetAndDestroy(), 50)));
    });
    await expectUnavailable(await edgeFor(backend));
  });

  it('passes an error of the backend on as it is', async () => {
    const backend = await startBackend();
    backend.answer = (response) => void response.writeHead(500, { 'content-type': 'text/x-own' }).end('boom');
    const answer = await send((await edgeFor(backend, TIMEOUT_MS.long)).port, { target: SUBMIT });
    expect(answer).toMatchObject({ status: 500, body: 'boom' });
    expect(answer.headers.get('content-type')).toEqual(['text/x-own']);
  });

  it('works again as soon as the backend does', async () => {
    const backend = await startBackend();
    const edge = await edgeFor(backend, TIMEOUT_MS.long);
    backend.answer = (response) => response.socket?.resetAndDestroy();
    expectServiceUnavailable(await send(edge.port, { method: 'POST', target: SUBMIT, body: '{}' }));
    backend.reset();
    expect(await send(edge.port, { method: 'POST', target: SUBMIT, body: '{}' })).toMatchObject({
      status: 200,
    });
  });
});

function expectServiceUnavailable(answer: RawAnswer): void {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toEqual(['application/json; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toEqual(['no-store']);
  expect(answer.headers.get('retry-after')).toEqual(['5']);
  expect(answer.headers.get('vary')).toEqual(['Origin']);
  expect(JSON.parse(answer.body)).toEqual({
    success: false,
    message: CONTACT_MESSAGES.unavailable,
    error: CONTACT_ERRORS.unavailable,
  });
}
