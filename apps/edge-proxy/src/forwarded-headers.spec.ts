import { startBackend, type SeenRequest, type TestBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { send, type RawAnswer, type RawRequest } from './testing/raw-http.js';

const SUBMIT = '/_api/contact/submit';
const SECRET = 's3cret';
/** What a browser sends with a submission, and some that other clients send. */
const CLIENT_HEADERS: Readonly<Record<string, string>> = {
  accept: '*/*',
  'accept-language': 'de-CH, de;q=0.9,en;q=0.8',
  authorization: 'Basic eDp5',
  cookie: 'a=1; b="two"',
  'content-type': 'application/json; charset=UTF-8',
  forwarded: 'for=192.0.2.9',
  'idempotency-key': '  spaces   inside  '.trim(),
  origin: 'https://www.example.test',
  referer: 'https://www.example.test/kontakt?x=%20',
  requestverificationtoken: 'v1.k.1.n.sig',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) "quoted"',
  'x-csrf-token': 'abc==',
  'x-empty': '',
  'x-forwarded-proto': 'https',
  'x-real-ip': '198.51.100.1',
  'x-request-id': 'r-1',
};
/** Added or replaced by the platform itself, before the Worker or after it. */
const WORKERS_OWN: ReadonlySet<string> = new Set(['accept-encoding', 'cf-connecting-ip', 'cf-worker']);

describe.each(EDGE_PLATFORMS)(
  'headers through the edge proxy on $platform (specification 1)',
  ({ platform, start }) => {
    let backend: TestBackend;
    let edge: RunningEdge;
    const ask = (request: RawRequest): Promise<RawAnswer> => send(edge.port, request);

    async function forwarded(
      headers: readonly string[],
      request: Partial<RawRequest> = {},
    ): Promise<SeenRequest['headers']> {
      const answer = await ask({ method: 'POST', target: SUBMIT, body: '{}', ...request, headers });
      expect(answer.status).toBe(200);
      expect(backend.seen).toHaveLength(1);
      return backend.seen[0]?.headers ?? new Map();
    }

    beforeAll(async () => {
      backend = await startBackend();
      edge = await start({ BACKEND_URL: backend.url, ZONE: 'Example.TEST', EDGE_SECRET: SECRET });
    });
    afterEach(() => backend.reset());
    afterAll(async () => {
      await edge.stop();
      await backend.stop();
    });

    it('sets host to the backend and x-origin-hostname to the zone (C-08)', async () => {
      const headers = await forwarded([], { host: 'www.example.test:8443' });
      expect(headers.get('host')).toEqual([`127.0.0.1:${backend.port}`]);
      expect(headers.get('x-origin-hostname')).toEqual(['example.test']);
      expect(headers.get('x-edge-secret')).toEqual([SECRET]);
    });

    it('overwrites what the client says about hostname and secret, in any spelling (C-08)', async () => {
      const headers = await forwarded([
        'X-Origin-Hostname: victim.test',
        'x-origin-hostname: other.test',
        'X-EDGE-SECRET: guess',
        'Connection: close, x-origin-hostname, x-edge-secret, host, x-forwarded-for',
      ]);
      expect(headers.get('host')).toEqual([`127.0.0.1:${backend.port}`]);
      expect(headers.get('x-origin-hostname')).toEqual(['example.test']);
      expect(headers.get('x-edge-secret')).toEqual([SECRET]);
      expect(headers.get('x-forwarded-for')).toEqual(['127.0.0.1']);
    });

    it('forwards all other headers byte-equal and adds none (C-08)', async () => {
      const lines = Object.entries(CLIENT_HEADERS).map(([name, value]) => `${name}: ${value}`);
      const headers = await forwarded(lines);
      const ours = [
        'host',
        'x-origin-hostname',
        'x-edge-secret',
        'x-forwarded-for',
        'connection',
        'content-length',
      ];
      const rest = [...headers].filter(
        ([name]) => !ours.includes(name) && !(platform === 'Workers' && WORKERS_OWN.has(name)),
      );
      expect(Object.fromEntries(rest)).toEqual(
        Object.fromEntries(Object.entries(CLIENT_HEADERS).map(([name, value]) => [name, [value]])),
      );
      expect(headers.get('content-length')).toEqual(['2']);
    });

    it('forwards octets beyond ASCII as they came (C-08)', async () => {
      // workerd reads headers as UTF-8 and replaces what is none.
      const value = Buffer.from('Zürich €').toString('latin1') + (platform === 'Node' ? '\u00ff\u00e4' : '');
      expect((await forwarded([`X-Town: ${value}`])).get('x-town')).toEqual([value]);
    });

    it('keeps every value of a header that comes more than once, in order (C-08)', async () => {
      const headers = await forwarded(['X-Many: 1', 'Accept: a/b', 'X-Many: 2', 'x-many: 3, 4']);
      expect(headers.get('x-many')?.join(', ')).toBe('1, 2, 3, 4');
    });

    it('leaves out what is for the next hop only (RFC 9110 7.6.1)', async () => {
      const headers = await forwarded([
        'Connection: keep-alive, X-Hop',
        'X-Hop: 1',
        'Keep-Alive: timeout=5',
        'Proxy-Authorization: Basic eDp5',
        'Proxy-Connection: keep-alive',
        'TE: trailers',
        'Trailer: X-Checksum',
        'X-End: 1',
      ]);
      for (const name of [
        'x-hop',
        'keep-alive',
        'proxy-authorization',
        'proxy-connection',
        'te',
        'trailer',
        'upgrade',
      ]) {
        expect([name, headers.get(name)]).toEqual([name, undefined]);
      }
      expect(headers.get('x-end')).toEqual(['1']);
    });

    it('appends the peer to X-Forwarded-For, with what the client sent on its left (C-11)', async () => {
      const headers = await forwarded([
        'X-Forwarded-For: 203.0.113.7, 10.0.0.1',
        'X-Forwarded-For: 198.51.100.2',
      ]);
      expect(headers.get('x-forwarded-for')).toEqual(['203.0.113.7, 10.0.0.1, 198.51.100.2, 127.0.0.1']);
    });

    it('passes status, reason and headers of the backend on, without those for the next hop', async () => {
      backend.answer = (response) => {
        response.writeHead(429, [
          ['Retry-After', '60'],
          ['RequestVerificationToken', 'v1.fresh'],
          ['Cross-Origin-Resource-Policy', 'same-site'],
          ['Set-Cookie', 'a=1; Path=/'],
          ['Set-Cookie', 'b=2, with comma'],
          ['Content-Type', 'application/json'],
          ['Proxy-Authenticate', 'Basic'],
          ['Connection', 'keep-alive, X-Hop'],
          ['X-Hop', '1'],
          ['Content-Length', '2'],
        ]);
        response.end('{}');
      };
      const answer = await ask({ method: 'POST', target: SUBMIT, body: '{}' });
      expect(answer).toMatchObject({ status: 429, body: '{}' });
      expect(answer.headers.get('retry-after')).toEqual(['60']);
      expect(answer.headers.get('requestverificationtoken')).toEqual(['v1.fresh']);
      expect(answer.headers.get('cross-origin-resource-policy')).toEqual(['same-site']);
      expect(answer.headers.get('set-cookie')).toEqual(['a=1; Path=/', 'b=2, with comma']);
      expect(answer.headers.get('content-length')).toEqual(['2']);
      expect(answer.headers.has('x-hop')).toBe(false);
      expect(answer.headers.has('proxy-authenticate')).toBe(false);
    });

    it.each([200, 204, 301, 302, 304, 307, 400, 404, 413, 500, 502, 503])(
      'passes %i of the backend on',
      async (status) => {
        backend.answer = (response) => {
          response.writeHead(status, { location: 'https://elsewhere.test/', 'x-from': 'backend' }).end();
        };
        const answer = await ask({ target: SUBMIT });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('location')).toEqual(['https://elsewhere.test/']);
        expect(answer.headers.get('x-from')).toEqual(['backend']);
        expect(backend.seen).toHaveLength(1);
      },
    );
  },
);

