import type { IncomingMessage, Server } from 'node:http';
import { TIMEOUTS } from './server-limits.js';

interface Deadline {
  timer: NodeJS.Timeout;
  readonly milliseconds: number;
  readonly end: () => void;
}

/** Of each request whose body is still arriving, what ends it when it takes too long. */
const deadlines = new WeakMap<IncomingMessage, Deadline>();

/** As Node reports a request that isn't complete in time, so that it is answered alike: 408. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/**
 * Ends requests whose bodies take too long. Node has one limit for all of them; here a route can let uploads take their time, so
 * the server's own limit has to be off. Node's limit for headers stays on.
 */
export function limitBodies(server: Server, milliseconds: number = TIMEOUTS.requestTimeout): void {
  server.prependListener('request', (request) => {
    if (!hasBody(request)) return;
    const end = (): void => {
      // A refused body is still let through after its answer, and must come to an end as well.
      if (request.complete || request.socket.destroyed) return;
      server.emit('clientError', new RequestTimeout('Request timeout'), request.socket);
    };
    const deadline = { timer: setTimeout(end, milliseconds).unref(), milliseconds, end };
    deadlines.set(request, deadline);
    for (const event of ['end', 'close'])
      request.once(event, () => {
        if (request.complete || request.socket.destroyed) clearTimeout(deadline.timer);
      });
  });
}

/**
 * From here on the body of a request may take as long as it likes while octets of it arrive: one that is silent for the time of a
 * whole request is ended. Only for a caller who has shown a key.
 */
export function allowSlowBody(request: IncomingMessage): void {
  const deadline = deadlines.get(request);
  if (!deadline || request.complete) return;
  clearTimeout(deadline.timer);
  const { socket } = request;
  // Not the stream's own events: a reader that is slow on our side holds them back.
  let before = socket.bytesRead;
  const look = (): void => {
    if (request.complete || socket.destroyed) return;
    if (socket.bytesRead === before) return deadline.end();
    before = socket.bytesRead;
    wait();
  };
  const wait = (): void => {
    deadline.timer = setTimeout(look, deadline.milliseconds).unref();
  };
  wait();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
