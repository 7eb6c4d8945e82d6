import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { methodNotAllowed } from './contact-answers.js';

interface ClientError extends Error {
  readonly code?: string;
  /** What came, as far as it was read. */
  readonly rawPacket?: Buffer;
}

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/;

/**
 * Answers what Node's parser refuses, as Node does itself, but for methods that it doesn't know, such as `post`: the parser
 * takes them for no request, and to HTTP they are another method.
 */
export function answerClientError(error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isUnknownMethod =
    error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.test(error.rawPacket?.toString('latin1') ?? '');
  if (!isUnknownMethod) return end(socket, STATUS[error.code ?? ''] ?? 400);
  const { status, headers, body } = methodNotAllowed();
  void new Response(body)
    .text()
    .then((text) => end(socket, status, [...headers, ['content-length', String(text.length)]], text));
}

function end(
  socket: Duplex,
  status: number,
  headers: readonly (readonly [string, string])[] = [],
  body = '',
): void {
  const lines = [...headers, ['connection', 'close']].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
