import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { HEADERS } from '@sitedesk/contract/headers';
import { clientErrorStatus } from '../http/client-error-status.js';
import { DEFAULT_HEADERS } from '../http/byte-lane.js';
import { MalformedBodyException } from '../http/json-body.js';
import type { ErrorBodies } from './error-bodies.js';

/** Answers what the framework refuses before any route is found, such as a path that is no valid URL, in our own shapes. */
export const answerFrameworkErrors =
  (bodies: () => ErrorBodies) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode ?? 400;
    // It is found before any hook runs. The access log finds its id there.
    reply.raw.setHeader(HEADERS.requestId, request.id);
    reply.headers(DEFAULT_HEADERS).header(HEADERS.requestId, request.id);
    const body = bodies().find(request);
    if (body) {
      body.respond(new MalformedBodyException(status), request, reply);
      return;
    }
    const problem = {
      type: 'about:blank',
      title: 'Bad Request',
      status,
      instance: `urn:request:${request.id}`,
    };
    void reply.status(status).type('application/problem+json').send(problem); // answered; nothing follows
  };

/** Answers octets that are no request, headers that are too large, and requests that do not come to an end. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = clientErrorStatus(error);
  const title = STATUS_CODES[status] ?? '';
  const problem = JSON.stringify({ type: 'about:blank', title, status });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    ...Object.entries(DEFAULT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(problem)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${problem}`, () => socket.destroy());
}
