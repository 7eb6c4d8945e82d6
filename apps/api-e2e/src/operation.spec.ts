import { startSmtpSink } from '@sitedesk/testing';
import { connect } from 'node:net';
import { CONTACT_ERRORS, messageLengthText, nameLengthText } from '@sitedesk/contract/contact';
import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { VISITOR_TEXTS } from '@sitedesk/contract/visitor-texts';
import { ACCEPTED, FORGERY, invalid, UNAVAILABLE } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { type Answer, call } from './harness/http.js';
import {
  BEHIND_LOCAL_PROXY,
  ENTRY_POINTS,
  mailBy,
  type Site,
  startSite,
  visitorFrom,
  WITHOUT_LIMITS,
} from './harness/site.js';
import { startApi } from './harness/processes.js';
import { createMigratedDatabase } from './harness/database.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

let site: Site;
beforeAll(async () => void (site = await startSite()));
afterAll(() => site.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  call(site.api.url + path, { headers });

describe('health (O-01, O-02)', () => {
  it.each(['/health/live', '/health/ready'])('%s says ok and nothing else', async (path) => {
    const answer = await get(path);
    expect({ status: answer.status, body: answer.json() }).toEqual({ status: 200, body: { status: 'ok' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('with the database away it is alive and not ready, and says no more (O-01)', async () => {
    await site.database.away(async () => {
      expect((await get('/health/live')).status).toBe(200);
      const ready = await get('/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(ready.text).not.toMatch(/database|postgres|connect|e2e_/i);
    });
    await eventually(async () => expect((await get('/health/ready')).status).toBe(200));
  });
});

describe('with the database away (C-16)', () => {
  it.each(ENTRY_POINTS)(
    '%s script and submit are 503 with Retry-After, to a browser’s own form with a page, and recover by themselves',
    async (door) => {
      const visitor = site.visitor(door);
      const token = await visitor.token();
      await site.database.away(async () => {
        await eventually(async () => expect((await visitor.script()).status).toBe(503));
        for (const answer of [
          await visitor.script(),
          await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: token }),
        ]) {
          expectAnswer(answer, 503, UNAVAILABLE);
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        }
        const form = await visitor.post('submit', 'name=Anna', {
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'text/html,*/*;q=0.8',
          'Accept-Language': 'de',
        });
        expect(form.status).toBe(503);
        expect(Number(form.headers['retry-after'])).toBeGreaterThan(0);
        expect(form.text).toContain(`<h1>${VISITOR_TEXTS.de.refusedTitle}</h1>`);
        expect(form.text).toContain(VISITOR_TEXTS.de.goBack);
      });
      await eventually(async () => expectAnswer(await visitor.submit(), 200, ACCEPTED));
    },
  );
});

describe('errors of requests (O-03, O-04, O-06)', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('%s on a contact route is 405 with Allow (O-06)', async (method) => {
    const answer = await call(`${site.api.url}${CONTACT_API_PATH}/submit`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.json()).toMatchObject({ success: false, error: CONTACT_ERRORS.methodNotAllowed });
  });

  it.each([
    ['GET', 'submit', 'POST'],
    ['POST', 'site-contact.js', 'GET'],
    ['TRACE', 'submit', 'POST'],
    ['OPTIONS', 'submit', 'POST'],
    ['HEAD', 'submit', 'POST'],
  ])('%s %s is 405 (O-06)', async (method, path, allow) => {
    const answer = await call(`${site.api.url}${CONTACT_API_PATH}/${path}`, { method });
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({ status: 405, allow });
  });

  it.each([
    ['POST', '/editor/users/1', 'GET, PATCH, DELETE'],
    ['GET', '/editor/account/tokens/1?x=/editor/users', 'DELETE'],
    ['DELETE', '/editor/users/1/roles', 'PUT'],
  ])('%s %s, a path with an id, is 405 (O-06)', async (method, path, allow) => {
    const answer = await call(`${site.api.url}${path}`, { method });
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({ status: 405, allow });
  });

  it.each(['/editor/users/1/nothing', '/editor/users/', '/editor'])(
    'DELETE %s is 404 (O-03)',
    async (path) => {
      expect((await call(`${site.api.url}${path}`, { method: 'DELETE' })).status).toBe(404);
    },
  );

  it('an unknown contact path is a 404 in the contact shape (O-03)', async () => {
    const answer = await get(`${CONTACT_API_PATH}/nothing`);
    expectAnswer(answer, 404, {
      success: false,
      message: CONTACT_ERRORS.notFound,
      error: CONTACT_ERRORS.notFound,
    });
  });

  it.each([
    '/',
    '/nothing',
    '/editor',
    '/%zz',
    '/_api',
    '/.env',
    '/dist/main.js',
    '/main.js.map',
    '/node_modules/',
  ])('%s is problem+json without details (O-04)', async (path) => {
    const answer = await get(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ status: answer.status, title: expect.any(String) });
    expect(answer.text).not.toMatch(/stack|node_modules|\.ts|\.js:|nest|fastify/i);
  });

  const FIELDS = Array.from({ length: 250 }, (_, index) => `X-${index}: 1\r\n`).join('');

  it.each([
    ['two Host fields', 400, 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['a target of another host', 400, 'GET http://b/health/live HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'more header fields than any browser sends',
      431,
      `GET /health/live HTTP/1.1\r\nHost: a\r\n${FIELDS}\r\n`,
    ],
    [
      'a transfer coding that is not known',
      501,
      'POST /_api/contact/submit HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a target that is no URL', 400, 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['no HTTP', 400, 'hello\r\n\r\n'],
  ])('%s is refused, with the security headers', async (_case, status, request) => {
    const answer = await raw(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(answer.toLowerCase()).toContain('\r\ncontent-security-policy: ');
    expect(answer.toLowerCase()).toContain('\r\ncontent-type: application/problem+json');
  });

  it('a target in absolute form for the own host is answered', async () => {
    const { host } = new URL(site.api.url);
    const request = `GET http://${host}/health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 (200|404) /);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a header of 100 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('%s is refused without naming the framework (O-05)', async (_case, request) => {
    const answer = await raw(request);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) /);
    expect(answer).not.toMatch(/fastify|nest|Client Error|statusCode/i);
  });
});

/** What the server says to octets that are no request. */
async function raw(request: string): Promise<string> {
  const socket = connect(site.api.port, '127.0.0.1');
  socket.on('error', () => undefined); // the server may reset the connection after its answer
  socket.write(request);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

describe('headers (C-12, O-05)', () => {
  const answers: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['the script', () => site.visitor().script()],
    ['an accepted message', () => site.visitor().submit()],
    ['a refused message', () => site.visitor().submit({})],
    ['a problem', () => get('/nothing')],
    ['health', () => get('/health/live')],
    ['the description', () => get('/openapi.json')],
  ];

  it.each(answers)('%s carries the security headers and names no framework', async (_case, ask) => {
    const { headers } = await ask();
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-site',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/),
    });
    for (const name of ['x-powered-by', 'server', 'set-cookie', 'etag', 'access-control-allow-origin'])
      expect({ name, value: headers[name] }).toEqual({ name, value: undefined });
  });

  it.each(ENTRY_POINTS)('the script, %s (C-12, C-13)', async (door) => {
    const { status, headers, text } = await site.visitor(door).script();
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/javascript(;|$)/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-site');
    expect(headers['etag']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
    const size = Buffer.byteLength(text);
    expect(size).toBeGreaterThanOrEqual(3 * 1024 - 512);
    expect(size).toBeLessThanOrEqual(5 * 1024);
    expect(text).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/);
  });

  it('x-request-id comes back, and another one when it cannot be one', async () => {
    const sent = 'request-0123456789';
    expect((await get('/health/live', { [HEADERS.requestId]: sent })).headers[HEADERS.requestId]).toBe(sent);
    const answers = await Promise.all(
      ['short', 'with space in it', 'x'.repeat(65), '<script>alert(1)</script>', 'ä'.repeat(20)].map((id) =>
        get('/health/live', { [HEADERS.requestId]: Buffer.from(id).toString('latin1') }),
      ),
    );
    const ids = answers.map(({ headers }) => headers[HEADERS.requestId]);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the OpenAPI document', () => {
  interface Operation {
    readonly responses: Readonly<
      Record<
        string,
        {
          readonly content?: Readonly<
            Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
          >;
        }
      >
    >;
  }
  interface Document {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  }
  const read = async (): Promise<Document> => (await get('/openapi.json')).json() as Document; // checked by the tests

  it('is OpenAPI 3.1 and describes the public routes, and no others', async () => {
    const { openapi, paths } = await read();
    expect(openapi).toMatch(/^3\.1\./);
    const contact = Object.keys(paths).filter((path) => path.startsWith(CONTACT_API_PATH));
    expect(contact.sort()).toEqual(
      ['captcha-validate', 'sent', 'site-contact.js', 'submit'].map((name) => `${CONTACT_API_PATH}/${name}`),
    );
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const { status } = await call(site.api.url + path, { method: method.toUpperCase() });
        // Metrics and forms without the script are off here; a path with a parameter may say 404 of the thing, not of the route.
        const may404 = path === '/metrics' || path.endsWith('/sent') || path.includes('{');
        const served = status !== 405 && (status !== 404 || may404);
        expect({ path, method, served }).toEqual({ path, method, served: true });
      }
    }
  });

  it('gives every error text of the specification, and answers as the service does', async () => {
    const { paths } = await read();
    const { responses } = paths[`${CONTACT_API_PATH}/submit`]?.['post'] ?? { responses: {} };
    const examples = (status: string): readonly unknown[] =>
      Object.values(responses[status]?.content?.['application/json']?.examples ?? {}).map(
        ({ value }) => value,
      );
    expect(examples('200')).toContainEqual(ACCEPTED);
    for (const text of [
      CONTACT_ERRORS.nameRequired,
      nameLengthText(),
      CONTACT_ERRORS.invalidEmail,
      messageLengthText(5000),
    ])
      expect(examples('400')).toContainEqual(invalid(text));
    const errors = Object.keys(responses)
      .flatMap(examples)
      .map((value) => (value as { readonly error: unknown }).error);
    const documented = [
      CONTACT_ERRORS.captchaFailed,
      CONTACT_ERRORS.deliveryFailed,
      CONTACT_ERRORS.rateLimit,
      CONTACT_ERRORS.forgery,
    ];
    expect(errors).toEqual(expect.arrayContaining(documented));
    expectAnswer(await site.visitor().submit(MESSAGE, { [HEADERS.antiforgery]: 'x' }), 400, FORGERY);
    expect(examples('400')).toContainEqual(FORGERY);
  });
});

describe('metrics', () => {
  it('are not there unless they are switched on', async () => {
    expect((await get('/metrics')).status).toBe(404);
  });

  it('are served while the database is away, and say so', async () => {
    const database = await createMigratedDatabase();
    const api = await startApi(database.url, { ...mailBy('none:'), METRICS: 'on' });
    const scrape = async (): Promise<string> => (await call(`${api.url}/metrics`)).text;
    try {
      expect(await scrape()).toMatch(/^sitedesk_database_up 1$/m);
      await database.away(async () => {
        const text = await scrape();
        expect(text).toMatch(/^sitedesk_database_up 0$/m);
        expect(text).toContain('process_resident_memory_bytes');
        expect(text).not.toMatch(/^sitedesk_jobs\{/m);
      });
      await eventually(async () => {
        const text = await scrape();
        expect(text).toMatch(/^sitedesk_database_up 1$/m);
        expect(text).toMatch(/^sitedesk_jobs\{/m);
      });
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('count what visitors were answered, emails, and providers on hold', async () => {
    const database = await createMigratedDatabase();
    const sink = await startSmtpSink({ tls: 'none' });
    const api = await startApi(database.url, {
      ...BEHIND_LOCAL_PROXY,
      ...mailBy(sink.url),
      METRICS: 'on',
      RATELIMIT__CONTACTFORM: '3/86400',
    });
    const figures = async (): Promise<Readonly<Record<string, number>>> => {
      const { text } = await call(`${api.url}/metrics`);
      const lines = [...text.matchAll(/^(sitedesk_(?:submissions|emails|jobs_held)\w*\{.*\}) (\d+)$/gm)];
      return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
    };
    try {
      const visitor = visitorFrom(api.url, freshAddress());
      await visitor.submit();
      await eventually(async () =>
        expect(await figures()).toMatchObject({ 'sitedesk_emails_total{outcome="sent"}': 1 }),
      );
      await visitor.submit({ ...MESSAGE, name: '' });
      await visitor.submit(MESSAGE, { [HEADERS.antiforgery]: 'x' });
      await visitor.submit();
      await sink.close();
      const other = visitorFrom(api.url, freshAddress());
      const token = await other.token();
      await other.submit();
      await eventually(async () => {
        const now = await figures();
        expect(now).toMatchObject({
          'sitedesk_submissions_total{outcome="accepted"}': 2,
          'sitedesk_submissions_total{outcome="refused"}': 2,
          'sitedesk_submissions_total{outcome="limited"}': 1,
          'sitedesk_submissions_total{outcome="error"}': 0,
          'sitedesk_emails_total{outcome="sent"}': 1,
          'sitedesk_jobs_held_sites{target="email"}': 1,
        });
        expect(now['sitedesk_emails_total{outcome="failed"}']).toBeGreaterThan(0);
      });
      await database.away(async () => {
        await eventually(async () =>
          expect((await other.submit(MESSAGE, { [HEADERS.antiforgery]: token })).status).toBe(503),
        );
      });
      expect((await figures())['sitedesk_submissions_total{outcome="unavailable"}']).toBeGreaterThan(0);
    } finally {
      await api.stop();
      await sink.close();
      await database.drop();
    }
  });

  it.each([
    ['without a token for everybody', {}, undefined, 200],
    ['with a token not for everybody', { METRICS_TOKEN: 'metrics-canary' }, undefined, 401],
    ['with a token not for another', { METRICS_TOKEN: 'metrics-canary' }, 'Bearer metrics', 401],
    ['with a token for its bearer', { METRICS_TOKEN: 'metrics-canary' }, 'Bearer metrics-canary', 200],
  ])('switched on they are, %s', async (_case, env, authorization, status) => {
    const database = await createMigratedDatabase();
    const api = await startApi(database.url, {
      ...WITHOUT_LIMITS,
      ...BEHIND_LOCAL_PROXY,
      ...mailBy('none:'),
      METRICS: 'on',
      ...env,
    });
    try {
      await call(`${api.url}${CONTACT_API_PATH}/site-contact.js`, {
        headers: { 'X-Forwarded-For': freshAddress() },
      });
      const answer = await call(`${api.url}/metrics`, {
        headers: authorization ? { Authorization: authorization } : {},
      });
      expect(answer.status).toBe(status);
      expect(answer.text.includes('sitedesk_http_request_duration_seconds')).toBe(status === 200);
      if (status === 200)
        expect(answer.text).toContain(`route="${CONTACT_API_PATH}/site-contact.js",status="200"`);
    } finally {
      await api.stop();
      await database.drop();
    }
  });
});
