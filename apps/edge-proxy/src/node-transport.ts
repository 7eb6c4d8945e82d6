import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { bytesToAwait } from './answer-body.js';
import type { EdgeFetch, EdgeFetchInit } from './edge-options.js';
import { toHeaders } from './node-headers.js';

/**
 * Milliseconds an idle connection is kept for the next request. Below the five seconds after which common servers close
 * theirs, so that a submission is hardly ever sent down a connection that is being closed.
 */
const IDLE_CONNECTION_MS = 4_000;

/**
 * A submission up to so many octets is read before the backend is asked, so that a slow client costs it no connection. Longer ones,
 * and those without a declared length, are streamed.
 */
const SHORT_BODY_BYTES = 16 * 1024;

/** Connections to one backend. `node:http` and not `fetch`, which adds headers of its own. */
export class NodeTransport {
  private readonly url: URL;
  private readonly agent: HttpAgent;
  private readonly request: typeof httpRequest;

  /** @param stallMs milliseconds without a byte in either direction after which a connection in use is given up */
  constructor(
    backendUrl: string,
    private readonly stallMs: number,
  ) {
    this.url = new URL(backendUrl);
    const secure = this.url.protocol === 'https:';
    const pooling = { keepAlive: true, timeout: IDLE_CONNECTION_MS };
    this.agent = secure ? new HttpsAgent(pooling) : new HttpAgent(pooling);
    this.request = secure ? httpsRequest : httpRequest;
  }

  /** Opens a request without sending its body. With `reuse: false` on a connection of its own. */
  open(
    target: string,
    { method, headers }: EdgeFetchInit,
    options: { readonly reuse: boolean },
  ): ClientRequest {
    return this.request({
      agent: options.reuse ? this.agent : false,
      protocol: this.url.protocol,
      hostname: this.url.hostname.replace(/^\[|\]$/g, ''),
      port: this.url.port,
      method,
      path: target.slice(this.url.origin.length),
      headers: [...headers].flat(),
      timeout: this.stallMs,
    });
  }

  /** Ends the idle connections. */
  close(): void {
    this.agent.destroy();
  }
}

/**
 * One request on its way through the Node adapter. The bodies go from socket to socket and not through `handle`, so
 * that they are streamed with backpressure and cost nothing else.
 */
export class NodeExchange {
  private outgoing: ClientRequest | undefined;
  private shortBody: Buffer | undefined;
  private cancelled = false;
  /** The backend's answer, its body unread; set as soon as {@link send} has resolved, and only then. */
  answer: IncomingMessage | undefined;

  constructor(
    private readonly transport: NodeTransport,
    private readonly incoming: IncomingMessage,
  ) {}

  /** Resolves once the body has begun. The `Response` has no body: {@link answer} has it. */
  readonly send: EdgeFetch = async (target, init) => {
    init.signal.addEventListener('abort', () => this.cancel(), { once: true });
    if (init.method !== 'GET' && isShort(this.incoming)) this.shortBody = await wholeBody(this.incoming);
    const message = await this.attempt(target, init, { reuse: true }).catch((error: unknown) => {
      if (!this.mayAskAgain(init)) throw error;
      return this.attempt(target, init, { reuse: false });
    });
    const { statusCode, statusMessage, rawHeaders } = message;
    const answer = new Response(null, {
      status: statusCode,
      statusText: statusMessage,
      headers: toHeaders(rawHeaders),
    });
    this.answer = message;
    return answer;
  };

  /** Gives the backend up, if it still has to do with this exchange, and throws away what the client still sends. */
  cancel(): void {
    this.cancelled = true;
    if (!this.incoming.readableEnded) this.incoming.unpipe().resume();
    // A request that is over counts as destroyed: its connection may be another one's by now.
    if (this.outgoing?.destroyed === false) this.outgoing.destroy(new Error('The exchange was cancelled.'));
  }

  /** Whether nothing moves because the client sends nothing. How long it may is the server's business (408). */
  private waitsForClient(outgoing: ClientRequest): boolean {
    return !outgoing.writableEnded && !outgoing.writableNeedDrain && !this.answer;
  }

  /** A kept connection may have been closed by the backend just before we used it. Only a GET may be sent again. */
  private mayAskAgain({ method }: EdgeFetchInit): boolean {
    return method === 'GET' && this.outgoing?.reusedSocket === true && !this.cancelled;
  }

  private attempt(
    target: string,
    init: EdgeFetchInit,
    options: { readonly reuse: boolean },
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const outgoing = this.transport.open(target, init, options);
      this.outgoing = outgoing;
      // Stays for the life of the request: a later failure reaches the reader of the answer automatically.
      outgoing.on('error', reject);
      outgoing.on('timeout', () => {
        if (!this.waitsForClient(outgoing)) outgoing.destroy(new Error('The backend has stalled.'));
      });
      outgoing.on('response', (message) => {
        begun(message).then(() => resolve(message), reject);
      });
      if (this.cancelled) outgoing.destroy(new Error('The exchange was cancelled.'));
      if (init.method === 'GET' || this.shortBody) outgoing.end(this.shortBody);
      else this.incoming.pipe(outgoing);
    });
  }
}

/** Waits until the answer may be passed on. What has arrived stays in the message. */
function begun(message: IncomingMessage): Promise<void> {
  const octets = bytesToAwait(message.headers['content-length']);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (message.readableLength < octets && !message.complete) return;
      message.off('readable', look);
      resolve();
    };
    message.on('error', reject);
    message.on('readable', look);
  });
}

const isShort = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= SHORT_BODY_BYTES;

function wholeBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('close', () => reject(new Error('The client has gone.')));
  });
}