describe.each(EDGE_PLATFORMS)('edge proxy on $platform without zone and secret (local use)', ({ start }) => {
  let backend: TestBackend;
  let edge: RunningEdge;

  beforeAll(async () => {
    backend = await startBackend();
    edge = await start({ BACKEND_URL: backend.url });
  });
  afterEach(() => backend.reset());
  afterAll(async () => {
    await edge.stop();
    await backend.stop();
  });

  it('takes the host of the request as the zone, without port and in lower case (C-08)', async () => {
    const headers = ['x-origin-hostname: victim.test', 'x-edge-secret: guess'];
    await send(edge.port, { target: SUBMIT, host: 'Demo.Localhost:3001', headers });
    expect(backend.seen[0]?.headers.get('x-origin-hostname')).toEqual(['demo.localhost']);
    expect(backend.seen[0]?.headers.has('x-edge-secret')).toBe(false);
  });

  it.each([
    ['http://localhost:3001', true],
    ['https://localhost', true],
    ['http://demo.localhost:5173', true],
    ['http://127.0.0.1:3001', false],
    ['https://example.test', false],
  ])('at localhost, for the origin %s: %s (C-06)', async (origin, shared) => {
    const answer = await send(edge.port, {
      target: SUBMIT,
      host: 'localhost:3001',
      headers: [`Origin: ${origin}`],
    });
    expect(answer.headers.get('access-control-allow-origin')).toEqual(shared ? [origin] : undefined);
  });
});
