import { ALLOWED_METHODS } from './methods.js';
import { startServer, stopServer } from './server.js';
import { exchangeRaw } from './testing/raw-http.js';

describe('what the standalone server refuses itself', () => {
  const SUBMIT = '/_api/contact/submit';

  it.each([
    ['a method in lower case (C-05)', `post ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\n\r\n`, 405],
    ['a method that nobody knows (C-05)', `FROB ${SUBMIT} HTTP/1.1\r\nHost: example.test\r\n\r\n`, 405],
    ['octets that are no request', '\x16\x03\x01\x02\x00', 400],
    ['headers of 100 KB', `GET ${SUBMIT} HTTP/1.1\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
  ])('%s', async (_what, octets, status) => {
    const server = await startServer({ backendUrl: 'http://127.0.0.1:9', host: '127.0.0.1', port: 0 });
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const text = await exchangeRaw(port, octets);
    await stopServer(server);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\n`));
    expect(text.includes(`\r\nallow: ${ALLOWED_METHODS}\r\n`)).toBe(status === 405);
    expect(text.includes('"success":false')).toBe(status === 405);
  });
});

describe('limits of the standalone server', () => {
  it('gives slow clients ten seconds for headers and thirty for a request (D-01)', async () => {
    const server = await startServer({ backendUrl: 'http://127.0.0.1:9', host: '127.0.0.1', port: 0 });
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, listening: true });
    await stopServer(server);
    expect(server.listening).toBe(false);
  });
});
