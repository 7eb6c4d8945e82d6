import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import { DEFAULT_TIMEOUT_MS, type EdgeRequest } from './edge-options.js';
import { handle } from './handle.js';
import { toHeaders } from './node-headers.js';
import { NodeExchange, NodeTransport } from './node-transport.js';
import { inTurns } from './request-turns.js';
import type { EdgeSettings } from './settings.js';

/**
 * Adapter for Node: a listener for `http.createServer` or for a route of a larger server. It never throws and leaves no
 * promise unhandled. A backend that fails in the middle of its body ends the client's connection, so that nobody takes
 * half an answer for a whole one.
 *
 * @example
 * createServer(createNodeListener({ backendUrl: 'http://127.0.0.1:3000' })).listen(3001);
 */
export function createNodeListener(settings: EdgeSettings): RequestListener {
  const transport = new NodeTransport(settings.backendUrl, settings.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return inTurns((request, response) => {
    serve(request, response, transport, settings).catch(() => response.destroy());
  });
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  transport: NodeTransport,
  settings: EdgeSettings,
): Promise<void> {
  const exchange = new NodeExchange(transport, incoming);
  outgoing.on('close', () => exchange.cancel());
  const answer = await handle(toEdgeRequest(incoming), {
    ...settings,
    clientAddress: incoming.socket.remoteAddress,
    fetch: exchange.send,
    // Who has gone gets no answer, and the backend is not to blame.
    onUnavailable: (why) => outgoing.destroyed || settings.onUnavailable?.(why),
  });
  if (outgoing.destroyed) return;
  await write(answer, exchange.answer, outgoing);
}

/** A name or an address, perhaps with a port: `evil.test@site` would be user information in a URL. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** The address exactly as the client wrote it. A target such as `*` or `http://...` so makes no contact route. */
function toEdgeRequest(incoming: IncomingMessage): EdgeRequest {
  const scheme = incoming.socket instanceof TLSSocket ? 'https' : 'http';
  const { host = '' } = incoming.headers;
  return {
    method: incoming.method ?? '',
    url: HOST.test(host) ? `${scheme}://${host}${incoming.url ?? ''}` : '',
    headers: toHeaders(incoming.rawHeaders),
    body: null,
    received: incoming.method === 'GET' ? undefined : new Promise((resolve) => incoming.once('end', resolve)),
  };
}

async function write(
  answer: Response,
  backend: IncomingMessage | undefined,
  outgoing: ServerResponse,
): Promise<void> {
  if (!backend) {
    const body = await answer.text();
    outgoing.writeHead(answer.status, [...answer.headers].flat());
    outgoing.end(body);
    return;
  }
  if (backend.destroyed && !backend.readableEnded) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.status, answer.statusText, [...answer.headers].flat());
  // The other way round, a client that goes closes the exchange. `pipeline` does both, at three times the price.
  backend.on('error', () => outgoing.destroy());
  backend.pipe(outgoing);
}
