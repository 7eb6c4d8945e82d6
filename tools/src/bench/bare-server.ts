import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { BENCH_TENANT, mintToken, verifyToken } from './tokens.js';

/**
 * The least that does the same work: a bare `node:http` server with one prepared statement, and nothing else. It limits,
 * finds the tenant, checks the token, validates, commits the three rows and answers; so the ratio to it says what our
 * framework, structure and care cost.
 */

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-site',
  'Strict-Transport-Security': 'max-age=31536000',
  'Cache-Control': 'no-store',
};

const INSERT = {
  name: 'bare_insert',
  text: `
WITH s AS (
  INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code, status)
  VALUES ($1, $2, $3, $4, $5, $6, 'localhost', now(), 'BARE', 'queued')
), a AS (
  INSERT INTO contact_attempt (id, tenant_id, submission_id, email, client_address, at, status, request_id)
  VALUES ($7, $2, $1, $4, $6, now(), 'accepted', $8)
)
INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
VALUES ($1, $2, 'contact-notification', 'email', 'queued', now(), now())`,
};

const INSERT_REFUSED = {
  name: 'bare_insert_refused',
  text: `
INSERT INTO contact_attempt (id, tenant_id, client_address, at, status, error, request_id)
SELECT id, $2, address, to_timestamp(at / 1000), 'refused', 'Invalid anti-forgery token', "requestId"
FROM json_to_recordset($1) AS t(id uuid, address text, at float8, "requestId" text)`,
};
const FLUSH_MS = 200;

const EMAIL = /^[^\s@"]+@[^\s@]+\.[^\s@]+$/;
const WINDOW_MS = 300_000;
const LIMIT = Number(process.env['BENCH_LIMIT'] ?? 1e9);

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const tenants = new Map([['localhost', BENCH_TENANT]]);
const counters = new Map<string, number>();
const script = process.env['BENCH_SCRIPT'] ?? 'x'.repeat(4500);
const half = script.length >> 1;

function overLimit(policy: string, address: string, limit: number): boolean {
  const key = `${policy}|${BENCH_TENANT}|${address}|${Math.floor(Date.now() / WINDOW_MS)}`;
  const hits = (counters.get(key) ?? 0) + 1;
  counters.set(key, hits);
  return hits > limit;
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'application/json; charset=utf-8',
  requestId: string = randomUUID(),
): void {
  response.writeHead(status, {
    ...HEADERS,
    'x-request-id': requestId,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

const FORGERY = JSON.stringify({
  success: false,
  message: 'Validation failed',
  error: 'Invalid anti-forgery token',
});

const refuse = (response: ServerResponse, status: number, error: string): void =>
  answer(response, status, JSON.stringify({ success: false, message: 'Validation failed', error }));

let refused: string[] = [];

/** Each refusal leaves a row, many rows to a statement. */
function refuseForgery(response: ServerResponse, address: string): void {
  const requestId = randomUUID();
  if (refused.length === 0) setTimeout(writeRefused, FLUSH_MS);
  refused.push(JSON.stringify({ id: randomUUID(), address, at: Date.now(), requestId }));
  response.setHeader('RequestVerificationToken', mintToken());
  answer(response, 400, FORGERY, undefined, requestId);
}

function writeRefused(): void {
  void pool.query({ ...INSERT_REFUSED, values: [`[${refused.join(',')}]`, BENCH_TENANT] });
  refused = [];
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => resolve(body));
  });
}

async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = request.socket.remoteAddress ?? '';
  if (overLimit('contact-form', address, LIMIT)) return refuse(response, 429, 'Rate limit exceeded');
  const token = request.headers['requestverificationtoken'];
  if (typeof token !== 'string' || !verifyToken(token)) return refuseForgery(response, address);
  const { name, email, message } = JSON.parse(await readBody(request)) as Record<string, string>;
  if (!name || name.length < 2 || name.length > 100) return refuse(response, 400, 'Name is required');
  if (!email || email.length > 254 || !EMAIL.test(email))
    return refuse(response, 400, 'Invalid email address');
  if (!message || message.length < 10 || message.length > 5000)
    return refuse(response, 400, 'Message must be...');
  const values = [randomUUID(), BENCH_TENANT, name, email, message, address, randomUUID(), randomUUID()];
  await pool.query({ ...INSERT, values });
  response.setHeader('RequestVerificationToken', mintToken());
  answer(
    response,
    200,
    JSON.stringify({ success: true, message: 'Thank you for your message.', error: null }),
  );
}

const server = createServer((request, response) => {
  const host = (request.headers.host ?? '').split(':')[0] ?? '';
  if (!tenants.has(host)) return refuse(response, 404, 'Not found');
  if (request.method === 'POST') {
    submit(request, response).catch((error: unknown) => refuse(response, 500, String(error)));
    return;
  }
  if (overLimit('contact-script', request.socket.remoteAddress ?? '', 1e9))
    return refuse(response, 429, 'Rate limit exceeded');
  const body = `${script.slice(0, half)}${mintToken()}${new Date().toISOString()}${script.slice(half)}`;
  answer(response, 200, body, 'application/javascript; charset=utf-8');
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({
    type: 'ready',
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
  });
});
process.on('disconnect', () => process.exit(0));
