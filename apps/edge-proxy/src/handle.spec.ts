import { CONTACT_ERRORS, CONTACT_MESSAGES } from '@sitedesk/contract/contact';
import { BACKEND_BODY, startBackend, type TestBackend } from './testing/backend.js';
import { EDGE_PLATFORMS, type RunningEdge } from './testing/edges.js';
import { send, type RawAnswer, type RawRequest } from './testing/raw-http.js';

const SUBMIT = '/_api/contact/submit';
const ZONE = 'example.test';
const SECRET = 's3cret';

describe.each(EDGE_PLATFORMS)('edge proxy on $platform (specification 1)', ({ platform, start }) => {
  let backend: TestBackend;
  let edge: RunningEdge;
  const ask = (request: RawRequest): Promise<RawAnswer> => send(edge.port, request);

  beforeAll(async () => {
    backend = await startBackend();
    edge = await start({ BACKEND_URL: backend.url, ZONE, EDGE_SECRET: SECRET });
  });
  afterEach(() => backend.reset());
  afterAll(async () => {
    await edge.stop();
    await backend.stop();
  });

  /** The one request that reached the backend. */
  function seen(): TestBackend['seen'][number] {
    expect(backend.seen).toHaveLength(1);
    const [request] = backend.seen;
    if (!request) throw new Error('Nothing reached the backend.');
    return request;
  }

  function expectRefusal(answer: RawAnswer, status: number, error: string): void {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toEqual(['application/json; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toEqual(['no-store']);
    expect(answer.headers.get('vary')).toEqual(['Origin']);
    expect(JSON.parse(answer.body)).toEqual({
      success: false,
      message: CONTACT_MESSAGES.validationFailed,
      error,
    });
    expect(backend.seen).toEqual([]);
  }

  describe('methods', () => {
    it('forwards GET with its query, byte for byte', async () => {
      const target = "/_api/contact/site-contact.js?v=1&x=a%2Fb%20&y='q";
      const answer = await ask({ target });
      expect(answer.status).toBe(200);
      expect(answer.body).toBe(BACKEND_BODY);
      expect(seen()).toMatchObject({
        method: 'GET',
        target: platform === 'Node' ? target : target.replace(/'/g, '%27'),
      });
    });

    it('forwards POST with its body, byte for byte', async () => {
      const body = JSON.stringify({ name: 'Z\u00fc\u00ff', message: '\u0000\u0001' });
      const answer = await ask({
        method: 'POST',
        target: SUBMIT,
        headers: ['Content-Type: application/json'],
        body,
      });
      expect(answer.status).toBe(200);
      expect(seen()).toMatchObject({ method: 'POST', target: SUBMIT, body: Buffer.from(body, 'latin1') });
      expect(seen().headers.get('content-type')).toEqual(['application/json']);
    });

    it('forwards a POST without a body', async () => {
      expect(await ask({ method: 'POST', target: SUBMIT, body: '' })).toMatchObject({ status: 200 });
      expect(seen()).toMatchObject({ method: 'POST', body: Buffer.alloc(0) });
    });

    it('does not send the body of a GET on, nor let it become a second request', async () => {
      const body = 'GET /editor/settings HTTP/1.1\r\nHost: x\r\n\r\n';
      const answer = await ask({ target: SUBMIT, body });
      expect(answer.status).toBe(200);
      expect(seen()).toMatchObject({ method: 'GET', target: SUBMIT, body: Buffer.alloc(0) });
    });

    it.each(['PUT', 'PATCH', 'DELETE', 'TRACE'])('answers %s with 405 and Allow (C-05)', async (method) => {
      const answer = await ask({ method, target: SUBMIT });
      expectRefusal(answer, 405, CONTACT_ERRORS.methodNotAllowed);
      expect(answer.headers.get('allow')).toEqual(['GET, POST']);
    });

    it('answers HEAD with 405 and Allow (C-05)', async () => {
      const answer = await ask({ method: 'HEAD', target: SUBMIT });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toEqual(['GET, POST']);
      expect(backend.seen).toEqual([]);
    });

    // workerd's own parser refuses names of methods that it does not know.
    it.each(['post', 'get', 'Post', 'PROPFIND'])('refuses the method %s (C-05)', async (method) => {
      const answer = await ask({ method, target: SUBMIT, body: '{}' });
      expect(platform === 'Node' && method === 'PROPFIND' ? [405] : [400, 405, 501]).toContain(answer.status);
      expect(backend.seen).toEqual([]);
    });

    it.each([
      ['without origin', ['Access-Control-Request-Method: POST']],
      ['without requested method', ['Origin: https://example.test']],
    ])('answers an OPTIONS %s, which is no preflight, with 405 (C-05)', async (_, headers) => {
      const answer = await ask({ method: 'OPTIONS', target: SUBMIT, headers });
      expectRefusal(answer, 405, CONTACT_ERRORS.methodNotAllowed);
      expect(answer.headers.get('allow')).toEqual(['GET, POST']);
    });
  });

  describe('paths', () => {
    it.each([
      '/',
      '/_api/contact',
      '/_api/contact/',
      '/_api/contactX',
      '/_api/contactX/submit',
      '/_API/contact/submit',
      '/_api/contact/submit/',
      '/_api/contact/a/b',
      '/_api/contact/../editor',
      '/_api/contact/..',
      '/_api/contact/.',
      '/_api/contact/../../editor/blogs/GetBlogs',
      '/_api/contact/%2e%2e/editor',
      '/_api/contact/%2E%2E%2feditor',
      '/_api/contact/..%2feditor',
      '/_api/contact/%2e%2e',
      '/_api/contact/..;/editor',
      '/_api/contact/submit;x=1',
      '/_api/contact/sub%6Dit',
      '/_api/contact//submit',
      '//_api/contact/submit',
      '/_api//contact/submit',
      '/x/../_api/contact/../editor',
      '/_api/contact/..\\editor',
      '/_api/contact/submit%00',
      '/_api/contact/submit%0d%0aX:y',
      '/editor?/_api/contact/submit',
      '/editor#/_api/contact/submit',
    ])('answers %s with 404 and asks the backend nothing (C-09)', async (target) => {
      const answer = await ask({ target });
      expectRefusal(answer, 404, CONTACT_ERRORS.notFound);
    });

    it.each([
      'http://other.test/editor',
      'http://example.test/editor?/_api/contact/submit',
      '*',
      'example.test:443',
    ])('reaches no other route by the target %s (C-09)', async (target) => {
      const answer = await ask({ target });
      // Some are refused by the platform itself: by Node's parser with 400, around the Worker with 500.
      expect([400, 404, 500]).toContain(answer.status);
      expect(backend.seen).toEqual([]);
    });

    it.each([201, 1_100])('refuses %i header fields, none of which pushes ours out', async (count) => {
      const headers = Array.from({ length: count }, (_, index) => `x-${index}: 1`);
      const answer = await ask({ target: SUBMIT, headers });
      // The Workers runtime refuses very many itself.
      expect([400, 431, 500]).toContain(answer.status);
      expect(backend.seen).toEqual([]);
      await ask({ target: SUBMIT, headers: headers.slice(0, 150) });
      expect(seen().headers.get('x-edge-secret')).toEqual([SECRET]);
    });

    it.each(['site-contact.js', 'submit', 'captcha-validate', 'a_B-9.x', '...'])(
      'serves %s',
      async (resource) => {
        await ask({ target: `/_api/contact/${resource}` });
        expect(seen().target).toBe(`/_api/contact/${resource}`);
      },
    );
  });

  describe('origins', () => {
    it.each(['https://example.test', 'https://www.example.test', 'https://a.b.example.test'])(
      'lets %s read the answer (C-06)',
      async (origin) => {
        const answer = await ask({ target: SUBMIT, headers: [`Origin: ${origin}`] });
        expect(answer.headers.get('access-control-allow-origin')).toEqual([origin]);
        expect(answer.headers.get('access-control-expose-headers')).toEqual([
          'RequestVerificationToken, Retry-After, RateLimit, RateLimit-Policy',
        ]);
        expect(answer.headers.get('vary')).toEqual(['Origin']);
      },
    );

    it.each([
      'https://example.test.evil',
      'https://evilexample.test',
      'https://evil.test',
      'https://example.test@evil.test',
      'https://evil.test/example.test',
      'https://example.test/',
      'https://EXAMPLE.test',
      'https://www.example.test:8443',
      'http://example.test',
      'http://www.example.test:8080',
      'https://example.test.',
      'ftp://example.test',
      'file://example.test',
      'chrome-extension://example.test',
      'null',
      '*',
      'example.test',
      'https://example.test, https://evil.test',
      '',
    ])('shares nothing with %j (C-06)', async (origin) => {
      const answer = await ask({ target: SUBMIT, headers: [`Origin: ${origin}`] });
      expect(answer.status).toBe(200);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(answer.headers.get('vary')).toEqual(['Origin']);
    });

    it('passes no permission of the backend on (C-06)', async () => {
      backend.answer = (response) => {
        response
          .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' })
          .end();
      };
      const answer = await ask({ target: SUBMIT, headers: ['Origin: https://evil.test'] });
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    });

    it('adds to the Vary of the backend (C-06)', async () => {
      backend.answer = (response) => void response.writeHead(200, { vary: 'Accept-Language' }).end('x');
      expect((await ask({ target: SUBMIT })).headers.get('vary')?.join(', ')).toBe('Accept-Language, Origin');
      backend.answer = (response) => void response.writeHead(200, { vary: 'origin' }).end('x');
      expect((await ask({ target: SUBMIT })).headers.get('vary')).toEqual(['origin']);
    });

    it('lets the zone read refusals as well (C-06)', async () => {
      const answer = await ask({ method: 'PUT', target: SUBMIT, headers: ['Origin: https://example.test'] });
      expect(answer.headers.get('access-control-allow-origin')).toEqual(['https://example.test']);
    });

    it('allows in a preflight what our client sends (C-07)', async () => {
      const headers = [
        'Origin: https://www.example.test',
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: content-type,requestverificationtoken,idempotency-key',
      ];
      const answer = await ask({ method: 'OPTIONS', target: SUBMIT, headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toEqual(['https://www.example.test']);
      expect(answer.headers.get('access-control-allow-methods')).toEqual(['GET, POST']);
      expect(answer.headers.get('access-control-allow-headers')).toEqual([
        'Content-Type, RequestVerificationToken, X-CSRF-TOKEN, Idempotency-Key',
      ]);
      expect(answer.headers.get('access-control-max-age')).toEqual(['600']);
      expect(answer.headers.get('vary')).toEqual(['Origin']);
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(backend.seen).toEqual([]);
    });

    it('grants a foreign page nothing in a preflight (C-07)', async () => {
      const headers = ['Origin: https://evil.test', 'Access-Control-Request-Method: POST'];
      const answer = await ask({ method: 'OPTIONS', target: SUBMIT, headers });
      expect(answer.status).toBe(204);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(backend.seen).toEqual([]);
    });

    it('answers a preflight for another path with 404 (C-09)', async () => {
      const headers = ['Origin: https://example.test', 'Access-Control-Request-Method: POST'];
      expectRefusal(
        await ask({ method: 'OPTIONS', target: '/editor', headers }),
        404,
        CONTACT_ERRORS.notFound,
      );
    });
  });
});
