import { connect, type Socket } from 'node:net';

/** An answer read off a socket. */
export interface RawAnswer {
  readonly status: number;
  /** Values by lower-case name, one for each header line. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly target: string;
  readonly host?: string;
  /** Lines without line ends, such as `Origin: https://example.com`. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Sends octets as they are and returns all that comes back until the server closes the connection. */
export function exchangeRaw(port: number, octets: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = open(port);
    socket.on('connect', () => socket.write(octets, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.on('close', finish);
    function finish(): void {
      resolve(Buffer.concat(chunks).toString('latin1'));
    }
  });
}

/**
 * Sends one request, hand-written so that no client library tidies it up. Resolves with the answer as soon as it is
 * complete, because workerd keeps the connection open whatever the client says.
 */
export function send(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = open(port);
    socket.on('connect', () => socket.write(toOctets(request), 'latin1'));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (isComplete(text) || (request.method === 'HEAD' && text.includes('\r\n\r\n'))) finish();
    });
    socket.on('error', reject);
    socket.on('close', finish);
    function finish(): void {
      socket.destroy();
      resolve(parseAnswer(text));
    }
  });
}

/** Whether the text holds a whole answer with its body. */
export function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const { status, headers } = parseAnswer(text);
  if (status === 204 || status === 304) return true;
  if (headers.has('transfer-encoding')) return text.endsWith('\r\n0\r\n\r\n');
  return text.length - end - 4 >= Number(headers.get('content-length')?.[0] ?? Infinity);
}

export function toOctets({
  method = 'GET',
  target,
  host = 'example.test',
  headers = [],
  body,
}: RawRequest): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...headers,
    ...length,
    'Connection: close',
    '',
    '',
  ];
  return lines.join('\r\n') + (body ?? '');
}

export function open(port: number): Socket {
  return connect({ port, host: '127.0.0.1' });
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  const rest = text.slice(end + 4);
  const chunked = headers.get('transfer-encoding')?.includes('chunked') ?? false;
  return { status: Number(statusLine.split(' ')[1]), headers, body: chunked ? unchunked(rest) : rest };
}

function unchunked(text: string): string {
  let rest = text;
  let body = '';
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return body;
    body += rest.slice(lineEnd + 2, lineEnd + 2 + size);
    rest = rest.slice(lineEnd + 4 + size);
  }
}
