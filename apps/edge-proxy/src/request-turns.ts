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
    if (queue.length > MAX_WAITING) return cutOff(socket);
    queue.push(() => serve(request, response));
    response.once('close', () => {
      queue.shift();
      if (!socket.destroyed) queue[0]?.();
    });
    // Not before all that came with it is known: the first request of an attacker needn't be served either.
    if (queue.length === 1) process.nextTick(() => void (socket.destroyed || serve(request, response)));
  };
}

/** What Node makes of the octets of a connection. Its types don't have it. */
interface Parsed {
  readonly parser?: { onIncoming: unknown } | null;
}

/** Tells Node's parser to look no further, as it does for a connection that becomes another protocol's. */
const LOOK_NO_FURTHER = 2;

/**
 * Ends a connection, and with it the reading of what it has sent. A destroyed socket alone is not enough: Node would still make
 * a request of every one that came in the same packet, which costs more than all the rest of such a connection.
 */
function cutOff(socket: Socket & Parsed): void {
  if (socket.parser) socket.parser.onIncoming = () => LOOK_NO_FURTHER;
  socket.destroy();
}
