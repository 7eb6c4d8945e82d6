import type { ServerResponse } from 'node:http';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A stranger's markup: nothing runs and nothing is fetched; its links open pages of their own. */
const FOREIGN_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const OTHER_TAB = '<base target="_blank">';

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/** Sends a page or a file of ours. */
export function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { ...COMMON, 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export function sendPage(response: ServerResponse, page: string): void {
  send(response, 200, 'text/html; charset=utf-8', page);
}

/** Sends one sentence with an error status. */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${sentence}\n`);
}

/** Sends markup that came in an email. */
export function sendForeignPage(response: ServerResponse, page: string): void {
  response.writeHead(200, {
    ...COMMON,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': FOREIGN_POLICY,
  });
  response.end(
    /<head[^>]*>/i.test(page) ? page.replace(/<head[^>]*>/i, `$&${OTHER_TAB}`) : `${OTHER_TAB}${page}`,
  );
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...COMMON, Location: location });
  response.end();
}
