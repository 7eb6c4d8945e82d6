import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may have waiting. Browsers send the next one when they have the answer. */
const MAX_WAITING = 4;

/**
 * Serves the requests of one connection one after the other. Node would start all that a client has sent ahead: a client that
 * sends a thousand and reads nothing would have a thousand of them answered by the backend, and the answers kept here.
 */
export function inTurns(serve: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const queue = waiting.get(socket) ?? [];
    waiting.set(socket, queue);
    if (queue.length > MAX_WAITING) return void socket.destroy();
    queue.push(() => serve(request, response));
    response.once('close', () => {
      queue.shift();
      if (!socket.destroyed) queue[0]?.();
    });
    if (queue.length === 1) serve(request, response);
  };
}
