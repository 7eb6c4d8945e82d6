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

/** A request that ends its connection, written by hand so that no client library tidies it up. */
export async function send(port: number, request: RawRequest): Promise<RawAnswer> {
  return parseAnswer(await exchangeRaw(port, toOctets(request)));
}

export function toOctets({ method = 'GET', target, host = 'example.test', headers = [], body }: RawRequest): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...length, 'Connection: close', '', ''];
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
